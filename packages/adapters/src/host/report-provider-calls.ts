import type { Decision } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { UpstreamResponse, Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ConversationRef } from './host-options.ts';
import { requestOf } from './host-options.ts';
import { reportRun } from './settle-run.ts';

/** A call that the provider of the model has made by itself. */
export interface ProviderCall {
  readonly server: string;
  readonly name: string;
  readonly input: unknown;
  readonly answer: UpstreamResponse;
}

/** Where the provider did not show what came of a call. */
export const RESULT_NOT_SEEN: UpstreamResponse = {
  type: 'result',
  result: { ranAt: 'provider', resultSeen: false },
};

/**
 * What becomes of a turn in which the provider ran what should not have run. `throw`, where nothing is said: the turn
 * ends. `tell`: the operator is told, and it goes on.
 */
export type UnwantedCallAction = 'throw' | 'tell';

const isUnwantedCall = ({ outcome, mode }: Decision): boolean => outcome !== 'auto' && mode !== 'observe';

const reportOne = async (
  gate: Gate,
  who: ConversationRef,
  { server, name, input, answer }: ProviderCall,
): Promise<string | undefined> => {
  const request = requestOf({ ...who, server }, name, input ?? {}, undefined);
  const shown = `${display(server, { max: 80 })}/${display(name, { max: 80 })}`;
  let why: string | undefined;
  try {
    const { decision } = await gate.decide(request, { anyArguments: true });
    if (isUnwantedCall(decision)) why = decision.reasons.join('; ');
  } catch (error) {
    // a tool that is not in the catalogue cannot be judged; it is reported all the same
    if (!(error instanceof CallgateError)) throw error;
    why = error.message;
  }
  const finished = await reportRun(gate, request, answer);
  if ('reasons' in finished)
    throw new CallgateError({
      code: finished.code,
      message: adapterMessages.outcome.ranAtProvider({ tool: shown, reason: finished.reasons.join('; ') }),
      help: adapterMessages.dropUnrecorded,
    });
  return why === undefined ? undefined : adapterMessages.outcome.ranAtProvider({ tool: shown, reason: why });
};

/**
 * Records what the provider ran where no gate stood, and raises labels by it. All of it is recorded before anything is
 * thrown. Returns how many calls there were.
 */
export const reportProviderCalls = async (
  gate: Gate,
  who: ConversationRef,
  ran: readonly ProviderCall[],
  unwanted: UnwantedCallAction = 'throw',
): Promise<number> => {
  const problems: string[] = [];
  const faults: unknown[] = [];
  for (const one of ran) {
    try {
      const problem = await reportOne(gate, who, one);
      if (problem === undefined) continue;
      problems.push(problem);
      await gate.tell({ code: 'PROVIDER_RAN_IT', message: problem });
    } catch (error) {
      // the rest has run as well
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  if (problems.length > 0 && unwanted === 'throw')
    throw new CallgateError(adapterErrors.providerRan({ problems: problems.join('; ') }));
  return ran.length;
};
