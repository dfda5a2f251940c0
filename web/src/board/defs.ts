// What boards are drawn with comes with the first of them, once for all.

import { mount } from 'svelte';
import Defs from './Defs.svelte';

mount(Defs, { target: document.body });
