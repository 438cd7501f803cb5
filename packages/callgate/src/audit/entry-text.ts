import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { ParsedEntry } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import type { AuditEntryLine } from '@callgate/operations/api';
import { UNREADABLE_ENTRY, describeEntry, hideCiphertext } from '@callgate/gate/audit';
import { bold, dim } from '../show/style.ts';

/** One row on one line. */
export const entryLine = (row: ParsedEntry): string => {
  const about = [row.tool, row.principal, row.call ?? '']
    .filter((text) => text !== '')
    .map((text) => display(text, { max: 200 }));
  const words = describeEntry(row);
  return [
    String(row.seq).padStart(6),
    new Date(row.at).toISOString(),
    bold(auditMessages.audit.event({ event: row.event }).padEnd(13)),
    ...about,
    ...(words === '' ? [] : [dim(words)]),
  ].join('  ');
};

/** The same of an entry that may be none. */
export const storedEntryLine = ({ seq, entry }: AuditEntryLine): string =>
  entry === null ? `${String(seq).padStart(6)}  ${bold(UNREADABLE_ENTRY)}` : entryLine(entry);

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** One row whole. `opened`: the arguments with their secrets, if requested and permitted. */
export const entryBlock = (row: ParsedEntry, hash: string, opened: JsonObject | undefined): string => {
  const { v: _v, seq: _seq, call: _call, ...detail } = row.detail;
  return [
    `${bold(auditMessages.verify.entry({ seq: row.seq }))}  ${new Date(row.at).toISOString()}  ${bold(auditMessages.audit.event({ event: row.event }))}  ${row.outcome}`,
    ...(row.tool === '' ? [] : [`  tool       ${display(row.tool, { max: 400 })}`]),
    `  principal  ${display(row.principal, { max: 400 })}`,
    ...(row.call === null ? [] : [`  call       ${display(row.call, { max: 128 })}`]),
    dim(`  hash       ${hash}`),
    dim(`  before     ${row.previousHash}`),
    indented(displayJson(hideCiphertext(detail), { lines: true, max: 4000 })),
    ...(opened === undefined
      ? []
      : [`  ${auditMessages.audit.opened}`, indented(displayJson(opened, { lines: true }))]),
  ].join('\n');
};
