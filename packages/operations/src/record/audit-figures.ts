import type { StoreReader, TimeSpan } from '@callgate/gate/store';
import { computeApproverStatistics } from '@callgate/gate/confirm';
import type { ApprovalFigures, AuditNames, AuditLogSize } from '../api/audit.ts';
import { signedCheckpoint } from './verify-jobs.ts';

const MOST_NAMES = 2000;
const MOST_SESSIONS = 10;
const MOST_RULES = 20;
/** Decisions are read one by one; more of them tell nothing new. */
const MOST_CALLS = 20_000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const readAuditLogSize = async (read: StoreReader): Promise<AuditLogSize> => {
  const head = await read.head();
  const [first] = await read.rows(1, 1);
  const last = (await read.checkpoints()).at(-1);
  return {
    rows: head.seq,
    firstAt: first?.at ?? null,
    lastAt: head.seq === 0 ? null : head.at,
    hash: hex(head.hash),
    checkpoint: last === undefined ? null : signedCheckpoint(last),
  };
};

export const readAuditNames = async (read: StoreReader): Promise<AuditNames> => ({
  servers: await read.names('server', MOST_NAMES),
  tools: await read.names('target', MOST_NAMES),
  principals: await read.names('principal', MOST_NAMES),
});

export const readApprovalFigures = async (read: StoreReader, span: TimeSpan): Promise<ApprovalFigures> => ({
  all: await read.approvalTimes(span),
  people: await computeApproverStatistics(
    { approvers: (since) => read.approvers(since, span.until) },
    { since: span.since, now: span.until },
  ),
});

export const readPromptFigures = (read: StoreReader, span: TimeSpan): ReturnType<StoreReader['prompts']> =>
  read.prompts(span, MOST_SESSIONS);

export const readRuleFigures = (read: StoreReader, span: TimeSpan): ReturnType<StoreReader['topRules']> =>
  read.topRules(span, { most: MOST_RULES, calls: MOST_CALLS });
