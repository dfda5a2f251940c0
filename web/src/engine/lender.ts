import borrowed from '../../../data/weights/borrowed.json' with { type: 'json' };

const lenders: Readonly<Record<string, string>> = borrowed;

/** The game with whose weights this one plays: mostly its own. */
export const lenderOf = (game: string): string => (Object.hasOwn(lenders, game) ? lenders[game]! : game);
