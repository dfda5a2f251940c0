// localStorage, which Node does not have, in memory.

export interface MemoryStore {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
    clear(): void;
    key(index: number): string | null;
    readonly length: number;
}

export function memoryStore(): MemoryStore {
    const items = new Map<string, string>();
    const store: MemoryStore = {
        getItem: (name) => items.get(name) ?? null,
        setItem: (name, value) => void items.set(name, value),
        removeItem: (name) => void items.delete(name),
        clear: () => items.clear(),
        key: (index) => [...items.keys()][index] ?? null,
        get length() {
            return items.size;
        },
    };
    Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
    return store;
}
