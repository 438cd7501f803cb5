import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Grant } from '@callgate/gate/confirm';
import type { CallRow, StoredEntry } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { findEntryProblems, hideCiphertext } from '@callgate/gate/audit';
import { describeGrantScope } from '@callgate/gate/confirm';
import { operationErrors } from '@callgate/messages/errors/operation';
import { operationMessages } from '@callgate/messages/operations';
import type { CallHistory, AuditEntryView } from '../api/audit.ts';
import { auditCall } from './audit-call.ts';
import { auditEntryView } from './audit-entry-view.ts';

const unknownCallError = (call: string): CallgateError =>
  new CallgateError(operationErrors.callUnknown({ call: display(call, { max: 80 }) }));

const signedRows = async (read: StoreReader): Promise<number> => (await read.checkpoints()).at(-1)?.size ?? 0;

const auditEntryViews = async (
  read: StoreReader,
  rows: readonly StoredEntry[],
): Promise<readonly AuditEntryView[]> => {
  const problems = await findEntryProblems(read, rows);
  const signed = await signedRows(read);
  return rows.map((row) => auditEntryView(row, problems, signed));
};

/** Sealed ones are far longer than what was let in. */
const SEALED = {
  bytes: 64 * 1024 * 1024,
  depth: 128,
  keys: 1_000_000,
  string: 32 * 1024 * 1024,
  array: 1_000_000,
};

const argumentsOf = ({ sealedArguments }: CallRow): JsonObject => {
  const shown = hideCiphertext(parseStrict(sealedArguments, SEALED));
  return isJsonObject(shown) ? shown : {};
};

/** Grants are few beside calls; the one that stood in is looked for among all of them. */
const grantOf = async (read: StoreReader, id: string, now: number): Promise<Grant | undefined> => {
  for (let after: string | undefined; ;) {
    const page = await read.grants(
      { limit: 1000, ...(after === undefined ? {} : { after }) },
      { live: false, now },
    );
    const found = page.items.find((grant) => grant.id === id);
    if (found !== undefined || page.next === null) return found;
    after = page.next;
  }
};

const readGrant = async (
  read: StoreReader,
  id: string | null,
  now: number,
): Promise<CallHistory['grant']> => {
  if (id === null) return null;
  const grant = await grantOf(read, id, now);
  return grant === undefined
    ? { id, by: [], scope: operationMessages.auditLog.grantGone }
    : { id, by: grant.by, scope: describeGrantScope(grant) };
};

/** Everything of one call: how it stands, what was decided, and each row that tells of it. */
export const readCallHistory = async (read: StoreReader, id: string, now: number): Promise<CallHistory> => {
  const row = await read.call(id);
  if (row === undefined) throw unknownCallError(id);
  const { decision, situation } = row;
  return {
    call: {
      ...auditCall(row),
      context: row.context,
      authenticated: row.authenticated,
      definition: row.definition,
      argumentsDigest: row.argumentsDigest,
      policy: row.policy,
      waiting: row.waiting,
      twin: row.twin,
      heldAt: row.heldAt,
      expiresAt: row.expiresAt,
      released: row.released,
      settled: row.settled,
    },
    arguments: argumentsOf(row),
    decision: {
      outcome: decision.outcome,
      mode: decision.mode,
      rules: decision.rules,
      exceptions: decision.exceptions.map(({ id: exception, rule, reason }) => ({
        id: exception,
        rule,
        reason,
      })),
      reasons: decision.reasons,
      beliefs: decision.beliefs,
      conflicts: decision.conflicts,
    },
    labels: situation.labels,
    unproven: situation.origins.unproven,
    votes: await read.votes(id),
    grant: await readGrant(read, row.grant, now),
    rows: await auditEntryViews(read, await read.rowsOfCall(id)),
  };
};
