// Sentences that games which are texts bring with them in Swahili, by their English.

export const learned = new Map<string, string>();
