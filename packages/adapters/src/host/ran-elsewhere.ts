import type { Decision } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Answer, Gate } from '@callgate/gate';
import type { Who } from './host.ts';
import { requestOf } from './host.ts';
import { reportAnyhow } from './settle-ran.ts';

/** A call that the provider of the model has made by itself. */
export interface RanElsewhere {
  readonly server: string;
  readonly name: string;
  readonly input: unknown;
  readonly answer: Answer;
}

/** Where the provider did not show what came of a call. */
export const NOT_SEEN: Answer = { type: 'result', result: { ranAt: 'provider', resultSeen: false } };

/**
 * What becomes of a turn in which the provider ran what should not have run. `throw`, where nothing is said: the turn
 * ends. `tell`: the operator is told, and it goes on.
 */
export type Unwanted = 'throw' | 'tell';

const isUnwanted = ({ outcome, mode }: Decision): boolean => outcome !== 'auto' && mode !== 'observe';

const reportOne = async (
  gate: Gate,
  who: Who,
  { server, name, input, answer }: RanElsewhere,
): Promise<string | undefined> => {
  const request = requestOf({ ...who, server }, name, input ?? {}, undefined);
  const shown = `${display(server, { max: 80 })}/${display(name, { max: 80 })}`;
  let why: string | undefined;
  try {
    const { decision } = await gate.decide(request, { anyArguments: true });
    if (isUnwanted(decision)) why = decision.reasons.join('; ');
  } catch (error) {
    // a tool that is not in the catalogue cannot be judged; it is reported all the same
    if (!(error instanceof CallgateError)) throw error;
    why = error.message;
  }
  const finished = await reportAnyhow(gate, request, answer);
  if ('reasons' in finished)
    throw new CallgateError(finished.code, `${shown} ran at the provider: ${finished.reasons.join('; ')}`, {
      help: 'drop this turn; it has no place in the record',
    });
  return why === undefined ? undefined : `${shown} ran at the provider: ${why}`;
};

/**
 * Records what the provider ran where no gate stood, and raises labels by it. All of it is recorded before anything is
 * thrown. Returns how many calls there were.
 */
export const reportRan = async (
  gate: Gate,
  who: Who,
  ran: readonly RanElsewhere[],
  unwanted: Unwanted = 'throw',
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
    throw new CallgateError('PROVIDER_RAN_IT', problems.join('; '), {
      help: 'drop this turn; leave the tool out, or have the provider ask before it runs it',
    });
  return ran.length;
};
