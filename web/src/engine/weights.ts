import borrowed from '../../../data/weights/borrowed.json' with { type: 'json' };

const owners: Readonly<Record<string, string>> = borrowed;

/** The game with whose weights this one plays: mostly its own. */
export const weightsGame = (game: string): string => (Object.hasOwn(owners, game) ? owners[game]! : game);
