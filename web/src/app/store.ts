// What the browser keeps for the page; without a store (a private window, say) nothing is kept.

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
