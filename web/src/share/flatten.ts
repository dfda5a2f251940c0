// Drawings of the page as SVG that stands alone: what its style sheets say becomes attributes, and
// whatever is drawn by reference is put beside it.

/** What style sheets set, with the value that an element has without it. */
const PAINT = {
    fill: 'rgb(0, 0, 0)',
    'fill-opacity': '1',
    stroke: 'none',
    'stroke-width': '1px',
    'stroke-opacity': '1',
    'stroke-dasharray': 'none',
    'stroke-linecap': 'butt',
    opacity: '1',
} as const;
const TEXT = { ...PAINT, 'font-size': '16px', 'font-weight': '400' } as const;
const STOP = { 'stop-color': 'rgb(0, 0, 0)' } as const;

const DROPPED = /^(class|style|role|tabindex|aria-.*|data-.*)$/;
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse']);

const propsOf = (name: string): Readonly<Record<string, string>> =>
    name === 'text' ? TEXT : name === 'stop' ? STOP : PAINT;

export const escaped = (text: string): string =>
    text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** "rgb(36, 15, 2)" as "#240f02"; 'url("#lip")' without its quotes; "3.5px" as "3.5". */
export function shortened(value: string): string {
    const rgb = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value);
    if (rgb !== null) return `#${rgb.slice(1).map((n) => Number(n).toString(16).padStart(2, '0')).join('')}`;
    return value.replace(/url\("[^"]*(#[^"]+)"\)/g, 'url($1)').replace(/(\d)px/g, '$1');
}

/** An element and what is in it, as text; '' if nothing is seen of it. */
function flattened(element: Element): string {
    const name = element.localName;
    const own = new Map<string, string>();
    for (const { name: of, value } of element.attributes) if (!DROPPED.test(of)) own.set(of, value);
    // Svelte gives a class to whatever a style sheet speaks of.
    if (element.hasAttribute('class') || name === 'text') {
        const style = getComputedStyle(element);
        if (style.visibility === 'hidden' || style.display === 'none') return '';
        const above = getComputedStyle(element.parentElement!);
        for (const [prop, usual] of Object.entries(propsOf(name))) {
            const value = style.getPropertyValue(prop);
            const inherits = prop !== 'opacity' && prop !== 'stop-color';
            if (value !== usual || (inherits && value !== above.getPropertyValue(prop))) own.set(prop, shortened(value));
        }
        const clear = ['none', 'rgba(0, 0, 0, 0)'];
        if (SHAPES.has(name) && clear.includes(style.fill) && clear.includes(style.stroke)) return '';
    }
    const inner = name === 'text' ? escaped(element.textContent ?? '') : childrenOf(element);
    if (name === 'g' && inner === '') return '';
    const attributes = [...own].map(([of, value]) => ` ${of}="${escaped(value)}"`).join('');
    return inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
}

const childrenOf = (element: Element): string => [...element.children].map(flattened).join('');

const round = (n: number): number => Math.round(n * 100) / 100;

/** A drawing where it lies on a block of the page, whose width is so many units. */
function placed(drawing: SVGSVGElement, block: DOMRect, units: number): string {
    const box = drawing.getBoundingClientRect();
    const scale = units / block.width;
    const view = drawing.viewBox.baseVal;
    const zoom = (box.width * scale) / view.width;
    const x = (box.left - block.left) * scale - view.x * zoom;
    const y = (box.top - block.top) * scale - view.y * zoom;
    const inner = childrenOf(drawing);
    if (inner === '') return '';
    const still = round(x) === 0 && round(y) === 0 && round(zoom) === 1;
    const transform = `translate(${round(x)} ${round(y)})${round(zoom) === 1 ? '' : ` scale(${round(zoom)})`}`;
    return still ? inner : `<g transform="${transform}">${inner}</g>`;
}

/** The drawings of a block, those behind first. */
export const flatten = (block: Element, units: number): string[] => {
    const box = block.getBoundingClientRect();
    return [...block.querySelectorAll('svg')].map((drawing) => placed(drawing, box, units));
};

/** The definitions of the page (Defs.svelte) that a drawing refers to, and those that they refer to. */
export function definitionsFor(svg: string): string {
    const found = new Map<string, string>();
    let fresh = svg;
    while (fresh !== '') {
        const ids = [...fresh.matchAll(/(?:href="|url\()#([\w-]+)/g)].map(([, id]) => id!);
        fresh = '';
        for (const id of new Set(ids)) {
            const definition = found.has(id) ? null : document.querySelector(`defs > #${CSS.escape(id)}`);
            if (definition === null) continue;
            found.set(id, flattened(definition));
            fresh += found.get(id)!;
        }
    }
    return [...found.values()].join('');
}
