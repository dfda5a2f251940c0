// Sentences of a text that may have become untrue: a statement that cites the clause has changed, and the
// sentence has not.

interface Statement {
    /** Of its first line, from 1. */
    readonly line: number;
    /** Under which options it counts: 'grand_slam is nocapture'; '': always. */
    readonly condition: string;
    readonly word: string;
    readonly text: string;
}

interface Doubted {
    readonly line: number;
    readonly id: string;
    readonly sentence: string;
}

/** They describe the game, and change nothing that happens. */
const DESCRIBING = new Set(
    ['game', 'alias', 'name', 'names', 'summary', 'where', 'region', 'source', 'literature', 'term', 'call', 'about', 'clause', 'basis', 'option', 'example'],
);

/** The clauses of statements that name none, where it is not that of the word: docs/rules.md. */
const USUAL: Readonly<Record<string, string>> = { over: 'end', board: 'start', stores: 'store', children: 'child', skip: 'sow' };
/** What these say is in their actions. */
const ROWS = new Set(['end', 'lap', 'drop', 'before', 'after', 'replace']);

function statementsOf(text: string): readonly Statement[] {
    const whole: { line: number; text: string }[] = [];
    text.split('\n').forEach((of, i) => {
        const said = of.replace(/(^|\s)#.*$/, '').trimEnd();
        if (said === '') return;
        const last = whole.at(-1);
        if (/^\s/.test(said) && last !== undefined) last.text += ` ${said.trim()}`;
        else whole.push({ line: i + 1, text: said.trim() });
    });
    return whole.map(({ line, text: all }) => {
        const [, condition = '', said = all] = /^if ([^:]+): *(.*)$/.exec(all) ?? [];
        return { line, condition, word: said.split(/[\s:]/, 1)[0]!, text: said.replace(/\s+/g, ' ') };
    });
}

/** The ids of the clauses that a statement cites, or each of its actions does. */
function citedBy({ word, text }: Statement): readonly string[] {
    const [head = '', ...actions] = text.split(/[:;]/);
    return [head, ...actions].flatMap((part, i) => {
        const named = [...part.matchAll(/\[([\w-]+)\]/g)].map(([, id]) => id!);
        if (named.length > 0) return named;
        const first = part.trim().split(/\s/, 1)[0]!;
        return i > 0 ? [first] : ROWS.has(word) ? [] : [USUAL[word] ?? word];
    });
}

/** Clauses by condition and id, and all that cites an id where a condition holds. */
function readText(text: string): { clauses: ReadonlyMap<string, Doubted & { condition: string }>; citing: (id: string, condition: string) => string } {
    const all = statementsOf(text);
    const clauses = new Map<string, Doubted & { condition: string }>();
    for (const { line, condition, word, text: said } of all) {
        const [, id, sentence] = (word === 'clause' && /^clause ([\w-]+)(?! sw:)[^:]*: *(.*)$/.exec(said)) || [];
        if (id !== undefined && !/^clause [\w-]+ sw:/.test(said)) clauses.set(`${condition}: ${id}`, { line, id, sentence: sentence!, condition });
    }
    const stated = all.filter(({ word }) => !DESCRIBING.has(word)).map((of) => ({ ...of, cited: citedBy(of) }));
    const citing = (id: string, under: string): string =>
        stated
            .filter(({ condition, cited }) => cited.includes(id) && (under === '' || condition === '' || condition === under))
            .map((of) => `${of.condition}: ${of.text}`)
            .sort()
            .join('\n');
    return { clauses, citing };
}

/** Those of `now` that say what they said in `base`, though what cites them has changed; in the order of their lines. */
export function doubtedIn(base: string, now: string): readonly Doubted[] {
    if (base === now) return [];
    const [before, after] = [readText(base), readText(now)];
    return [...after.clauses].flatMap(([key, { line, id, sentence, condition }]) => {
        const same = before.clauses.get(key)?.sentence === sentence;
        return same && before.citing(id, condition) !== after.citing(id, condition) ? [{ line, id, sentence }] : [];
    });
}
