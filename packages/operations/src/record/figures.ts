import type { Reader, TimeSpan } from '@callgate/gate/store';
import { approverStatistics } from '@callgate/gate/confirm';
import type { ApprovalFigures, RecordNames, RecordSize } from '../api/record.ts';
import { signedCheckpoint } from './verify-job.ts';

const MOST_NAMES = 2000;
const MOST_SESSIONS = 10;
const MOST_RULES = 20;
/** Decisions are read one by one; more of them tell nothing new. */
const MOST_CALLS = 20_000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const recordSize = async (read: Reader): Promise<RecordSize> => {
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

export const recordNames = async (read: Reader): Promise<RecordNames> => ({
  servers: await read.names('server', MOST_NAMES),
  tools: await read.names('target', MOST_NAMES),
  principals: await read.names('principal', MOST_NAMES),
});

export const approvalFigures = async (read: Reader, span: TimeSpan): Promise<ApprovalFigures> => ({
  all: await read.approvalTimes(span),
  people: await approverStatistics(
    { approvers: (since) => read.approvers(since, span.until) },
    { since: span.since, now: span.until },
  ),
});

export const promptsOf = (read: Reader, span: TimeSpan): ReturnType<Reader['prompts']> =>
  read.prompts(span, MOST_SESSIONS);

export const rulesOf = (read: Reader, span: TimeSpan): ReturnType<Reader['topRules']> =>
  read.topRules(span, { most: MOST_RULES, calls: MOST_CALLS });
