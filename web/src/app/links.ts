// Links that are shared: what follows #/analyse? in an address of the page stands behind a plain ? there, so
// that a server can draw a picture of it for whoever is sent the link.  With &page=puzzles/hus/ID it leads there,
// and the rest is what is drawn.

/** A page that a link may lead to. */
const PAGE = /^[\w-]+(\/[\w-]+)*$/;

/** The address that a link with that behind its ? stands for; null: it is no link of the page. */
export function addressOf(search: string): string | null {
    const query = new URLSearchParams(search);
    const page = query.get('page');
    if (page !== null && PAGE.test(page)) return `#/${page}`;
    if (query.has('record')) for (const drawn of ['game', 'options', 'position']) query.delete(drawn);
    else if (!query.has('game')) return null;
    return `#/analyse?${query.toString()}`;
}

/** The address of an analysis in a text that somebody was sent; null: there is none. */
export function addressIn(text: string): string | null {
    const [hash] = /#\/analyse\?\S+/.exec(text) ?? [];
    const [, search] = /\bhttps?:\/\/\S*\?(\S*\b(?:record|position)=\S+)/.exec(text) ?? [];
    return hash ?? (search === undefined ? null : addressOf(search));
}
