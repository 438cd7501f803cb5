import type { ControlVote, Question } from '@callgate/gate';
import { grantScopeText } from '@callgate/gate';
import { CallgateError, display } from '@callgate/core';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { toolText } from './call-text.ts';
import type { DeskAccess } from './open-access.ts';

/** The vote did not count: told, and the exit code says it. */
export const notCounted = (because: string): void => {
  process.exitCode = 2;
  process.stderr.write(`not counted: ${because}\n`);
};

/** What people are asked about a call; undefined, and told, where nobody is asked any more. */
export const openQuestion = async ({ control }: DeskAccess, id: string): Promise<Question | undefined> => {
  const found = await control.ask('call', { call: id });
  if (found === null)
    throw new CallgateError('CALL_UNKNOWN', `there is no call ${display(id, { max: 128 })}`, {
      help: 'see what waits with callgate inbox',
    });
  const { state, waiting } = found.call;
  if (state !== 'held' || waiting !== 'people') {
    notCounted(state === 'held' ? `the call waits for ${waiting}, not for people` : `the call is ${state}`);
    return undefined;
  }
  const question = await control.ask('question', { call: id });
  if (question === null) notCounted('nobody is asked about this call');
  return question ?? undefined;
};

/** Says one person's word, and tells what became of it. */
export const castVote = async (
  { control }: DeskAccess,
  question: Question,
  word: Omit<ControlVote, 'call' | 'binding'>,
  json: boolean,
): Promise<void> => {
  const { call, binding } = question;
  const result = await control.ask('vote', { ...word, call, binding });
  if (json) write(asciiJson(result));
  const { refusedBecause, state, missing, grant, noGrantBecause } = result;
  if (refusedBecause !== undefined) {
    notCounted(display(refusedBecause, { max: 500 }));
    return;
  }
  if (json) return;
  const more = missing.map((what) => display(what, { max: 300 })).join('; ');
  write(
    state === 'held'
      ? `your word is noted; still missing: ${more}`
      : `${state}: ${toolText(question)}  ${display(call, { max: 128 })}`,
  );
  if (grant !== undefined) write(`grant ${display(grant.id, { max: 128 })}: ${grantScopeText(grant)}`);
  if (noGrantBecause !== undefined)
    process.stderr.write(`note: no grant was given: ${display(noGrantBecause, { max: 300 })}\n`);
};
