import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { ReadRow, RecordRow } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import { UNREADABLE, readable, rowWords, withoutCiphertext } from '@callgate/gate/audit';
import { bold, dim } from '../show/style.ts';

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

/** A row as it is stored, on one line. */
export const storedLine = (stored: RecordRow): string => {
  const row = readable(stored);
  return row === undefined ? `${String(stored.seq).padStart(6)}  ${bold(UNREADABLE)}` : rowLine(row);
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
    `${bold(auditMessages.verify.entry({ seq: row.seq }))}  ${new Date(row.at).toISOString()}  ${bold(row.event)}  ${row.outcome}`,
    ...(row.tool === '' ? [] : [`  tool       ${display(row.tool, { max: 400 })}`]),
    `  principal  ${display(row.principal, { max: 400 })}`,
    ...(row.call === null ? [] : [`  call       ${display(row.call, { max: 128 })}`]),
    dim(`  hash       ${hash}`),
    dim(`  before     ${row.previousHash}`),
    indented(displayJson(withoutCiphertext(detail), { lines: true, max: 4000 })),
    ...(opened === undefined ? [] : ['  arguments, opened:', indented(displayJson(opened, { lines: true }))]),
  ].join('\n');
};
