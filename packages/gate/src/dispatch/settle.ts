import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { AbsorbedResult } from '../absorb/absorb-result.ts';
import { NO_ANSWER, absorbResult, isReadOnly } from '../absorb/absorb-result.ts';
import type { Absorb, DispatchResult, Finished } from '../absorb/answer.ts';
import type { GateEvent } from '../events/gate-event.ts';
import { applyInStore, callEvent, labelTime, loadContexts } from '../label/contexts-in-store.ts';
import { OUTCOME_OF, secretsOf, toolName } from '../record/call-detail.ts';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { RecordEntry } from '../record/entry.ts';
import { sealJson } from '../record/secrets.ts';
import type { Tx } from '../store/store.ts';
import type { Dispatchable } from './dispatchable.ts';
import { closeDispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import type { OutCall } from './let-out.ts';
import { callOut } from './let-out.ts';
import { slotKeys } from './next-step.ts';
import type { ResourceUse } from './resource-watch.ts';

export interface SettleOptions {
  /** The requester is still there to get the answer. */
  readonly released: boolean;
  readonly resources?: ResourceUse | undefined;
  readonly absorb?: Absorb | undefined;
}

/** A tool that returns secrets, or one that was given some and may repeat them. */
const isSecret = ({ decision: { beliefs, obligations } }: OutCall): boolean => {
  return beliefs['secret']?.value === 'yes' || obligations.redact.length > 0;
};

const UNSAID = 'what it said may be secret and is not kept';

const recordedFault = (fault: CallFault | null, hide: (text: string) => string): CallFault | null =>
  fault === null ? null : { ...fault, message: hide(fault.message) };

/** The result as the record keeps it; encrypted where the tool returns secrets. */
const recorded = (parts: GateParts, live: OutCall, { capped, seen }: AbsorbedResult): JsonObject | null => {
  if (capped === undefined || seen === undefined) return null;
  const { bytes } = capped;
  if (capped.type === 'cut')
    return { bytes, digest: capped.digest, ...(isSecret(live) ? {} : { head: capped.head }) };
  if (!isSecret(live)) return { bytes, text: capped.text };
  return { bytes, sealed: sealJson(parts.keys, seen, secretsOf(live.row.id)) };
};

const resourcesOf = (used: ResourceUse | undefined): JsonObject | null =>
  used === undefined ? null : { ...used };

/** Writes what came of a call and what it showed the session, in one transaction; the answer is released after it. */
export const settle = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  told: DispatchResult,
  options: SettleOptions,
): Promise<Finished> => {
  const live = callOut(parts, dispatchable);
  if (live === undefined)
    throw new CallgateError(
      'SETTLED_TWICE',
      `${dispatchable.call} is not out, or its outcome is known already`,
      {
        help: 'settle what `begin` or `resume` gave, once',
      },
    );
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
  live: OutCall,
  told: DispatchResult,
  { released, resources, absorb }: SettleOptions,
): Promise<Finished> => {
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
    // always the session before the call: whoever has the session may want this call
    const [loaded, isMoved] = await Promise.all([
      ending.seen === undefined
        ? undefined
        : loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs }),
      tx.moveCall(row.id, 'dispatching', ending.state, change),
    ]);
    if (!isMoved) return undefined;
    if (ending.seen !== undefined && loaded !== undefined) {
      // what was raised when it left may have aged or been taken away since; the answer is seen now
      const contexts = await applyInStore(
        tx,
        loaded,
        ref,
        callEvent(row.id, { tool, now, age: parts.limits.labelAgeMs }),
      );
      await applyInStore(tx, contexts, ref, {
        type: 'result',
        id: row.id,
        tool,
        args: call.arguments,
        result: ending.seen,
        intended: situation.intended,
        at: labelTime(now),
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
  if (decision.obligations.concurrency.length > 0) parts.slots.released(slotKeys(decision, live));
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

const GIVEN_UP = 'the call was given up on before its answer came';

const unknownEnd = (row: CallRow): Finished =>
  isReadOnly(row.decision)
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
          message: `${GIVEN_UP}; a person can see it and settle it`,
        },
        noCaching: true,
        isLate: true,
      };

const outcomeEntry = (
  parts: GateParts,
  live: OutCall,
  attempt: number,
  ending: AbsorbedResult,
  now: number,
  released: boolean,
  resources: ResourceUse | undefined,
): RecordEntry => {
  const { row } = live;
  return {
    event: ending.state,
    outcome: ending.isError ? 'error' : OUTCOME_OF[ending.state],
    principal: row.principal.subject,
    tool: toolName(row),
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
/** The same, but nobody knows for how long: whoever waits is told at once. */
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
  message: 'its answer could not be recorded in time, so it was withheld',
};

/**
 * The same, for who cannot come back: a store that is busy just now is asked again for a while. The answer waits, and is
 * withheld in the end, or at once where the disk is full; `owed` remembers that its outcome is still to be written.
 */
export const settleInTheEnd = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  told: DispatchResult,
  options: SettleOptions,
): Promise<Finished> => {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await settle(parts, dispatchable, told, options);
    } catch (error) {
      const code = error instanceof CallgateError ? error.code : '';
      if (FINAL.has(code)) throw error;
      if (code !== TOLD_AT_ONCE && !RETRIED.has(code))
        return await settle(parts, dispatchable, unreadable(error), { ...options, released: false });
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
  message: `what was answered cannot be taken in: ${display(error instanceof Error ? error.message : String(error), { max: 200 })}`,
});

/** Writes the outcomes that there was no room for. */
export const payOwed = async (parts: GateParts): Promise<void> => {
  for (const dispatchable of Array.from(parts.owed))
    // whoever had it may be trying again by itself just now
    if (callOut(parts, dispatchable) !== undefined)
      await settle(parts, dispatchable, WITHHELD, { released: false });
};

const FORGOTTEN: DispatchResult = { type: 'unknown', message: 'nobody said in time what came of it' };
const SLACK_MS = 60_000;

/** Calls that a host took out and never settled: they must not keep their slot for as long as the process lives. */
export const giveUpForgotten = async (parts: GateParts): Promise<void> => {
  const now = parts.clock.now();
  for (const { dispatchable, until, isSettling } of parts.out.values())
    if (now > until + SLACK_MS && !isSettling)
      await settle(parts, dispatchable, FORGOTTEN, { released: false });
};
