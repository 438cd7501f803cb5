import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { getContextLabels } from '@callgate/core/label';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';
import type { AbsorbedResult } from '../absorb/absorb-result.ts';
import { NO_ANSWER, absorbResult, isReadOnlyDecision } from '../absorb/absorb-result.ts';
import type { ResponseFilter, DispatchResult, FinishedCall } from '../absorb/upstream-response.ts';
import type { GateEvent } from '../events/gate-event.ts';
import { applyStoredEvent, makeCallEvent, roundLabelTime, loadContexts } from '../label/load-contexts.ts';
import { OUTCOME_BY_STATE, getCallSecretScope, formatToolName } from '../record/call-details.ts';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { AuditEntry } from '../record/audit-entry.ts';
import { sealJson } from '../record/secrets.ts';
import type { Tx } from '../store/store.ts';
import type { Dispatchable } from './dispatchable.ts';
import { closeDispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import type { InFlightCall } from './in-flight-call.ts';
import { findInFlightCall } from './in-flight-call.ts';
import { listSlotKeys } from './next-step.ts';
import type { ResourceUse } from './resource-watch.ts';
import { canSyncLater } from './transition.ts';

export interface SettleOptions {
  /** The requester is still there to get the answer. */
  readonly released: boolean;
  readonly resources?: ResourceUse | undefined;
  readonly absorb?: ResponseFilter | undefined;
}

/** A tool that returns secrets, or one that was given some and may repeat them. */
const isSecret = ({ decision: { beliefs, obligations } }: InFlightCall): boolean => {
  return beliefs['secret']?.value === 'yes' || obligations.redact.length > 0;
};

const UNSAID = dispatchMessages.mayBeSecret;

const recordedFault = (fault: CallFault | null, hide: (text: string) => string): CallFault | null =>
  fault === null ? null : { ...fault, message: hide(fault.message) };

/** The result as the record keeps it; encrypted where the tool returns secrets. */
const recorded = (
  parts: GateParts,
  live: InFlightCall,
  { capped, seen }: AbsorbedResult,
): JsonObject | null => {
  if (capped === undefined || seen === undefined) return null;
  const { bytes } = capped;
  if (capped.type === 'cut')
    return { bytes, digest: capped.digest, ...(isSecret(live) ? {} : { head: capped.head }) };
  if (!isSecret(live)) return { bytes, text: capped.text };
  return { bytes, sealed: sealJson(parts.keys, seen, getCallSecretScope(live.row.id)) };
};

const resourcesOf = (used: ResourceUse | undefined): JsonObject | null =>
  used === undefined ? null : { ...used };

/** Writes what came of a call and what it showed the session, in one transaction; the answer is released after it. */
export const settleCall = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  told: DispatchResult,
  options: SettleOptions,
): Promise<FinishedCall> => {
  const live = findInFlightCall(parts, dispatchable);
  if (live === undefined) throw new CallgateError(dispatchErrors.settledTwice({ call: dispatchable.call }));
  live.isSettling = true;
  closeDispatchable(dispatchable);
  try {
    return await writeOutcome(parts, live, told, options);
  } catch (error) {
    // nothing was written: it can still be settled
    live.isSettling = false;
    throw error;
  }
};

const writeOutcome = async (
  parts: GateParts,
  live: InFlightCall,
  told: DispatchResult,
  { released, resources, absorb }: SettleOptions,
): Promise<FinishedCall> => {
  const { decision, tool, ref, call, situation, row, dispatchable } = live;
  const { noCaching } = decision.obligations;
  const ending = absorbResult(told, { decision, tool, resultBytes: parts.limits.resultBytes, absorb });
  const hide = parts.details.hider(decision, call.arguments);
  const fault = recordedFault(ending.fault, isSecret(live) ? () => UNSAID : hide);
  parts.failpoint('settle:before-commit');
  const write = async (tx: Tx): Promise<number | undefined> => {
    const now = tx.now();
    const change = {
      endedAt: now,
      fault,
      released: released && ending.state !== 'indeterminate',
    };
    // always the session before the call: the holder of the session may want this call
    const [loaded, isMoved] = await Promise.all([
      ending.seen === undefined
        ? undefined
        : loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs }),
      tx.moveCall(row.id, 'dispatching', ending.state, change),
    ]);
    if (!isMoved) return undefined;
    if (ending.seen !== undefined && loaded !== undefined) {
      // others may have brought untrusted content in since it left
      if (canSyncLater(row, parts.limits) && getContextLabels(loaded, ref).untrusted !== 'known')
        tx.syncLater();
      // what was raised when it left may have aged or been taken away since; the answer is seen now
      const contexts = await applyStoredEvent(
        tx,
        loaded,
        ref,
        makeCallEvent(row.id, { tool, now, age: parts.limits.labelAgeMs }),
      );
      await applyStoredEvent(tx, contexts, ref, {
        type: 'result',
        id: row.id,
        tool,
        args: call.arguments,
        result: ending.seen,
        intended: situation.intended,
        at: roundLabelTime(now),
      });
    }
    await tx.append(
      outcomeEntry(parts, live, dispatchable.attempt, { ...ending, fault }, now, released, resources),
    );
    return now;
  };
  const moved = await parts.store.transact(write);
  parts.failpoint('settle:committed');
  // another attempt may be out by now
  if (parts.out.get(row.id) === live) parts.out.delete(row.id);
  parts.owed.delete(dispatchable);
  if (decision.obligations.concurrency.length > 0) parts.slots.released(listSlotKeys(decision, live));
  if (moved === undefined) return unknownEnd(row);
  parts.events.emit({ type: 'moved', call: row.id, state: ending.state, at: moved });
  if (resources !== undefined) parts.events.emit(resourcesEvent(row, resources));
  return { state: ending.state, call: row.id, answer: ending.answer, noCaching };
};

