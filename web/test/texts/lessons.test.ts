// A lesson uses no word of the games before it has shown it: where a term of the glossary first stands, it is a
// link to its meaning, in the lesson itself or in one that comes before it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import file from '../../lessons/lessons.json' with { type: 'json' };
import type { LessonText } from '../../src/learn/texts.ts';
import { TERMS } from '../../src/glossary/terms.ts';
import { CODES, englishTexts, SPOKEN, textsOf } from '../support/catalogue.ts';
import { isIntro, lessonOf, LESSONS, type Lesson } from '../../src/lessons/lessons.ts';

type Forms = Readonly<Record<string, readonly string[]>>;
const LANGUAGES = [{ code: 'en', ...englishTexts }, ...SPOKEN];

test('the lessons are in every language', () => {
    assert.deepEqual(file.languages, CODES);
    for (const { code, lessons, forms } of SPOKEN) {
        assert.deepEqual(Object.keys(forms), Object.keys(englishTexts.forms), code);
        const theirs = new Map(textsOf(lessons));
        const ours = textsOf(englishTexts.lessons);
        assert.deepEqual([...theirs.keys()].sort(), ours.map(([path]) => path).sort(), code);
        assert.deepEqual(ours.filter(([path, text]) => theirs.get(path) === text && !/^\S+\.title$/.test(path)), [], code);
    }
});

/** Holes, moves and numbers: words with a figure in them. */
const figuresOf = (text: string): readonly string[] => (text.match(/[a-z0-9]+/gi) ?? []).filter((word) => /\d/.test(word)).sort();

test('the lessons name the same holes and numbers in every language', () => {
    for (const { code, lessons } of SPOKEN) {
        const theirs = new Map(textsOf(lessons));
        for (const [path, text] of textsOf(englishTexts.lessons))
            assert.deepEqual(figuresOf(theirs.get(path)!), figuresOf(text), `${code} ${path}`);
    }
});

test('the meanings of the terms are in every language', () => {
    for (const { code, terms } of SPOKEN) {
        assert.deepEqual(Object.keys(terms).sort(), Object.keys(englishTexts.terms).sort(), code);
        for (const [id, { word, text }] of Object.entries(terms))
            assert.ok(word.trim() !== '' && text.trim() !== '' && text !== englishTexts.terms[id]!.text, `${code} ${id}`);
    }
});

/** What is read, in the order in which it is; the title says what the lesson is about, and explains nothing. */
function* readIn({ steps }: Lesson, text: LessonText): Generator<string> {
    for (const step of steps) {
        if ('says' in step && step.says !== undefined) yield text.adds[step.says]!;
        if ('do' in step) yield text.demos[step.do]!;
        if ('solve' in step) {
            const { ask, hint, explain } = text.puzzles[step.solve]!;
            yield* [ask, hint, explain];
        }
    }
    yield* text.why;
}

/** Those that have been done before: the steps below it, and the way into the game that they begin with. */
function before(lesson: Lesson): readonly Lesson[] {
    const below = lessonOf(lesson.before);
    if (below !== undefined) return [...before(below), below];
    return isIntro(lesson) ? [] : LESSONS.filter((one) => isIntro(one) && one.rules === lesson.rules);
}

const LINK = /\[([^\]]*)\]\(([^)]*)\)/g;
const patternOf = (form: string): RegExp =>
    new RegExp(`(?<![\\p{L}’])${form.replaceAll('*', '\\p{L}*')}(?![\\p{L}])`, 'iu');

/** The terms that a lesson uses before they are shown, with the text that does. */
function early(lesson: Lesson, texts: Readonly<Record<string, LessonText>>, words: Forms): readonly string[] {
    const found: string[] = [];
    const shown = new Set<string>();
    for (const one of [...before(lesson), lesson])
        for (const text of readIn(one, texts[one.id]!)) {
            for (const [, , term] of text.matchAll(LINK)) shown.add(term!);
            if (one !== lesson) continue;
            for (const [term, list] of Object.entries(words))
                if (!shown.has(term) && list.some((form) => patternOf(form).test(text))) found.push(`${term}: ${text}`);
        }
    return found;
}

for (const { code, lessons: texts, forms: words } of LANGUAGES)
    test(`no lesson uses a word before it is shown (${code})`, () => {
        for (const term of Object.keys(words)) assert.ok(TERMS.some(({ id }) => id === term), term);
        for (const [term, list] of Object.entries(words))
            assert.ok(
                list.some((form) => LESSONS.some((lesson) => [...readIn(lesson, texts[lesson.id]!)].some((text) => patternOf(form).test(text)))),
                `no lesson has ${term}`,
            );
        assert.deepEqual(LESSONS.flatMap((lesson) => early(lesson, texts, words).map((of) => `${lesson.id}: ${of}`)), []);
    });
