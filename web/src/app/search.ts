// What a visitor seeks in a list.

/** Each of the words sought stands in one of the texts, in whatever case. */
export function holds(texts: readonly string[], sought: string): boolean {
    const all = texts.join('\n').toLowerCase();
    return sought.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