const resourcesEvent = (row: CallRow, { cpuMs, maxRssBytes }: ResourceUse): GateEvent => ({
  type: 'resources',
  call: row.id,
  cpuMs,
  maxRssBytes,
});

const GIVEN_UP = dispatchMessages.givenUp;

const unknownEnd = (row: CallRow): FinishedCall =>
  isReadOnlyDecision(row.decision)
    ? {
        state: 'failed',
        call: row.id,
        answer: { type: 'error', code: NO_ANSWER, message: GIVEN_UP },
        noCaching: true,
        isLate: true,
      }
    : {
        state: 'indeterminate',
        call: row.id,
        answer: {
          type: 'unknown',
          code: 'OUTCOME_UNKNOWN',
          message: dispatchMessages.givenUpUnknown,
        },
        noCaching: true,
        isLate: true,
      };

const outcomeEntry = (
  parts: GateParts,
  live: InFlightCall,
  attempt: number,
  ending: AbsorbedResult,
  now: number,
  released: boolean,
  resources: ResourceUse | undefined,
): AuditEntry => {
  const { row } = live;
  return {
    event: ending.state,
    outcome: ending.isError ? 'error' : OUTCOME_BY_STATE[ending.state],
    principal: row.principal.subject,
    tool: formatToolName(row),
    call: row.id,
    detail: {
      arrows: [ending.state],
      from: 'dispatching',
      attempt,
      result: recorded(parts, live, ending),
      isError: ending.isError,
      fault: ending.fault === null ? null : { ...ending.fault },
      released,
      ms: now - (row.dispatchedAt ?? now),
      resources: resourcesOf(resources),
      ai: row.ai,
    },
  };
};

/** Nothing was written, and it may be tried again. */
const RETRIED: ReadonlySet<string> = new Set(['STORE_BUSY', 'STORE_AWAY']);
/** The same, but for an unknown time: waiters are told at once. */
const TOLD_AT_ONCE = 'STORE_FULL';
/** Nothing will be written any more, or it was. */
const FINAL: ReadonlySet<string> = new Set([
  'STORE_UNKNOWN',
  'STORE_GONE',
  'STORE_BROKEN',
  'STORE_LOST',
  'SETTLED_TWICE',
]);
const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;

const WITHHELD: DispatchResult = {
  type: 'unknown',
  message: dispatchMessages.withheld,
};

/**
 * The same, for who cannot come back: a store that is busy just now is asked again for a while. The answer waits, and is
 * withheld in the end, or at once where the disk is full; `owed` remembers that its outcome is still to be written.
 */
export const settleEventually = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  told: DispatchResult,
  options: SettleOptions,
): Promise<FinishedCall> => {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await settleCall(parts, dispatchable, told, options);
    } catch (error) {
      const code = error instanceof CallgateError ? error.code : '';
      if (FINAL.has(code)) throw error;
      if (code !== TOLD_AT_ONCE && !RETRIED.has(code))
        return await settleCall(parts, dispatchable, unreadable(error), { ...options, released: false });
      if (code === TOLD_AT_ONCE || waited >= PATIENCE_MS) {
        parts.owed.add(dispatchable);
        throw error;
      }
    }
    await new Promise<void>((resolve) => parts.clock.after(PAUSE_MS, resolve));
  }
};

const unreadable = (error: unknown): DispatchResult => ({
  type: 'unknown',
  message: dispatchMessages.unreadable({
    problem: display(error instanceof Error ? error.message : String(error), { max: 200 }),
  }),
});

/** Writes the outcomes that there was no room for. */
export const flushUnrecorded = async (parts: GateParts): Promise<void> => {
  for (const dispatchable of Array.from(parts.owed))
    // its holder may be retrying just now
    if (findInFlightCall(parts, dispatchable) !== undefined)
      await settleCall(parts, dispatchable, WITHHELD, { released: false });
};

const FORGOTTEN: DispatchResult = { type: 'unknown', message: dispatchMessages.notReported };
const SLACK_MS = 60_000;

/** Calls that a host took out and never settled: they must not keep their slot for as long as the process lives. */
export const abandonUnsettled = async (parts: GateParts): Promise<void> => {
  const now = parts.clock.now();
  for (const { dispatchable, until, isSettling } of parts.out.values())
    if (now > until + SLACK_MS && !isSettling)
      await settleCall(parts, dispatchable, FORGOTTEN, { released: false });
};
