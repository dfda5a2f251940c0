/** What belongs to single games, each a file that is loaded when it is first asked for: see vite.config.ts. */
declare module 'virtual:data' {
    type Texts = Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
    /** Rule texts of games that the module does not contain. */
    export const rules: Texts;
    export const weights: Texts;
    export const books: Texts;
}

declare module '*.css?inline' {
    const text: string;
    export default text;
}
