// In the page, board/defs.ts draws once for all boards; here each shadow draws its own.
export {};
