// Which events of a sowing have a sound, and which.

import type { Event, EventKind } from '../engine/types.ts';
import type { SoundName } from './voices.ts';

const SOUNDS: Partial<Record<EventKind, SoundName>> = {
    lift: 'lift',
    plant: 'drop',
    place: 'drop',
    drop: 'drop',
    relay: 'relay',
    capture: 'capture',
    tax: 'capture',
    bank: 'store',
    mark: 'choice',
    block: 'choice',
};

/** Undefined: it is silent. */
export const soundOf = ({ kind }: Pick<Event, 'kind'>): SoundName | undefined => SOUNDS[kind];
