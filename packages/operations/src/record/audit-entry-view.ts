import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { EntryProblem } from '@callgate/gate/audit';
import type { ParsedEntry, StoredEntry } from '@callgate/gate/record';
import { tryParseEntry, hideCiphertext } from '@callgate/gate/audit';
import {
  readApprovalDetail,
  readDecisionDetail,
  readEndDetail,
  readTransitionDetail,
  readSettlementDetail,
  readVoteDetail,
} from '@callgate/gate/record';
import { operationMessages } from '@callgate/messages/operations';
import type { AuditEntryDetails, AuditEntryView } from '../api/audit.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const withoutSecrets = (detail: JsonObject): JsonObject => {
  const shown = hideCiphertext(detail);
  return isJsonObject(shown) ? shown : {};
};

const decidedOf = (detail: JsonObject): AuditEntryDetails => {
  const decided = readDecisionDetail(detail);
  if (decided === undefined) return {};
  const { decision, waiting, grant, twin, attempt } = decided;
  const rules = decision.rules.filter(({ outcome }) => outcome === decision.outcome).map(({ id }) => id);
  const { outcome, enforced } = decision;
  return { decided: { outcome, enforced, rules, waiting, grant, twin, attempt } };
};

const endedOf = (detail: JsonObject): AuditEntryDetails => {
  const ended = readEndDetail(detail);
  if (ended === undefined) return {};
  const { attempt, ms = null, isError = false, result = null } = ended;
  return { ended: { attempt, ms, isError, result } };
};

const faultOf = (detail: JsonObject): AuditEntryDetails => {
  const fault = readTransitionDetail(detail)?.fault ?? undefined;
  return fault === undefined ? {} : { fault: { code: fault.code, message: fault.message } };
};

const voteOf = (detail: JsonObject): AuditEntryDetails => {
  const vote = readVoteDetail(detail);
  if (vote === undefined) return {};
  const { subject, verdict, via, opened, reason, dwellMs } = vote;
  return { vote: { subject, verdict, via, opened, reason, dwellMs } };
};

const settledOf = (detail: JsonObject): AuditEntryDetails => {
  const settled = readSettlementDetail(detail);
  if (settled === undefined) return {};
  const { as, by, reason } = settled;
  return { settled: { as, by, reason } };
};

const approvedOf = (detail: JsonObject): AuditEntryDetails => {
  const by = readApprovalDetail(detail)?.by;
  return by === undefined ? {} : { approvedBy: by };
};

const ENDS: ReadonlySet<string> = new Set(['done', 'failed', 'indeterminate']);

const entryDetails = ({ event, detail }: ParsedEntry): AuditEntryDetails => {
  if (event === 'vote') return voteOf(detail);
  if (event === 'settled') return settledOf(detail);
  if (event === 'approved') return { ...approvedOf(detail), ...faultOf(detail) };
  if (ENDS.has(event)) return { ...endedOf(detail), ...faultOf(detail) };
  return { ...decidedOf(detail), ...faultOf(detail) };
};

/** A row for people. `signedRows` is how far the last checkpoint reaches. */
export const auditEntryView = (
  row: StoredEntry,
  problems: readonly EntryProblem[],
  signedRows: number,
): AuditEntryView => {
  const read = tryParseEntry(row);
  const detail = read === undefined ? null : withoutSecrets(read.detail);
  const { seq, at, event, call } = row;
  return {
    seq,
    at,
    event,
    call,
    outcome: read?.outcome ?? null,
    principal: read?.principal ?? '',
    tool: read?.tool ?? '',
    hash: hex(row.hash),
    detail,
    wrong:
      problems.find((problem) => problem.seq === seq)?.what ??
      (read === undefined ? operationMessages.auditLog.entryUnreadable : null),
    signed: seq <= signedRows,
    ...(read === undefined || detail === null ? {} : entryDetails({ ...read, detail })),
  };
};
