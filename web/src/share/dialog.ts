// The dialogue above the page: see shared.ts.

import { mount, unmount } from 'svelte';
import ShareDialog from './ShareDialog.svelte';
import type { Shared } from './shared.ts';

export function show(shared: Shared): void {
    const host = document.createElement('div');
    document.body.append(host);
    const made = mount(ShareDialog, {
        target: host,
        props: {
            shared,
            onclose: () => {
                void unmount(made);
                host.remove();
            },
        },
    });
}
