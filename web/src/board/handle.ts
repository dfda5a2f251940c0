// What is chosen on the board beside the holes themselves: which way, where captured seeds enter, how
// many, and the like.  Each choice has a handle on the ridge.

/** '': none; left and right as drawn, up: lifted, down: placed, stay: goes no further. */
export type Arrow = '' | 'left' | 'right' | 'up' | 'down' | 'stay';

export interface Handle {
    /** What it stands for. */
    readonly move: string;
    /**
     * 'way': one half of a rocker above a hole; 'end': by the hole at an end, where seeds enter;
     * 'pin': pointing at a hole.
     */
    readonly kind: 'way' | 'end' | 'pin';
    readonly hole: number;
    readonly arrow: Arrow;
    /** A number or a sign; '': the arrow alone. */
    readonly sign: string;
    /** For screen readers. */
    readonly label: string;
}

/** How an arrow is drawn round its centre. */
export const ARROWS: Readonly<Record<Arrow, string>> = {
    '': '',
    left: 'M-1 -9l-10 9l10 9M11 0h-21',
    right: 'M1 -9l10 9l-10 9M-11 0h21',
    up: 'M-9 -1l9 -10l9 10M0 11v-21',
    down: 'M-9 1l9 10l9 -10M0 -11v21',
    stay: 'M-8 -8h16v16h-16z',
};
