// Sounds on an audio context that only writes down what is asked of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST_APART, Sounds, VOLUME } from '../../src/sound/sounds.ts';
import { soundOf } from '../../src/sound/sowing.ts';
import { SOUNDS, voiceOf } from '../../src/sound/voices.ts';

class FakeParam {
    value = 0;
    readonly ramps: number[] = [];
    setValueAtTime(value: number): void {
        this.value = value;
    }
    exponentialRampToValueAtTime(value: number): void {
        assert.ok(value > 0, 'an exponential ramp cannot reach 0');
        this.ramps.push(value);
    }
}

class FakeNode {
    readonly gain = new FakeParam();
    readonly frequency = new FakeParam();
    readonly Q = new FakeParam();
    type = '';
    buffer: unknown = null;
    to: unknown = null;
    times: [number, number] = [-1, -1];
    connect(to: unknown): void {
        this.to = to;
    }
    start(at: number): void {
        this.times[0] = at;
    }
    stop(at: number): void {
        assert.ok(at > this.times[0], 'it ends before it begins');
        this.times[1] = at;
    }
}

class FakeContext {
    currentTime = 0;
    readonly sampleRate = 8000;
    readonly destination = {};
    state = 'suspended';
    resumed = 0;
    readonly gains: FakeNode[] = [];
    readonly sources: FakeNode[] = [];
    resume(): Promise<void> {
        this.resumed++;
        return Promise.reject(new Error('no device'));
    }
    createGain(): FakeNode {
        return this.#made(this.gains);
    }
    createOscillator(): FakeNode {
        return this.#made(this.sources);
    }
    createBufferSource(): FakeNode {
        return this.#made(this.sources);
    }
    createBiquadFilter(): FakeNode {
        return new FakeNode();
    }
    createBuffer(_: number, length: number): { getChannelData: () => Float32Array } {
        const samples = new Float32Array(length);
        return { getChannelData: () => samples };
    }
    #made(list: FakeNode[]): FakeNode {
        const node = new FakeNode();
        list.push(node);
        return node;
    }
}

/** Sounds of a page, whose context counts how often it is opened. */
function page(open: (context: FakeContext) => FakeContext | undefined = (context) => context) {
    const context = new FakeContext();
    const at = { on: true, used: true, opened: 0, context };
    const sounds = new Sounds({
        on: () => at.on,
        used: () => at.used,
        open: () => {
            at.opened++;
            return open(context) as unknown as AudioContext | undefined;
        },
    });
    return Object.assign(at, { sounds });
}

test('every sound is made, quietly', () => {
    for (const name of SOUNDS) {
        const { sounds, context } = page();
        sounds.play(name);
        const { tones, knocks } = voiceOf(name);
        assert.ok(tones.length + knocks.length > 0, name);
        assert.equal(context.sources.length, tones.length + knocks.length);
        assert.equal(context.gains[0]!.to, context.destination);
        assert.equal(context.gains[0]!.gain.value, VOLUME);
        assert.equal(Math.round(20 * Math.log10(VOLUME)), -18);
        for (const gain of context.gains.slice(1)) {
            assert.equal(gain.to, context.gains[0]);
            assert.ok(Math.max(...gain.gain.ramps) <= 1);
        }
    }
});

test('a drop has four pitches, by what lies in the hole', () => {
    const pitches = Array.from({ length: 40 }, (_, i) => voiceOf('drop', i + 1).tones[0]!.from);
    assert.equal(new Set(pitches).size, 4);
    pitches.forEach((pitch, i) => assert.ok(i === 0 || pitch >= pitches[i - 1]!));
});

test('nothing is opened before the page is used, or while sounds are off', () => {
    const at = page();
    at.used = false;
    at.sounds.play('drop');
    at.used = true;
    at.on = false;
    at.sounds.play('drop');
    assert.equal(at.opened, 0);
    at.on = true;
    at.sounds.play('drop');
    at.sounds.play('lift');
    assert.equal(at.opened, 1);
    assert.ok(at.context.resumed > 0);
});

test('a sound does not rattle', () => {
    const { sounds, context } = page();
    const played = (): number => context.sources.length;
    sounds.play('choice');
    const once = played();
    context.currentTime = LEAST_APART / 2;
    sounds.play('choice');
    assert.equal(played(), once);
    sounds.play('right');
    assert.ok(played() > once, 'another one is played');
    context.currentTime = LEAST_APART * 1.5;
    const before = played();
    sounds.play('choice');
    assert.ok(played() > before);
});

test('where there is no audio the page is silent', () => {
    const without = [
        page(() => undefined),
        page(() => {
            throw new Error('no device');
        }),
        page((context) => {
            context.createGain = () => {
                throw new Error('out of nodes');
            };
            return context;
        }),
    ];
    for (const at of without) {
        at.sounds.play('won');
        at.sounds.play('won');
        assert.equal(at.opened, 1);
        assert.equal(at.context.sources.length, 0);
    }
    const broken = page();
    broken.context.createOscillator = () => {
        throw new Error('closed');
    };
    broken.sounds.play('right');
    broken.sounds.play('right');
    assert.equal(broken.context.sources.length, 0);
});

test('what happens in a sowing sounds', () => {
    assert.deepEqual(
        (['lift', 'drop', 'relay', 'capture', 'bank', 'next', 'over'] as const).map((kind) => soundOf({ kind })),
        ['lift', 'drop', 'relay', 'capture', 'store', undefined, undefined],
    );
});
