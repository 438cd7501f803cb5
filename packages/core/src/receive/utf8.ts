import { jsonErrors } from '@callgate/messages/errors/json';
import { CallgateError } from '../callgate-error.ts';

// The core has no DOM and no Node types; every runtime it can meet has these two.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

// `ignoreBOM: true` means "do not swallow it": the parser has to see it to refuse it.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
const encoder = new TextEncoder();

const firstBadByte = (bytes: Uint8Array): number => {
  const repaired = encoder.encode(lenient.decode(bytes));
  return bytes.findIndex((byte, index) => byte !== repaired[index]);
};

export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw new CallgateError(jsonErrors.notUtf8({ at: firstBadByte(bytes) }), { cause });
  }
};

/** Lone surrogates become U+FFFD here: callers that hash or compare check `isWellFormed` first. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** The index of the first surrogate without its partner, or -1. */
export const findLoneSurrogate = (text: string): number =>
  text.isWellFormed() ? -1 : text.search(/\p{Cs}/u);
