// The player's journal, as it is kept in this browser; another tab's answers are seen here too.

import { keep, kept } from '../../app/store.ts';
import { readJournal, type Journal } from './journal.ts';

const NAME = 'puzzles';

let current: Journal = $state.raw(readJournal(kept(NAME)));

export const journal = (): Journal => current;

/** Changes what is kept, which another tab may have changed meanwhile. */
export function note(change: (journal: Journal) => Journal): void {
    current = change(readJournal(kept(NAME) ?? current));
    keep(NAME, current);
}

addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || key.endsWith(NAME)) current = readJournal(kept(NAME));
});
