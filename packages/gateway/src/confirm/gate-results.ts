import type { JsonObject, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { FinishedCall, PendingCall, People, StoppedCall } from '@callgate/gate';
import type { DispatchedCall } from '@callgate/gate/host';
import { canVote } from '@callgate/gate/confirm';
import { approvalMessages } from '@callgate/messages/approval';

/** What Callgate itself says of a call, beside the words. */
export const DECISION_KEY = 'dev.callgate/decision';

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

const text = approvalMessages.agent;

/** Where the code says more than the state. */
const NEXT_STEPS_BY_CODE: Readonly<Record<string, string>> = {
  APPROVAL_VOID: text.instead.approvalVoid,
  DECISION_CHANGED: text.instead.decisionChanged,
};

const textErrorResult = (words: string, about: JsonObject): JsonObject => ({
  content: [{ type: 'text', text: words }],
  isError: true,
  _meta: { [DECISION_KEY]: about },
});

/** Arguments that the agent can correct by itself. */
export const ARGUMENTS_INVALID = 'ARGUMENTS_INVALID';

/** A tool that is quarantined waits for the operator, not for another policy. */
const nextStepText = ({ state, code, decision }: StoppedCall, tool: string): string =>
  state === 'blocked' && decision?.rules.some(({ id }) => id === 'quarantined') === true
    ? text.instead.quarantined({ tool })
    : (NEXT_STEPS_BY_CODE[code] ?? text.instead[state]);

/** For the model: why a call did not run, and what it may do instead. */
export const stoppedResult = (stopped: StoppedCall, tool = 'SERVER TOOL'): JsonObject => {
  const { state, code, reasons, call } = stopped;
  const why = reasons.map(sentence).join(' ');
  // there is nothing in it for a person
  if (code === ARGUMENTS_INVALID) return textErrorResult(why, { outcome: state, code });
  return textErrorResult(
    text.stopped({ state: text.state[state], why, instead: nextStepText(stopped, tool) }),
    {
      outcome: state,
      code,
      ...(call === '' ? {} : { call }),
    },
  );
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
  { call, expiresAt }: PendingCall,
  { isCommand, consoleUrl }: PendingCallDetails['approveAt'],
): string => {
  const place = text.inConsole({ url: consoleUrl });
  const until = new Date(expiresAt).toISOString();
  return isCommand ? text.approveHere({ call, place, until }) : text.approveElsewhere({ place, until });
};

/** For the model: the call waits, where it is approved, and how to come back for it. */
export const pendingResult = (
  held: PendingCall,
  { approveAt, uncounted }: PendingCallDetails,
): JsonObject => {
  const { call, waiting, decision } = held;
  return textErrorResult(
    [
      text.pending({ waits: text.waits[waiting] }),
      decision.reasons.map(sentence).join(' '),
      uncounted === undefined ? '' : text.uncounted({ because: sentence(uncounted) }),
      waiting === 'people' ? approvalLocationText(held, approveAt) : '',
      text.comeBack,
    ]
      .filter((part) => part !== '')
      .join(' '),
    { outcome: 'held', call, waiting, ...(uncounted === undefined ? {} : { uncounted }) },
  );
};

/** For the model: the very call is out or over, and is not sent a second time. */
export const alreadySentText = ({ call, state }: DispatchedCall): string =>
  state === 'dispatching' ? text.running({ call }) : text.ran({ call, state });

export const alreadySentResult = (out: DispatchedCall): JsonObject =>
  textErrorResult(alreadySentText(out), {
    outcome: out.state === 'dispatching' ? 'running' : out.state,
    code: 'CALL_TWICE',
    call: out.call,
  });

/** For the model: nobody knows whether it happened. */
export const indeterminateResult = ({ call, answer }: FinishedCall): JsonObject =>
  textErrorResult(
    text.unknown({ call, message: answer.type === 'unknown' ? sentence(answer.message) : '' }),
    {
      outcome: 'indeterminate',
      call,
    },
  );
