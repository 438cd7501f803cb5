import type { RecordWriter } from './entry.ts';

/** Something an operator decided, by which calls are judged from now on. */
export interface OperatorAct {
  /** Subject of whoever decided it. */
  readonly by: string;
  readonly code: string;
  /** Safe to show. */
  readonly message: string;
  /** `server/target`, where it is about one tool. */
  readonly tool?: string;
}

/** Leaves a row of it. What cannot be recorded is not done. */
export const recordAct = async (
  tx: RecordWriter,
  { by, code, message, tool = '' }: OperatorAct,
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
