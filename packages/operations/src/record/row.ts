import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { RowProblem } from '@callgate/gate/audit';
import type { ReadRow, RecordRow } from '@callgate/gate/record';
import { readable, withoutCiphertext } from '@callgate/gate/audit';
import {
  approvedDetail,
  decidedDetail,
  endedDetail,
  movedDetail,
  settledDetail,
  voteDetail,
} from '@callgate/gate/record';
import type { RowTold, StoryRow } from '../api/record.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const withoutSecrets = (detail: JsonObject): JsonObject => {
  const shown = withoutCiphertext(detail);
  return isJsonObject(shown) ? shown : {};
};

const decidedOf = (detail: JsonObject): RowTold => {
  const decided = decidedDetail(detail);
  if (decided === undefined) return {};
  const { decision, waiting, grant, twin, attempt } = decided;
  const rules = decision.rules.filter(({ outcome }) => outcome === decision.outcome).map(({ id }) => id);
  const { outcome, enforced } = decision;
  return { decided: { outcome, enforced, rules, waiting, grant, twin, attempt } };
};

const endedOf = (detail: JsonObject): RowTold => {
  const ended = endedDetail(detail);
  if (ended === undefined) return {};
  const { attempt, ms = null, isError = false, result = null } = ended;
  return { ended: { attempt, ms, isError, result } };
};

const faultOf = (detail: JsonObject): RowTold => {
  const fault = movedDetail(detail)?.fault ?? undefined;
  return fault === undefined ? {} : { fault: { code: fault.code, message: fault.message } };
};

const voteOf = (detail: JsonObject): RowTold => {
  const vote = voteDetail(detail);
  if (vote === undefined) return {};
  const { subject, verdict, via, opened, reason, dwellMs } = vote;
  return { vote: { subject, verdict, via, opened, reason, dwellMs } };
};

const settledOf = (detail: JsonObject): RowTold => {
  const settled = settledDetail(detail);
  if (settled === undefined) return {};
  const { as, by, reason } = settled;
  return { settled: { as, by, reason } };
};

const approvedOf = (detail: JsonObject): RowTold => {
  const by = approvedDetail(detail)?.by;
  return by === undefined ? {} : { approvedBy: by };
};

const ENDS: ReadonlySet<string> = new Set(['done', 'failed', 'indeterminate']);

const toldBy = ({ event, detail }: ReadRow): RowTold => {
  if (event === 'vote') return voteOf(detail);
  if (event === 'settled') return settledOf(detail);
  if (event === 'approved') return { ...approvedOf(detail), ...faultOf(detail) };
  if (ENDS.has(event)) return { ...endedOf(detail), ...faultOf(detail) };
  return { ...decidedOf(detail), ...faultOf(detail) };
};

/** A row for people. `signedRows` is how far the last checkpoint reaches. */
export const storyRow = (row: RecordRow, problems: readonly RowProblem[], signedRows: number): StoryRow => {
  const read = readable(row);
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
      (read === undefined ? 'its bytes are not a row' : null),
    signed: seq <= signedRows,
    ...(read === undefined || detail === null ? {} : toldBy({ ...read, detail })),
  };
};
