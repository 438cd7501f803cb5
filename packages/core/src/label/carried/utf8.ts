/** How many bytes the character takes that begins with this one. */
const lengthFrom = (byte: number): number => {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
};

const LEAD: readonly number[] = [0, 0x7f, 0x1f, 0x0f, 0x07];

/** Bytes as UTF-8, with a sign where they are none. Most of what is tried is none, so nothing is thrown. */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = lengthFrom(first);
    if (length === 1) {
      text += String.fromCharCode(first);
      at++;
      continue;
    }
    const rest = bytes.subarray(at + 1, at + length);
    const isCharacter = length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2);
    const code = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), first & (LEAD[length] ?? 0));
    text += isCharacter && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    at += isCharacter ? length : 1;
  }
  return text;
};
