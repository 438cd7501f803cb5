import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { z } from 'zod';
import type { CallRow, CallState } from '../../src/record/call-row.ts';
import { STATE_TRANSITIONS, CALL_STATES } from '../../src/record/call-row.ts';
import type { AuditLogReader, VerifyOptions } from '../../src/audit/verify-audit-log.ts';
import { verifyAuditLog } from '../../src/audit/verify-audit-log.ts';
import type { StoreReader } from '../../src/store/store-reader.ts';
import { consentFaults, grantRows } from './check-consent.ts';
import { oracleFrame } from './oracle-dispatcher.ts';
import type { OracleLog } from './oracle-log.ts';
import type { HarnessEntry } from './recorded-rows.ts';
import { readRecord } from './recorded-rows.ts';

export interface Invariants {
  /** What arrived upstream. */
  readonly log: OracleLog;
  readonly reader: Pick<StoreReader, 'head' | 'rows' | 'callsAfter'>;
  /** Whether requesters may approve their own calls. */
  readonly selfApproval?: boolean;
  /** When rows were written, by the ids of their events, where the record says another time. */
  readonly writtenAt?: ReadonlyMap<string, number>;
  /** Says what else is wrong with the record; `recordProblems` does. */
  readonly verify?: () => Promise<readonly string[]>;
}

/** A row that says that a call is about to leave. */
interface Intent {
  readonly row: HarnessEntry;
  readonly call: string;
  readonly attempt: number;
  readonly server: string;
  readonly target: string;
  readonly argumentsDigest: string;
  readonly arguments: JsonObject;
  readonly outcome: 'auto' | 'confirm' | 'block';
  readonly enforced: boolean;
  readonly demands: readonly { readonly count: number }[];
}

const INTENT = z.looseObject({
  attempt: z.int().min(1),
  request: z.looseObject({
    server: z.string(),
    target: z.string(),
    argumentsDigest: z.string(),
    arguments: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null),
  }),
  decision: z.looseObject({
    outcome: z.enum(['auto', 'confirm', 'block']),
    enforced: z.boolean(),
    obligations: z.looseObject({ approvers: z.array(z.looseObject({ count: z.int() })) }),
  }),
});

const intentIn = (row: HarnessEntry): Intent | undefined => {
  const read = INTENT.safeParse(row.detail);
  if (!read.success || row.call === null) return undefined;
  const { attempt, request, decision } = read.data;
  return {
    row,
    call: row.call,
    attempt,
    server: request.server,
    target: request.target,
    argumentsDigest: request.argumentsDigest,
    arguments: request.arguments,
    outcome: decision.outcome,
    enforced: decision.enforced,
    demands: decision.obligations.approvers,
  };
};

const keyOf = ({ call, attempt }: { readonly call: string; readonly attempt: number }): string =>
  canonical([call, attempt]);

const nameOf = ({ call, attempt }: { readonly call: string; readonly attempt: number }): string =>
  `attempt ${attempt} of call ${call}`;

/** Everything that arrived was intended, once, as it was intended. */
const checkFrames = (
  { frames, torn }: OracleLog,
  intents: ReadonlyMap<string, readonly Intent[]>,
): string[] => {
  const violations: string[] = [];
  const arrived = new Set<string>();
  for (const { n, sent } of frames) {
    if (sent === undefined) {
      violations.push(`line ${n} of the log: something arrived that is not a call`);
      continue;
    }
    const key = keyOf(sent);
    const name = nameOf(sent);
    if (arrived.has(key)) violations.push(`${name} arrived twice`);
    arrived.add(key);
    const [intent, ...more] = intents.get(key) ?? [];
    if (intent === undefined) violations.push(`${name} arrived, and its intent is not in the record`);
    else if (more.length > 0) violations.push(`${name} has ${more.length + 1} intents`);
    else if (intent.argumentsDigest !== digest('call-arguments', sent.arguments))
      violations.push(`${name} arrived with other arguments than intended`);
    else if (intent.server !== sent.server || intent.target !== sent.target)
      violations.push(
        `${name} arrived at ${sent.server}/${sent.target}, intended for ${intent.server}/${intent.target}`,
      );
  }
  const unsent = [...intents].filter(([key]) => !arrived.has(key)).flatMap(([, [first]]) => first ?? []);
  for (const text of torn)
    if (!unsent.some((intent) => couldBegin(intent, text)))
      violations.push(`${text.length} bytes of a call arrived that nobody intended`);
  return violations;
};

/** Arguments with secrets are encrypted in the record: what they look like on the way cannot be told from it. */
const couldBegin = (intent: Intent, text: string): boolean => {
  if (digest('call-arguments', intent.arguments) !== intent.argumentsDigest) return true;
  const { call, attempt, server, target } = intent;
  return oracleFrame({ call, attempt, server, target, arguments: intent.arguments }).startsWith(text);
};

