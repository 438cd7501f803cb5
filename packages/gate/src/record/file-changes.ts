import { CallgateError, display } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { AuditLogWriter, StoredEntry } from './audit-entry.ts';
import { formatToolName } from './call-details.ts';
import type { CallRow } from './call-row.ts';
import { parseEntry, readFileChanges } from './entry-schema.ts';

/** Writes rows, and knows the calls that they are about. */
type CallLogWriter = AuditLogWriter & { call(id: string): Promise<CallRow | undefined> };

/** What became of the files that a call changes. */
export interface FileChangeEvent {
  readonly call: string;
  /**
   * `committing` comes before changes that no person was shown, `undoing` before a person's undo; `committed`, `undone`
   * or `conflict` after it.
   */
  readonly did: 'committing' | 'committed' | 'discarded' | 'undoing' | 'undone' | 'conflict';
  /** Of the changes. */
  readonly changes: string;
  /** Who did it, where it was no call of its own. */
  readonly by?: string;
}

/**
 * Digest of the file changes of a call that its entries tell of: those that people were shown, or that were written before
 * they were made. Null where there are none: then nobody may make, restore or take back any in its name.
 */
export const findRecordedChanges = (
  entries: readonly Pick<StoredEntry, 'event' | 'bytes'>[],
): string | null =>
  entries.reduce<string | null>((found, { event, bytes }) => {
    if (event !== 'previewed' && event !== 'file-changes') return found;
    const { changes, did } = readFileChanges(parseEntry(bytes).detail);
    return event === 'previewed' || did === 'committing' ? (changes ?? found) : found;
  }, null);

/** Leaves a row of it. Throws where the store has no such call: what leaves no row must not go on. */
export const recordFileChanges = async (
  tx: CallLogWriter,
  { call, did, changes, by }: FileChangeEvent,
): Promise<void> => {
  const row = await tx.call(call);
  if (row === undefined) throw new CallgateError(approvalErrors.callUnknown({ call: display(call) }));
  // nobody waits for it any more
  if (did === 'committing' && row.state !== 'dispatching')
    throw new CallgateError(approvalErrors.callUnknown({ call: display(call) }));
  await tx.append({
    principal: by ?? row.principal.subject,
    tool: formatToolName(row),
    call,
    event: 'file-changes',
    outcome: did === 'conflict' ? 'error' : did === 'discarded' ? 'denied' : 'allowed',
    detail: { did, changes },
  });
};
