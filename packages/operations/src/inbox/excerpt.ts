import type { Json } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { SourceExcerpt, ValuePath } from '../api/inbox.ts';

const AROUND = 160;
/** What is meant may itself be long. */
const MEANT = 2000;

/** The value at a path, by own keys and indexes. */
export const valueAt = (value: Json, path: ValuePath): Json | undefined => {
  let here: Json | undefined = value;
  for (const step of path) {
    if (here === undefined || here === null) return undefined;
    if (Array.isArray(here)) here = typeof step === 'number' ? (here as readonly Json[])[step] : undefined;
    else here = isJsonObject(here) && typeof step === 'string' ? getOwn(here, step) : undefined;
  }
  return here;
};

const isLow = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** Part of a text with what is meant in it. Never cuts a character in two. */
export const excerptOf = (text: string, span: readonly [number, number] | undefined): SourceExcerpt => {
  const [from, to] = span ?? [0, Math.min(text.length, MEANT)];
  const end = Math.min(to, from + MEANT);
  let first = Math.max(0, from - AROUND);
  let last = Math.min(text.length, end + AROUND);
  if (isLow(text, first)) first -= 1;
  if (isLow(text, last)) last += 1;
  return {
    text: text.slice(first, last),
    span: span === undefined ? null : [from - first, end - first],
    cut: [first > 0, last < text.length],
  };
};
