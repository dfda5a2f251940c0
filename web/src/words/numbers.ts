// Numbers as a language writes them: 8.1 in English and Swahili, 8,1 in French and Spanish.

const formats = new Map<string, Intl.NumberFormat>();

/** With so many decimals. */
export function decimal(code: string, value: number, decimals = 1): string {
    const key = `${code} ${decimals}`;
    let format = formats.get(key);
    if (format === undefined) {
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        format = new Intl.NumberFormat(code, digits);
        formats.set(key, format);
    }
    return format.format(value);
}

/** With its sign, if it is not 0 as it is written. */
export function signed(code: string, value: number, decimals = 1): string {
    const rounded = Math.round(value * 10 ** decimals);
    return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${decimal(code, Math.abs(rounded) / 10 ** decimals, decimals)}`;
}

/** A part of a whole, in percent. */
export const percent = (code: string, part: number): string => new Intl.NumberFormat(code, { style: 'percent' }).format(part);
