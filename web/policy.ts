/**
 * What a page may do: use what its own server sends, compile WebAssembly, and show pictures that it has
 * made itself (blob:).  The page says so itself, in a meta element, for servers that do not; `komwe
 * serve` sends the same in a header, and there that no other page may frame it, but for the board that is made
 * to be framed, which a meta element cannot say.
 */
export const POLICY = [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self'",
    "worker-src 'self'",
    "img-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');

export const HEADER_POLICY = `${POLICY}; frame-ancestors 'none'`;
/** Of embed.html, which any page may frame. */
export const EMBED_POLICY = `${POLICY}; frame-ancestors *`;
