import type { JsonObject } from '@callgate/core';
import type { Finished, HeldCall, Stopped } from '@callgate/gate';

/** What Callgate itself says of a call, beside the words. */
export const DECISION_KEY = 'dev.callgate/decision';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const INSTEAD: Readonly<Record<Stopped['state'], string>> = {
  blocked:
    'Do not try the same thing by another way. Tell the person what you wanted to do and why it was stopped; they can change the policy or do it themselves.',
  refused:
    'A person said no. Do not ask for the same call again; ask the person what they would like instead, or go on without it.',
  expired:
    'Nobody answered in time. If the call is still needed, tell the person that it waits for them and ask for it again.',
  withdrawn: 'It was taken back before anybody decided. If it is still needed, ask for it again.',
};

const said = (text: string, about: JsonObject): JsonObject => ({
  content: [{ type: 'text', text }],
  isError: true,
  _meta: { [DECISION_KEY]: about },
});

/** A tool that is set apart waits for the operator, not for another policy. */
const instead = ({ state, decision }: Stopped, tool: string): string =>
  state === 'blocked' && decision?.rules.some(({ id }) => id === 'quarantined') === true
    ? `The tool is not what it was when it was first seen. Tell the person: they can look at what changed, and take it, with \`callgate accept ${tool}\`.`
    : INSTEAD[state];

/** For the model: why a call did not run, and what it may do instead. */
export const stoppedResult = (stopped: Stopped, tool = 'SERVER TOOL'): JsonObject => {
  const { state, code, reasons, call } = stopped;
  const why = reasons.map(sentence).join(' ');
  return said(`Callgate did not run this call (${state}). ${why} ${instead(stopped, tool)}`, {
    outcome: state,
    code,
    ...(call === '' ? {} : { call }),
  });
};

const WAITS_FOR: Readonly<Record<HeldCall['waiting'], string>> = {
  people: 'It waits for a person to approve it',
  slot: 'It waits for a free slot',
  hours: 'It waits for the hours in which it may run',
};

/** For the model: the call waits, where it is approved, and how to come back for it. */
export const pendingResult = ({ call, waiting, decision, expiresAt }: HeldCall): JsonObject =>
  said(
    [
      `Callgate has not run this call yet. ${WAITS_FOR[waiting]}.`,
      decision.reasons.map(sentence).join(' '),
      waiting === 'people'
        ? `Tell the person: they can approve it with \`callgate approve ${call}\` until ${new Date(expiresAt).toISOString()}.`
        : '',
      'When that has happened, make exactly the same call again, with the same arguments, and it will run. Until then go on with something else.',
    ]
      .filter((part) => part !== '')
      .join(' '),
    { outcome: 'held', call, waiting },
  );

/** For the model: nobody knows whether it happened. */
export const unknownResult = ({ call, answer }: Finished): JsonObject =>
  said(
    `Nobody knows whether this call happened: ${answer.type === 'unknown' ? sentence(answer.message) : ''} Do not repeat it by yourself. Tell the person; they can look and settle it with \`callgate settle ${call}\`.`,
    { outcome: 'indeterminate', call },
  );
