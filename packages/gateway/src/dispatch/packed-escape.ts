/** Above every code. An escape is its code and its length without its mark, in one number: the hot path makes no objects. */
const LENGTH = 0x200000;

/** Never that of an escape, which has a length. */
export const NO_ESCAPE = 0;

export const packEscape = (code: number, length: number): number => length * LENGTH + code;

export const escapeCode = (escape: number): number => escape % LENGTH;

export const escapeLength = (escape: number): number => Math.floor(escape / LENGTH);
