// Asks the browser to keep the page for when there is no network.

import { whenIdle } from '../app/idle.ts';

export async function keepOffline(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    await navigator.serviceWorker.register('sw.js');
    const fill = (): void => void whenIdle(() => void askToFill());
    fill();
    addEventListener('online', fill); // what failed then is fetched now
}

async function askToFill(): Promise<void> {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('fill');
}
