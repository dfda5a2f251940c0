// Numbers as a language writes them: 8.1 in English and Swahili, 8,1 in French and Spanish.

/** With so many decimals. */
export const decimal = (code: string, value: number, decimals = 1): string =>
    value.toLocaleString(code, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** With its sign, if it is not 0 as it is written. */
export function signed(code: string, value: number, decimals = 1): string {
    const written = decimal(code, Math.abs(value), decimals);
    return /[1-9]/.test(written) ? (value > 0 ? '+' : '−') + written : written;
}
