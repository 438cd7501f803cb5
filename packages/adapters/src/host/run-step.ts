import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { ToolRequest } from './host.ts';
import { requestOf } from './host.ts';
import { inOrder } from './in-order.ts';
import type { HoldingHost, ToolUse } from './run-held.ts';
import { runAdmitted } from './run-held.ts';
import type { Execute } from './run-tool.ts';
import { settleIfOut } from './settle-ran.ts';
import { whyNot } from './error-text.ts';

/** One of the calls that a model made at once. */
export interface StepUse extends ToolUse {
  readonly execute: Execute;
}

/** What came of one call: what the tool gave, or why there is nothing, in words for the model. */
export type Came =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'error'; readonly error: CallgateError };

interface JudgedUse {
  readonly use: StepUse;
  readonly request: ToolRequest;
  readonly admission: Admission;
}

const cameOf = async (run: () => Promise<unknown>): Promise<Came> => {
  try {
    return { type: 'value', value: await run() };
  } catch (error) {
    if (error instanceof CallgateError) return { type: 'error', error };
    throw error;
  }
};

/** The others of the step have run, and what came of them is not lost. */
const failed = (error: unknown): Came => ({
  type: 'error',
  error: new CallgateError('GATE_FAILED', whyNot(error), { cause: error }),
});

/** Nobody will run these: the step has failed before the first of them ran. */
const giveBack = async (gate: Gate, judged: readonly (JudgedUse | Came)[]): Promise<void> => {
  for (const one of judged)
    if ('admission' in one && isDispatchable(one.admission))
      await settleIfOut(gate, one.admission, {
        type: 'error',
        code: 'NOT_RUN',
        message: 'the step was given up before it ran',
      });
};

const judgeAll = async (
  gate: Gate,
  host: HoldingHost,
  uses: readonly StepUse[],
): Promise<readonly (JudgedUse | Came)[]> => {
  const judged: (JudgedUse | Came)[] = [];
  try {
    for (const use of uses) {
      const request = requestOf(host, use.name, use.input, use.id);
      const came = await cameOf(() => gate.begin(request));
      judged.push(came.type === 'error' ? came : { use, request, admission: came.value as Admission });
    }
    return judged;
  } catch (error) {
    await giveBack(gate, judged).catch(() => {});
    throw error;
  }
};

/**
 * Takes all calls of one step: judged one after the other, each on what the ones before it touch, then run side by side.
 * In the order of the calls.
 */
export const runStep = async (
  gate: Gate,
  host: HoldingHost,
  uses: readonly StepUse[],
): Promise<readonly Came[]> => {
  const judged = await inOrder(gate, host, () => judgeAll(gate, host, uses));
  const ended = await Promise.allSettled(
    judged.map(async (one) =>
      'type' in one
        ? one
        : await cameOf(() => runAdmitted(gate, host, one.request, one.admission, one.use, one.use.execute)),
    ),
  );
  return ended.map((end) => (end.status === 'rejected' ? failed(end.reason) : end.value));
};
