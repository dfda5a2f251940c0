// What a visitor seeks in a list.

/** Small letters, without their signs, apostrophes and hyphens. */
const folded = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f'’`-]/g, '').toLowerCase();

/** Each of the words sought stands in one of the texts, however it is spelt. */
export function holds(texts: readonly string[], sought: string): boolean {
    const all = folded(texts.join('\n'));
    return folded(sought).split(/\s+/).every((word) => all.includes(word));
}
