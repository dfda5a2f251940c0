declare module 'virtual:shipped' {
    export const games: readonly import('./shipped.ts').ShippedGame[];
    export const names: Readonly<Record<string, readonly string[]>>;
}
