import type { AuditLogWriter } from './audit-entry.ts';
import { formatToolName } from './call-details.ts';
import type { CallRow } from './call-row.ts';

/** Writes rows, and knows the calls that they are about. */
type CallLogWriter = AuditLogWriter & { call(id: string): Promise<CallRow | undefined> };

/** What became of the files that a call changes. */
export interface FileChangeEvent {
  readonly call: string;
  /** `undoing` comes before a person's undo, `undone` or `conflict` after it. */
  readonly did: 'committed' | 'discarded' | 'undoing' | 'undone' | 'conflict';
  /** Of the changes. */
  readonly changes: string;
  /** Who did it, where it was no call of its own. */
  readonly by?: string;
}

/** Leaves a row of it. */
export const recordFileChanges = async (
  tx: CallLogWriter,
  { call, did, changes, by }: FileChangeEvent,
): Promise<void> => {
  const row = await tx.call(call);
  if (row === undefined) return;
  await tx.append({
    principal: by ?? row.principal.subject,
    tool: formatToolName(row),
    call,
    event: 'file-changes',
    outcome: did === 'conflict' ? 'error' : did === 'discarded' ? 'denied' : 'allowed',
    detail: { did, changes },
  });
};
