// What the browser keeps for the page; without a store (a private window, say) nothing is kept.

import type { KomweError } from '../engine/types.ts';

const PREFIX = 'komwe.';

export function keep(name: string, value: unknown): void {
    try {
        if (value === null) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        // The page works without it.
    }
}

/** What was kept under a name; null if there is nothing, or nothing that can be read. */
export function kept<T>(name: string): T | null {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null;
    } catch {
        return null;
    }
}

/** What was kept will never be read again; else it was not its fault. */
export const isUnreadable = ({ code }: KomweError): boolean =>
    code !== 'failed' && code !== 'no-memory';
