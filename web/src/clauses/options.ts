// An option in the words of a player: its sentence ends with ': ' and a phrase for each of its values,
// between ' / ', or its values are yes and no; French has a space before the colon.  What it is called is for links, files and the command.

import type { Rules } from '../engine/types.ts';

export type Option = Rules['choices'][number];

interface SaidOption {
    /** What it decides, without a full stop. */
    readonly label: string;
    /** What is chosen, value by value; none: it is a number. */
    readonly values: readonly string[];
    /** It is not known in the language of the page. */
    readonly isEnglish: boolean;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** An option in the language of `said`. */
export function sayOption({ text, choices }: Pick<Option, 'text' | 'choices'>, said: (text: string) => string): SaidOption {
    const sentence = said(text);
    const at = sentence.indexOf(': ');
    const phrases = at < 0 ? [] : sentence.slice(at + 2).split(' / ');
    const isEnglish = sentence === text;
    if (choices !== null && phrases.length === choices.length)
        return { label: capital(sentence.slice(0, at).trimEnd()), values: phrases, isEnglish };
    return { label: capital(sentence), values: (choices ?? []).map(said), isEnglish };
}

/** What a value of it is called. */
export function sayValue(option: Option, value: string, said: (text: string) => string): string {
    const { values } = sayOption(option, said);
    return values[option.choices?.indexOf(value) ?? -1] ?? value;
}

/** The bound of a move that never ends is set by files and links alone. */
const INTERNAL = 'endless.limit';

/** Those that a player may want to choose, and what has been set otherwise. */
export const shownOptions = (options: readonly Option[]): readonly Option[] =>
    options.filter(({ name, value, default: usual }) => name !== INTERNAL || value !== usual);
