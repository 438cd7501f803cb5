import type { AuditLogWriter } from './audit-entry.ts';

/** Something an operator decided, by which calls are judged from now on. */
export interface OperatorAction {
  /** Subject of the person who decided it. */
  readonly by: string;
  readonly code: string;
  /** Safe to show. */
  readonly message: string;
  /** `server/target`, where it is about one tool. */
  readonly tool?: string;
}

/** Leaves a row of it. What cannot be recorded is not done. */
export const recordOperatorAction = async (
  tx: AuditLogWriter,
  { by, code, message, tool = '' }: OperatorAction,
): Promise<void> => {
  await tx.append({
    event: 'operator',
    outcome: 'allowed',
    principal: by,
    tool,
    call: null,
    detail: { code, message },
  });
};
