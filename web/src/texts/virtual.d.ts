/** All games, those of the module among them. */
declare const GAME_COUNT: number;

declare module 'virtual:shipped' {
    export const games: readonly import('./shipped.ts').ShippedGame[];
    export const names: Readonly<Record<string, readonly string[]>>;
}
