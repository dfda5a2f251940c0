// What the browser keeps for the page; without a store (a private window, say) nothing is kept.

import type { KomweError } from '../engine/types.ts';

const PREFIX = 'komwe.';

/** embed.html, which others frame: it keeps nothing, and knows nothing of the visitor. */
export const isFramed = (): boolean => globalThis.document?.documentElement?.dataset.framed !== undefined;

export function keep(name: string, value: unknown): void {
    if (isFramed()) return;
    try {
        if (value === null) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        // The page works without it.
    }
}

/** What was kept under a name; null if there is nothing, or nothing that can be read. */
export function kept<T>(name: string): T | null {
    if (isFramed()) return null;
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null;
    } catch {
        return null;
    }
}

/** What was kept will never be read again; else it was not its fault. */
export const isUnreadable = ({ code }: KomweError): boolean =>
    code !== 'failed' && code !== 'no-memory';
