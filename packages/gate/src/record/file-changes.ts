import { CallgateError, display } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
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

/** Leaves a row of it. Throws where the store has no such call: what leaves no row must not go on. */
export const recordFileChanges = async (
  tx: CallLogWriter,
  { call, did, changes, by }: FileChangeEvent,
): Promise<void> => {
  const row = await tx.call(call);
  if (row === undefined) throw new CallgateError(approvalErrors.callUnknown({ call: display(call) }));
  await tx.append({
    principal: by ?? row.principal.subject,
    tool: formatToolName(row),
    call,
    event: 'file-changes',
    outcome: did === 'conflict' ? 'error' : did === 'discarded' ? 'denied' : 'allowed',
    detail: { did, changes },
  });
};
