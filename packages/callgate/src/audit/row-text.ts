import type { Json, JsonObject } from '@callgate/core';
import { display, displayJson, isJsonObject } from '@callgate/core';
import type { ReadRow, RecordRow } from '@callgate/gate';
import { readRow } from '@callgate/gate';
import { bold, dim } from '../show/style.ts';
import { rowWords } from './row-words.ts';

/** One row on one line. */
export const rowLine = (row: ReadRow): string => {
  const about = [row.tool, row.principal, row.call ?? '']
    .filter((text) => text !== '')
    .map((text) => display(text, { max: 200 }));
  const words = rowWords(row);
  return [
    String(row.seq).padStart(6),
    new Date(row.at).toISOString(),
    bold(row.event.padEnd(13)),
    ...about,
    ...(words === '' ? [] : [dim(words)]),
  ].join('  ');
};

/** What a row that cannot be read is shown as. */
export const UNREADABLE = 'not a row that Callgate wrote: run callgate audit verify';

/** The row, or undefined where its bytes are none. */
export const readable = ({ bytes }: Pick<RecordRow, 'bytes'>): ReadRow | undefined => {
  try {
    return readRow(bytes);
  } catch {
    return undefined;
  }
};

/** A row as it is stored, on one line. */
export const storedLine = (stored: RecordRow): string => {
  const row = readable(stored);
  return row === undefined ? `${String(stored.seq).padStart(6)}  ${bold(UNREADABLE)}` : rowLine(row);
};

/** A sealed value shows its fingerprint: equal secrets look equal, and nothing more is told. */
const withoutCiphertext = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => withoutCiphertext(item));
  if (!isJsonObject(value)) return value;
  const { $sealed: sealed, $fingerprint: fingerprint } = value;
  if (typeof sealed === 'string' && fingerprint !== undefined) return { secret: fingerprint };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutCiphertext(item)]));
};

export interface ShownRow {
  readonly row: ReadRow;
  readonly hash: string;
  /** The arguments with their secrets, where somebody asked for them and may. */
  readonly opened?: JsonObject;
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** One row whole. */
export const rowBlock = ({ row, hash, opened }: ShownRow): string => {
  const { v: _v, seq: _seq, call: _call, ...detail } = row.detail;
  return [
    `${bold(`row ${row.seq}`)}  ${new Date(row.at).toISOString()}  ${bold(row.event)}  ${row.outcome}`,
    ...(row.tool === '' ? [] : [`  tool       ${display(row.tool, { max: 400 })}`]),
    `  principal  ${display(row.principal, { max: 400 })}`,
    ...(row.call === null ? [] : [`  call       ${display(row.call, { max: 128 })}`]),
    dim(`  hash       ${hash}`),
    dim(`  before     ${row.previousHash}`),
    indented(displayJson(withoutCiphertext(detail), { lines: true, max: 4000 })),
    ...(opened === undefined ? [] : ['  arguments, opened:', indented(displayJson(opened, { lines: true }))]),
  ].join('\n');
};
