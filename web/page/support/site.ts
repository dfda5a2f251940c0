// Serves the built site with the headers that `komwe serve` sends, or as any static file server would.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMBED_POLICY, HEADER_POLICY } from '../../policy.ts';

export const root = fileURLToPath(new URL('../../../build/web/site', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json',
    '.webmanifest': 'application/manifest+json',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
};

const HEADERS = {
    'Content-Security-Policy': HEADER_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
};

/** As the page that any other may frame. */
const FRAMED = { 'Content-Security-Policy': EMBED_POLICY, 'Cross-Origin-Resource-Policy': 'cross-origin' };

export interface Site {
    readonly url: string;
    /** Files that are not what was built: by name ('sw.js'), and null where there is none. */
    readonly changed: Map<string, string | null>;
    /** Files that were asked for and are not there. */
    readonly missed: Set<string>;
    close(): Promise<void>;
}

/** `plain`: below a folder, without headers, and what modules are is not known. */
export async function serveSite(plain = false): Promise<Site> {
    const below = plain ? '/some/where/' : '/';
    const changed = new Map<string, string | null>();
    const missed = new Set<string>();
    const server: Server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
        const name = path === below ? 'index.html' : path.slice(below.length);
        const file = join(root, name);
        const instead = changed.get(name);
        const there = path.startsWith(below) && existsSync(file) && statSync(file).isFile();
        if (instead === null || !there) {
            missed.add(name);
            response.writeHead(404).end();
            return;
        }
        const type = plain && extname(file) === '.wasm' ? undefined : TYPES[extname(file)];
        const headers: Record<string, string> = {
            ...(plain ? {} : HEADERS),
            ...(name === 'embed.html' && !plain ? FRAMED : {}),
            'Content-Type': type ?? 'application/octet-stream',
        };
        if (instead !== undefined) {
            response.writeHead(200, headers).end(instead);
            return;
        }
        const small = (request.headers['accept-encoding'] ?? '').includes('br') && existsSync(`${file}.br`);
        if (small) headers['Content-Encoding'] = 'br';
        response.writeHead(200, headers);
        createReadStream(small ? `${file}.br` : file).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://localhost:${port}${below}`,
        changed,
        missed,
        close: () =>
            new Promise((resolve) => {
                server.closeAllConnections();
                server.close(() => resolve());
            }),
    };
}
