import type { CallRow } from '@callgate/gate/record';
import type { CallFilter } from '@callgate/gate/store';
import type { AuditCall, AuditFilter } from '../api/audit.ts';

/** The filter as the store takes it. */
export const toCallFilter = ({ tool, ...rest }: AuditFilter): CallFilter => ({
  ...rest,
  ...(tool === undefined ? {} : { target: tool }),
});

export const auditCall = (row: CallRow): AuditCall => ({
  id: row.id,
  state: row.state,
  outcome: row.outcome,
  enforced: row.enforced,
  kind: row.kind,
  server: row.server,
  target: row.target,
  principal: row.principal.subject,
  session: row.session,
  ai: row.ai,
  receivedAt: row.receivedAt,
  dispatchedAt: row.dispatchedAt,
  endedAt: row.endedAt,
  attempt: row.attempt,
  rule: row.decision.rules.find(({ outcome }) => outcome === row.outcome)?.id ?? null,
  grant: row.grant,
  fault: row.fault?.code ?? null,
});
