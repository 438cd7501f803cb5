import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Driver, ResumeInput, ScriptedCall, Step, Turn } from './driver.ts';
import type { Scene } from './scene.ts';
import { callsOf } from './scene.ts';

/** What the host keeps, as it comes back from wherever it was kept. */
export const keptOf = ({ kept }: Turn): unknown => JSON.parse(JSON.stringify(kept)) as unknown;

const heldAt = async (gate: Gate): Promise<CallRow | undefined> =>
  (await callsOf(gate)).findLast(({ state }) => state === 'held');

/** Resolves when a call waits at the gate, in whichever way it came there. */
const untilHeld = async (gate: Gate): Promise<void> => {
  const held = Promise.withResolvers<void>();
  const stop = gate.onEvent((event) => {
    if (event.type === 'held') held.resolve();
  });
  try {
    if ((await heldAt(gate)) === undefined) await held.promise;
  } finally {
    stop();
  }
};

/** A person reads the whole question about the call that waits, and decides at the gate. */
export const vote = async (gate: Gate, approved: boolean, reason = 'as I see it'): Promise<VoteResult> => {
  const row = await heldAt(gate);
  const question = row === undefined ? undefined : await gate.desk.question(row.id);
  if (question === undefined) throw new Error('nobody is asked');
  return await gate.desk.vote({
    call: question.call,
    binding: question.binding,
    verdict: approved ? 'approve' : 'refuse',
    subject: LOCAL_PRINCIPAL.subject,
    via: 'callback',
    opened: true,
    reason,
  });
};

export interface AskedTurn {
  readonly says: string;
  readonly calls: readonly ScriptedCall[];
  readonly after?: readonly Step[];
}

/** Lets the model make calls one of which needs a person, and the person decide; the turn when all is over. */
export const decideByPerson = async (
  { style }: Driver,
  { gate, conversation }: Scene,
  { says, calls, after = [{ text: 'I see.' }] }: AskedTurn,
  { id, approved }: Pick<ResumeInput, 'id' | 'approved'>,
  beforeVote: () => void,
): Promise<Turn> => {
  if (style === 'pause') {
    const turn = await conversation.say(says, [{ calls }]);
    if (!turn.paused.includes(id)) throw new Error(`the turn has not paused for ${id}`);
    beforeVote();
    await vote(gate, approved);
    return await conversation.goOn(keptOf(turn), { id, approved }, after);
  }
  const turn = conversation.say(says, [{ calls }, ...after]);
  const tooEarly = turn.then(() => {
    throw new Error('the turn is over and nobody was asked');
  });
  tooEarly.catch(() => {});
  await Promise.race([untilHeld(gate), tooEarly]);
  beforeVote();
  await vote(gate, approved);
  return await turn;
};

/** Lets the model make a call that needs a person, and leaves it waiting. The scene must be one in which nobody waits long. */
export const leaveWaiting = async (
  { style }: Driver,
  { conversation }: Scene,
  { says, calls, after = [{ text: 'Then I wait.' }] }: AskedTurn,
): Promise<Turn> => await conversation.say(says, style === 'pause' ? [{ calls }] : [{ calls }, ...after]);

/** Lets the model make a call that needs a person, and closes the gate while it waits inside the turn. */
export const closedWhileWaiting = async (
  { gate, conversation }: Scene,
  { says, calls, after = [{ text: 'Then I wait.' }] }: AskedTurn,
): Promise<Turn> => {
  const turn = conversation.say(says, [{ calls }, ...after]);
  turn.catch(() => {});
  await Promise.race([untilHeld(gate), turn]);
  await gate.close();
  return await turn;
};
