import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from './admit.ts';
import type { ToolRequest } from './host-options.ts';
import { requestOf } from './host-options.ts';
import { runInOrder } from './run-in-order.ts';
import type { WaitingHostOptions, ToolRun } from './run-with-approval.ts';
import { runAdmitted } from './run-with-approval.ts';
import type { ToolExecutor } from './run-tool.ts';
import { settleIfOpen } from './settle-run.ts';
import { failureText } from './error-text.ts';

/** One of the calls that a model made at once. */
export interface StepCall extends ToolRun {
  readonly execute: ToolExecutor;
}

/** What came of one call: what the tool gave, or why there is nothing, in words for the model. */
export type ModelCallResult =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'error'; readonly error: CallgateError };

interface JudgedStepCall {
  readonly use: StepCall;
  readonly request: ToolRequest;
  readonly admission: Admission;
}

const runToResult = async (run: () => Promise<unknown>): Promise<ModelCallResult> => {
  try {
    return { type: 'value', value: await run() };
  } catch (error) {
    if (error instanceof CallgateError) return { type: 'error', error };
    throw error;
  }
};

/** The others of the step have run, and what came of them is not lost. */
const toFailedResult = (error: unknown): ModelCallResult => ({
  type: 'error',
  error: new CallgateError('GATE_FAILED', failureText(error), { cause: error }),
});

/** Nobody will run these: the step has failed before the first of them ran. */
const releaseUnrun = async (
  gate: Gate,
  judged: readonly (JudgedStepCall | ModelCallResult)[],
): Promise<void> => {
  for (const one of judged)
    if ('admission' in one && isDispatchable(one.admission))
      await settleIfOpen(gate, one.admission, {
        type: 'error',
        code: 'NOT_RUN',
        message: adapterMessages.outcome.stepCancelled,
      });
};

const judgeAll = async (
  gate: Gate,
  host: WaitingHostOptions,
  uses: readonly StepCall[],
): Promise<readonly (JudgedStepCall | ModelCallResult)[]> => {
  const judged: (JudgedStepCall | ModelCallResult)[] = [];
  try {
    for (const use of uses) {
      const request = requestOf(host, use.name, use.input, use.id);
      const came = await runToResult(() => gate.begin(request));
      judged.push(came.type === 'error' ? came : { use, request, admission: came.value as Admission });
    }
    return judged;
  } catch (error) {
    await releaseUnrun(gate, judged).catch(() => {});
    throw error;
  }
};

/**
 * Takes all calls of one step: judged one after the other, each on what the ones before it touch, then run side by side.
 * In the order of the calls.
 */
export const runStep = async (
  gate: Gate,
  host: WaitingHostOptions,
  uses: readonly StepCall[],
): Promise<readonly ModelCallResult[]> => {
  const judged = await runInOrder(gate, host, () => judgeAll(gate, host, uses));
  const ended = await Promise.allSettled(
    judged.map(async (one) =>
      'type' in one
        ? one
        : await runToResult(() =>
            runAdmitted(gate, host, one.request, one.admission, one.use, one.use.execute),
          ),
    ),
  );
  return ended.map((end) => (end.status === 'rejected' ? toFailedResult(end.reason) : end.value));
};
