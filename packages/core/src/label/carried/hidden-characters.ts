import { decodeUtf8 } from './utf8.ts';

/** More invisible characters than a person needs: a run of them, or so many that they can be a message. */
const MAX_HIDDEN = 8;

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
const HIDDEN_RUN = /\p{Default_Ignorable_Code_Point}{2}/u;

/** Emoji as keyboards write them: a sign with its style and skin, joined ones, keycaps and the flags of regions. */
const EMOJI =
  /(?:\u{1F3F4}[\u{E0061}-\u{E007A}]{4,6}\u{E007F}|[0-9#*]\u{FE0F}?\u{20E3}|\p{Extended_Pictographic}[\u{FE0E}\u{FE0F}]?\p{Emoji_Modifier}?(?:\u{200D}\p{Extended_Pictographic}\u{FE0F}?\p{Emoji_Modifier}?){0,6})/gu;

/** Scripts in which a joiner between two letters changes how they are written. */
const JOINED =
  /(?<=[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Mongolian}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{M}])[\u{200C}\u{200D}](?=[\p{L}\p{M}])/gu;

/** Whether a text holds more invisible characters than emoji and joining scripts need: they can be a message. */
export const hasHiddenCharacters = (text: string): boolean => {
  if (text.search(HIDDEN) === -1) return false;
  const rest = text.replace(EMOJI, '');
  if (HIDDEN_RUN.test(rest)) return true;
  const words = rest.split(/\s+/u).length;
  const joiners = (rest.match(JOINED) ?? []).length;
  return joiners > words + MAX_HIDDEN || (rest.match(HIDDEN) ?? []).length - joiners > MAX_HIDDEN;
};

/** A text in which invisible characters are written as their numbers, so that a person sees them. */
export const revealHidden = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The byte that a variation selector stands for. */
const byteOf = (code: number): number | undefined => {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
  return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : undefined;
};

/** What invisible characters say: tag characters are ASCII, variation selectors bytes. */
export const decodeHiddenTexts = (text: string): readonly string[] => {
  if (text.search(HIDDEN) === -1) return [];
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const tags = codes.filter((code) => code > 0xe001f && code < 0xe007f);
  const bytes = codes.map(byteOf).filter((byte) => byte !== undefined);
  return [
    String.fromCodePoint(...tags.map((code) => code - 0xe0000)),
    decodeUtf8(Uint8Array.from(bytes)),
  ].filter((each) => each !== '');
};
