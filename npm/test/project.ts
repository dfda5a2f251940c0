// A new project with the packed package installed, as its users have it, a server of its files, and a browser.

import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const npm = join(root, 'web/node/node_modules/npm/bin/npm-cli.js');

/** The library as its users import it, typed by its source. */
export const komwe = (await import(new URL('../../build/npm/komwe/dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts');

/** The browser of the tests of the page, or the one that CHROMIUM names; its caller closes it. */
export const openBrowser = (): Promise<Browser> =>
    chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });

export interface Project {
    readonly folder: string;
    write(name: string, text: string): string;
    close(): void;
}

export function newProject(): Project {
    const folder = mkdtempSync(join(tmpdir(), 'komwe-npm-'));
    const write = (name: string, text: string): string => {
        const file = join(folder, name);
        writeFileSync(file, text);
        return file;
    };
    write('package.json', '{ "name": "user", "private": true, "type": "module" }\n');
    const [packed] = globSync('komwe-*.tgz', { cwd: join(root, 'build/npm') });
    const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    execFileSync(process.execPath, [npm, 'install', ...options, join(root, 'build/npm', packed!)], { cwd: folder, stdio: 'inherit' });
    return { folder, write, close: () => rmSync(folder, { recursive: true }) };
}

const TYPES: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.wasm': 'application/wasm',
};

/** Serves a folder on a free port; `isolated`: pages may share memory with Workers. */
export async function serve(folder: string, isolated: boolean): Promise<{ readonly url: string; close(): Promise<void> }> {
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url!, 'http://localhost');
        try {
            const body = readFileSync(join(folder, decodeURIComponent(pathname)));
            response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'application/octet-stream');
            if (isolated) {
                response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
                response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
            }
            response.end(body);
        } catch {
            response.statusCode = pathname === '/favicon.ico' ? 204 : 404;
            response.end();
        }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}/`,
        close: () => new Promise((resolve) => server.close(() => resolve())),
    };
}
