// Dates as a language writes them: 27 Nov 2026, 14:50; 27 nov. 2026, 14:50.

/** English is that of most who play these games: the day stands before the month. */
export const dateIn = (code: string, time: number, style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(code === 'en' ? 'en-GB' : code, style).format(time);