/** Nothing was intended that a decision or people did not allow. */
const checkDecisions = (
  grants: readonly HarnessEntry[],
  ofCalls: ReadonlyMap<string, readonly HarnessEntry[]>,
  intents: readonly Intent[],
  terms: { readonly selfApproval: boolean; readonly writtenAt: ReadonlyMap<string, number> },
): string[] =>
  intents.flatMap((intent) => {
    const { row, outcome, enforced, demands } = intent;
    const name = `row ${row.seq}: ${nameOf(intent)}`;
    if (!enforced || outcome === 'auto') return [];
    if (outcome === 'block') return [`${name} was intended although the decision was block`];
    return consentFaults(grants, ofCalls.get(intent.call) ?? [], row, { demands, ...terms }).map(
      (fault) => `${name}: ${fault}`,
    );
  });

const STATES: ReadonlySet<string> = new Set(CALL_STATES);
const FIRST: ReadonlySet<CallState> = new Set(['blocked', 'held', 'dispatching']);

const statesOf = (rows: readonly HarnessEntry[]): readonly (HarnessEntry & { readonly event: CallState })[] =>
  rows.filter((row): row is HarnessEntry & { event: CallState } => STATES.has(row.event));

/** No arrow of a call's life is missing in the record or there twice. */
const checkLife = (call: string, rows: readonly HarnessEntry[]): string[] => {
  const violations: string[] = [];
  let before: CallState | undefined;
  let attempt = 0;
  for (const row of statesOf(rows)) {
    const { seq, event, detail } = row;
    const goesOn = before === undefined ? FIRST.has(event) : isArrow(before, event);
    if (!goesOn)
      violations.push(`row ${seq}: call ${call} cannot become ${event} after ${before ?? 'nothing'}`);
    if (event === 'dispatching') {
      attempt += 1;
      if (detail['attempt'] !== attempt)
        violations.push(
          `row ${seq}: call ${call} has attempt ${String(detail['attempt'])} where ${attempt} is next`,
        );
    }
    before = event;
  }
  return violations;
};

/** A person's word on an indeterminate call is no state of its own. */
const isArrow = (from: CallState, to: CallState): boolean =>
  STATE_TRANSITIONS[from].includes(to) && (from !== to || to === 'dispatching');

const checkCall = (call: CallRow, rows: readonly HarnessEntry[]): string[] => {
  const states = statesOf(rows);
  const last = states.at(-1);
  if (last?.event !== call.state)
    return [`call ${call.id} is ${call.state}, and the record ends with ${last?.event ?? 'nothing'}`];
  const readOnly = call.decision.facts.mutates === 'no';
  const attempts = states.filter(({ event }) => event === 'dispatching').length;
  const digests = rows.flatMap((row) => intentIn(row)?.argumentsDigest ?? []);
  return [
    ...(attempts === call.attempt
      ? []
      : [`call ${call.id} is at attempt ${call.attempt}, and the record has ${attempts} intents`]),
    ...(readOnly && call.state === 'indeterminate'
      ? [`call ${call.id} only reads, and is indeterminate instead of failed`]
      : []),
    ...(digests.every((recorded) => recorded === call.argumentsDigest)
      ? []
      : [`call ${call.id} has other arguments than the record`]),
  ];
};

/** What `verifyAuditLog` finds, in words. */
export const recordProblems =
  (reader: AuditLogReader, options: VerifyOptions = {}): (() => Promise<readonly string[]>) =>
  async () => {
    const { problems, more } = await verifyAuditLog(reader, options);
    const found = problems.map(
      ({ code, seq, what }) => `${seq === undefined ? 'record' : `row ${seq}`}: ${code}: ${what}`,
    );
    return more === 0 ? found : [...found, `and ${more} problems more`];
  };

const PAGE = 1000;

const checkCalls = async (
  reader: Invariants['reader'],
  ofCalls: ReadonlyMap<string, readonly HarnessEntry[]>,
): Promise<string[]> => {
  const violations: string[] = [];
  const known = new Set<string>();
  for (let after = ''; ;) {
    const page = await reader.callsAfter(after, PAGE);
    for (const call of page) {
      known.add(call.id);
      violations.push(...checkCall(call, ofCalls.get(call.id) ?? []));
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (const [call, rows] of ofCalls)
    if (!known.has(call) && statesOf(rows).length > 0)
      violations.push(`call ${call} is in the record and not in the store`);
  return violations;
};

/**
 * Holds what arrived upstream against the record, and the record against itself and the calls. Returns everything that
 * must not be, in words. Ask it only when nobody writes.
 */
export const checkInvariants = async (invariants: Invariants): Promise<readonly string[]> => {
  const { log, reader, selfApproval = true, writtenAt = new Map(), verify } = invariants;
  const { rows, violations } = await readRecord(reader);
  const ofCalls = Map.groupBy(
    rows.filter(({ call }) => call !== null),
    ({ call }) => call ?? '',
  );
  const dispatching = rows.filter(({ event }) => event === 'dispatching');
  const intents = dispatching.flatMap((row) => intentIn(row) ?? []);
  const unreadable = dispatching.filter((row) => intentIn(row) === undefined);
  return [
    ...violations,
    ...unreadable.map(({ seq }) => `row ${seq} is not an intent that can be read`),
    ...checkFrames(log, Map.groupBy(intents, keyOf)),
    ...checkDecisions(grantRows(rows), ofCalls, intents, { selfApproval, writtenAt }),
    ...[...ofCalls].flatMap(([call, ofCall]) => checkLife(call, ofCall)),
    ...(await checkCalls(reader, ofCalls)),
    ...((await verify?.()) ?? []),
  ];
};
