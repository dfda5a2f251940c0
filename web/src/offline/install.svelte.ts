// The page as a program of the phone: whether the browser offers to install it, and whether it is.

/** What Chromium tells a page that can be installed; other browsers never do. */
interface BeforeInstallPromptEvent extends Event {
    prompt(): Promise<unknown>;
}

/**
 * 'offered': the browser installs it when it is asked to; 'by hand': the visitor can, by the browser's own
 * menu (iOS); 'installed': it runs as a program; 'no': nothing is known of it.
 */
type Installing = 'offered' | 'by hand' | 'installed' | 'no';

const ALONE = '(display-mode: standalone)';

let offer: BeforeInstallPromptEvent | null = $state.raw(null);
let alone = $state(false);
let done = $state(false);

/** Only Safari and what is built on it on iOS has it: true where it was begun from the home screen. */
const onIos = (): boolean => 'standalone' in navigator;

/** Listens from the beginning: the browser offers it once. */
export function awaitOffer(): void {
    const query = matchMedia(ALONE);
    const look = (): void => void (alone = query.matches || (navigator as { standalone?: boolean }).standalone === true);
    query.addEventListener('change', look);
    look();
    addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault(); // the browser shows nothing by itself
        offer = event as BeforeInstallPromptEvent;
    });
    addEventListener('appinstalled', () => ([offer, done] = [null, true]));
}

export function installing(): Installing {
    if (alone) return 'installed';
    if (offer !== null) return 'offered';
    return onIos() && !done ? 'by hand' : 'no';
}

/** The browser asks; an offer can be taken up once. */
export async function install(): Promise<void> {
    const taken = offer;
    offer = null;
    await taken?.prompt();
}
