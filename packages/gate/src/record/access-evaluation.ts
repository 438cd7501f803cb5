import type { Json, Outcome } from '@callgate/core';
import type { AuditLogWriter } from './audit-entry.ts';

/** A question of another program about a call that it lets out, or not, by itself. */
export interface AccessEvaluation {
  /** Subject of the program that asked. */
  readonly asker: string;
  /** Subject whose call it would be. */
  readonly subject: string;
  /** `server/target`, as it was named; safe to show. */
  readonly resource: string;
  readonly action: string;
  readonly session: string | null;
  readonly argumentsDigest: string | null;
  readonly decision: boolean;
  /** null where nothing could be decided. */
  readonly outcome: Outcome | null;
  readonly rules: readonly string[];
  /** Why nothing could be decided. */
  readonly code: string | null;
  readonly policy: string;
}

/** Leaves a row of each. An answer that cannot be recorded is not given. */
export const recordAccessEvaluations = async (
  tx: AuditLogWriter,
  evaluations: readonly AccessEvaluation[],
): Promise<void> => {
  for (const { subject, resource, rules, ...said } of evaluations)
    await tx.append({
      event: 'evaluated',
      outcome: said.decision ? 'allowed' : 'denied',
      principal: subject,
      tool: resource,
      call: null,
      detail: { ...said, rules: [...rules] } satisfies Readonly<Record<string, Json>>,
    });
};
