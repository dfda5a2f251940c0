// Asks the browser to keep the page for when there is no network.

export async function keepOffline(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    await navigator.serviceWorker.register('sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
    idle(() => active?.postMessage('fill'));
}
