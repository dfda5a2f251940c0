/**
 * A page whose picture for those that show links to it has a whole address, on the site at `site`: without one it is
 * named as a file beside the page, which they do not fetch.
 */
export function addressed(html: string, site: string): string {
    return html.replace(/(<meta property="og:image" content=")([^"]*)/, (_, before: string, name: string) => before + new URL(name, site).href);
}
