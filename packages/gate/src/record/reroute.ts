import { CallgateError } from '@callgate/core';
import type { ContextRef } from '@callgate/core/label';
import { contextKey } from '@callgate/core/label';
import { auditErrors } from '@callgate/messages/errors/audit';
import type { CallRow } from './call-row.ts';
import type { AuditLogWriter } from './audit-entry.ts';

/** Another model than the host's own was recommended, or taken, for what comes after a call. */
export interface Reroute {
  readonly context: ContextRef;
  /** The call whose result is read next; absent where there is none, or where several are read at once. */
  readonly call?: string;
  readonly model: string;
  /** The host's own. */
  readonly instead: string;
  /** Safe to show. */
  readonly reasons: readonly string[];
  /** As estimated, in the currency of the operator's catalogue of models; null where nobody can tell. */
  readonly cost: number | null;
  /** Less than the host's own; below 0 it is dearer. */
  readonly saved: number | null;
}

const unknown = (): CallgateError => new CallgateError(auditErrors.rerouteUnknown());

/** Writes rows, and knows the calls that they are about. */
type CallLogWriter = AuditLogWriter & { call(id: string): Promise<CallRow | undefined> };

/** Leaves a row of it. A call that is named must be one of this very session. */
export const recordReroute = async (tx: CallLogWriter, rerouted: Reroute): Promise<void> => {
  const { context, call, model, instead, reasons, cost, saved } = rerouted;
  const session = contextKey(context);
  const row = call === undefined ? undefined : await tx.call(call);
  if (call !== undefined && row?.session !== session) throw unknown();
  await tx.append({
    event: 'rerouted',
    outcome: 'allowed',
    principal: context.principal,
    tool: row === undefined ? '' : `${row.server}/${row.target}`,
    call: call ?? null,
    detail: { session, model, instead, reasons: [...reasons], cost, saved },
  });
};
