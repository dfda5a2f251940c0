// Where the visitor is, as it stands behind # in the address, so that any static file server will do:
//
//      #/, #/home        what there is
//      #/play            the games that can be played
//      #/play/hus        a new game; with ?begin=now it begins at once, with ?position=2,2,... there
//      #/play/hus/ID     a game that is kept
//      #/games           #/learn/hus           #/rules/giuthi
//      #/puzzles         #/puzzles/hus         #/puzzles/hus/ID       #/puzzles/today
//      #/write               #/write/KEY           #/write/words         #/shared?text=...
//      #/analyse?game=hus&position=2,2,...     #/analyse?record=...     #/analyse/hus
//                        with &at=end, a game of one's own at its end; with &text=..., the rules of a game that somebody wrote
//
// Links that are shared lead here too: see links.ts.

import { addressOf } from './links.ts';
import { isFramed } from './store.ts';

export interface Route {
    /** 'play', 'learn', ... */
    readonly page: string;
    /** What follows it: 'hus'. */
    readonly rest: string;
    readonly query: URLSearchParams;
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

function read(): Route {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
    const [page = '', ...parts] = path.split('/');
    const rest = parts.map(decoded).join('/');
    const asked = new URLSearchParams(query);
    if (page === 'analyse' && rest !== '' && !asked.has('game')) asked.set('game', rest);
    return { page: page === '' ? 'home' : page, rest, query: asked };
}

/** A link that was shared becomes the address that it stands for. */
function adopt(): void {
    const address = isFramed() || location.hash !== '' ? null : addressOf(location.search);
    if (address !== null) history.replaceState(null, '', `${location.pathname}${address}`);
}
adopt();

let current: Route = $state.raw(read());
addEventListener('hashchange', () => (current = read()));

export const route = (): Route => current;

/** An address within the page. */
export function linkTo(page: string, rest = '', query: Readonly<Record<string, string>> = {}): string {
    const entries = Object.entries(query).filter(([, value]) => value !== '');
    const search = new URLSearchParams(entries).toString();
    return `#/${page}${rest === '' ? '' : `/${rest}`}${search === '' ? '' : `?${search}`}`;
}

/** Another address of what is looked at, which stays as it is. */
export function readdress(link: string): void {
    history.replaceState(history.state, '', link);
}

/** What the address names is no longer what is looked at. */
export function forgetQuery(): void {
    const [path] = location.hash.split('?', 1);
    if (path !== location.hash) readdress(path!);
}

/** The address of what is looked at, in the place of the one that led to it. */
export function replace(link: string): void {
    history.replaceState(history.state, '', link);
    current = read();
}

export function go(link: string): void {
    location.hash = link;
}
