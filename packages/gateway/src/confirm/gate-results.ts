import type { JsonObject, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { FinishedCall, PendingCall, People, StoppedCall } from '@callgate/gate';
import type { DispatchedCall } from '@callgate/gate/host';
import { canVote } from '@callgate/gate/confirm';

/** What Callgate itself says of a call, beside the words. */
export const DECISION_KEY = 'dev.callgate/decision';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const NEXT_STEPS: Readonly<Record<StoppedCall['state'], string>> = {
  blocked:
    'Do not try the same thing by another way. Tell the person what you wanted to do and why it was stopped; they can change the policy or do it themselves.',
  refused:
    'A person said no. Do not ask for the same call again; ask the person what they would like instead, or go on without it.',
  expired:
    'Its time to wait is over, and it waits no longer. If it is still needed, tell the person, and make the call again.',
  withdrawn: 'If the call is still needed, make it again.',
};

/** Where the code says more than the state. */
const NEXT_STEPS_BY_CODE: Readonly<Record<string, string>> = {
  APPROVAL_VOID:
    'A person had approved it, but that approval no longer holds. If the call is still needed, make it again; a person is asked again.',
  DECISION_CHANGED: 'Make the same call again; a person is asked then.',
};

const textErrorResult = (text: string, about: JsonObject): JsonObject => ({
  content: [{ type: 'text', text }],
  isError: true,
  _meta: { [DECISION_KEY]: about },
});

/** Arguments that the agent can correct by itself. */
export const ARGUMENTS_INVALID = 'ARGUMENTS_INVALID';

/** A tool that is set apart waits for the operator, not for another policy. */
const nextStepText = ({ state, code, decision }: StoppedCall, tool: string): string =>
  state === 'blocked' && decision?.rules.some(({ id }) => id === 'quarantined') === true
    ? `The tool is not what it was when it was first seen. Tell the person: they can look at what changed, and take it, with \`callgate accept ${tool}\`.`
    : (NEXT_STEPS_BY_CODE[code] ?? NEXT_STEPS[state]);

/** For the model: why a call did not run, and what it may do instead. */
export const stoppedResult = (stopped: StoppedCall, tool = 'SERVER TOOL'): JsonObject => {
  const { state, code, reasons, call } = stopped;
  const why = reasons.map(sentence).join(' ');
  // there is nothing in it for a person
  if (code === ARGUMENTS_INVALID) return textErrorResult(why, { outcome: state, code });
  return textErrorResult(`Callgate did not run this call (${state}). ${why} ${nextStepText(stopped, tool)}`, {
    outcome: state,
    code,
    ...(call === '' ? {} : { call }),
  });
};

const WAITS_FOR: Readonly<Record<PendingCall['waiting'], string>> = {
  people: 'It waits for a person to approve it',
  slot: 'It waits for a free slot',
  hours: 'It waits for the hours in which it may run',
};

/** Who may approve a call outside the agent's connection, and where. `approve` votes as the local user. */
export const approvalLocation = (
  people: People,
  requester: Principal,
  consoleUrl?: string,
): PendingCallDetails['approveAt'] => ({
  isCommand: canVote(people, requester, LOCAL_PRINCIPAL.subject),
  ...(consoleUrl === undefined ? {} : { consoleUrl }),
});

/** What else is said of a call that waits. */
export interface PendingCallDetails {
  readonly approveAt: { readonly isCommand: boolean; readonly consoleUrl?: string };
  /** Why an answer over the agent's own connection did not count, or none is asked for. */
  readonly uncounted?: string;
}

const approvalLocationText = (
  call: string,
  { isCommand, consoleUrl }: PendingCallDetails['approveAt'],
): string => {
  const inConsole = consoleUrl === undefined ? 'in the Callgate console' : `at ${consoleUrl}`;
  return isCommand
    ? `Tell the person: they can approve it with \`callgate approve ${call}\`, or ${inConsole},`
    : `Tell the person: an approver, not the person who made the call, can approve it ${inConsole}`;
};

/** For the model: the call waits, where it is approved, and how to come back for it. */
export const pendingResult = (
  { call, waiting, decision, expiresAt }: PendingCall,
  { approveAt, uncounted }: PendingCallDetails,
): JsonObject =>
  textErrorResult(
    [
      `Callgate has not run this call yet. ${WAITS_FOR[waiting]}.`,
      decision.reasons.map(sentence).join(' '),
      uncounted === undefined
        ? ''
        : `An answer over this connection does not approve it: ${sentence(uncounted)}`,
      waiting === 'people'
        ? `${approvalLocationText(call, approveAt)} until ${new Date(expiresAt).toISOString()}.`
        : '',
      'When that has happened, make exactly the same call again, with the same arguments, and it will run. Until then go on with something else.',
    ]
      .filter((part) => part !== '')
      .join(' '),
    { outcome: 'held', call, waiting, ...(uncounted === undefined ? {} : { uncounted }) },
  );

/** For the model: the very call is out or over, and is not sent a second time. */
export const alreadySentText = ({ call, state }: DispatchedCall): string =>
  state === 'dispatching'
    ? `This call is running now (${call}). Callgate does not run it twice. Do not make it again: the request that started it gets the result. If that request is lost, tell the person; \`callgate audit show ${call}\` shows what came of it.`
    : `This call has run already (${call}: ${state}). Callgate does not run it twice. The request that started it got the result; \`callgate audit show ${call}\` shows it to the person.`;

export const alreadySentResult = (out: DispatchedCall): JsonObject =>
  textErrorResult(alreadySentText(out), {
    outcome: out.state === 'dispatching' ? 'running' : out.state,
    code: 'CALL_TWICE',
    call: out.call,
  });

/** For the model: nobody knows whether it happened. */
export const indeterminateResult = ({ call, answer }: FinishedCall): JsonObject =>
  textErrorResult(
    `Nobody knows whether this call happened: ${answer.type === 'unknown' ? sentence(answer.message) : ''} Do not repeat it by yourself. Tell the person; they can look, and settle it with \`callgate settle ${call} --as happened --reason WHY\` or \`--as did-not-happen\`.`,
    { outcome: 'indeterminate', call },
  );
