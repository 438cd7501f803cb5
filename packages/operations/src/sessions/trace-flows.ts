import { setImmediate } from 'node:timers/promises';
import type { Session, TracedTool } from '@callgate/core';
import type { Origin, Proof, ProvenValue } from '@callgate/core/label';
import { listProvenValues, uncutOriginText } from '@callgate/core/label';
import type { Keys } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import { openArguments, getCallSecretScope } from '@callgate/gate/record';
import type { ValueFlow, ValueFlowSource, UserMessageView } from '../api/sessions.ts';
import { findFirstSeen } from './find-first-seen.ts';

/** What flows are worked out from, where the session is still there. */
export interface FlowTraceInput {
  readonly session: Session;
  readonly keys: Keys;
  readonly words: readonly UserMessageView[];
  readonly find: (row: CallRow) => TracedTool | undefined;
}

const ORIGIN: Readonly<Record<Exclude<Proof, 'own' | 'idle'>, Origin>> = {
  person: 'person',
  approved: 'person',
  agreed: 'person',
  created: 'created',
  below: 'created',
  directory: 'directory',
  record: 'trusted',
  ownRecord: 'trusted',
  oneTimeCode: 'untrusted',
  page: 'untrusted',
  pagePart: 'untrusted',
  lookup: 'trusted',
};

/** Values nothing vouches for, as they were recorded with the call. */
export const recordedFlows = (row: CallRow): readonly ValueFlow[] =>
  row.situation.origins.unproven
    .filter(({ origin }) => origin !== undefined)
    .map(({ path, role, origin, text, firstSeen }) => ({
      from:
        firstSeen === undefined
          ? { kind: 'nowhere' }
          : { kind: 'call', call: firstSeen.call, path: firstSeen.path },
      to: row.id,
      path,
      role: role ?? null,
      origin: origin ?? 'nowhere',
      text: text ?? null,
      unproven: true,
      recorded: true,
    }));

/** The session as it was before a call, as far as it is still known. */
const sessionBefore = (
  { session, words }: FlowTraceInput,
  row: CallRow,
  over: ReadonlySet<string>,
): Session => {
  const later = new Set(
    words.filter(({ at }) => at !== null && at > row.receivedAt).map(({ text }) => text ?? ''),
  );
  return {
    ...session,
    said: session.said.filter(({ text }) => !later.has(text)),
    seen: session.seen.filter(({ call }) => over.has(call)),
  };
};

const sourceOf = (
  { proof, text: shown }: ProvenValue,
  { seen }: Session,
  words: readonly UserMessageView[],
): ValueFlowSource | undefined => {
  if (proof === 'own' || proof === 'idle') return undefined;
  const text = uncutOriginText(shown);
  if (proof === 'person') {
    const counting = words.flatMap((said, index) =>
      said.text === null || said.why !== null ? [] : [{ index, text: said.text.toLowerCase() }],
    );
    const named = counting.findLast((said) => said.text.includes(text.toLowerCase())) ?? counting.at(-1);
    return named === undefined ? undefined : { kind: 'words', words: named.index };
  }
  const found = findFirstSeen(seen, text);
  return found === undefined ? undefined : { kind: 'call', ...found };
};

const tracedFlows = async (
  tracing: FlowTraceInput,
  row: CallRow,
  over: ReadonlySet<string>,
  pause: YieldPoint,
): Promise<readonly ValueFlow[]> => {
  const tool = tracing.find(row);
  // a tool that is defined otherwise now may read its arguments otherwise
  if (tool === undefined || tool.tool.definition !== row.definition) return [];
  const args = openArguments(tracing.keys, row.sealedArguments, getCallSecretScope(row.id));
  const session = sessionBefore(tracing, row, over);
  const secret = row.decision.obligations.redact.length > 0;
  const flows: ValueFlow[] = [];
  for (const value of listProvenValues(session, tool, args).slice(0, MOST_VALUES)) {
    await pause();
    const from = sourceOf(value, session, tracing.words);
    if (from === undefined || value.proof === 'own' || value.proof === 'idle') continue;
    const { path, role, text, proof } = value;
    flows.push({
      from,
      to: row.id,
      path,
      role,
      origin: ORIGIN[proof],
      text: secret ? null : text,
      unproven: false,
      recorded: false,
    });
  }
  return flows;
};

/** Calls whose proven values are traced: each is searched for in all that was seen. */
export const MOST_TRACED = 100;
/** Of one call. */
const MOST_VALUES = 100;

/** Called between pieces of work, so that whatever else there is to do gets its turn. */
export type YieldPoint = () => Promise<void>;

/** Longer at a time and calls of agents would wait for it. */
const STRETCH_MS = 8;

export const createYieldPoint = (): YieldPoint => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await setImmediate();
    since = performance.now();
  };
};

/** Without words, things made or directories nothing can vouch for a value. */
const canProve = ({ session }: FlowTraceInput): boolean =>
  session.said.length + session.created.length > 0 || session.seen.some(({ directory }) => directory);

/** Where the decisive values of these calls came from, in the order of the calls. */
export const traceFlows = async (
  rows: readonly CallRow[],
  tracing: FlowTraceInput | undefined,
  pause: YieldPoint = createYieldPoint(),
): Promise<readonly ValueFlow[]> => {
  const first = rows.length - MOST_TRACED;
  const flows: ValueFlow[] = [];
  for (const [index, row] of rows.entries()) {
    flows.push(...recordedFlows(row));
    if (tracing === undefined || index < first || !canProve(tracing)) continue;
    await pause();
    const over = new Set(
      rows.filter(({ endedAt }) => endedAt !== null && endedAt <= row.receivedAt).map(({ id }) => id),
    );
    flows.push(...(await tracedFlows(tracing, row, over, pause)));
  }
  return flows;
};
