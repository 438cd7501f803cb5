import type { CallRequest, Dispatchable, Gate, PendingCall, StoppedCall } from '@callgate/gate';
import type { DispatchedCall } from '@callgate/gate/host';
import { CallgateError } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ErrorText } from '@callgate/messages/text/error-text';

export type Admission = Dispatchable | PendingCall | StoppedCall | DispatchedCall;

const isStopped = (admission: Admission): admission is StoppedCall => 'reasons' in admission;

const LOOK_AGAIN_MS = 250;

/** Resolves after the next move of any call, a while, or when the host leaves. */
const waitForMove = (gate: Gate, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stopEvents();
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stopEvents = gate.onEvent((event) => {
      if (event.type === 'moved') done();
    });
    // a process in which a call waits for another one's slot has something to do, so this keeps it alive
    const timer = setTimeout(done, LOOK_AGAIN_MS);
    signal?.addEventListener('abort', done, { once: true });
  });

/**
 * Takes a call in at the moment when its tool is to run, or comes back for it if people have decided meanwhile, in this
 * process or another; what waits for a slot gets it here. Nothing but the gate is asked: what a history says about
 * approvals is not looked at.
 */
export const admitNow = async (
  gate: Gate,
  request: CallRequest,
  signal: AbortSignal | undefined,
): Promise<Admission> => {
  let admission: Admission = await gate.begin(request);
  while (admission.state === 'held') {
    const { ticket } = admission;
    admission = await gate.resume(ticket, request);
    if (admission.state !== 'held' || admission.waiting !== 'slot') return admission;
    if (signal?.aborted) {
      await gate.withdraw(ticket, adapterMessages.outcome.hostCancelled);
      throw new CallgateError(adapterErrors.withdrawn());
    }
    await waitForMove(gate, signal);
  }
  return admission;
};

const isoTime = (at: number): string => new Date(at).toISOString();

/** Why a call waits, for people and models. */
export const waitingReason = ({ waiting, decision, opensAt }: PendingCall): string => {
  if (waiting === 'people') return decision.reasons.join('; ');
  if (waiting === 'slot') return adapterMessages.waiting.slot;
  return opensAt === null
    ? adapterMessages.waiting.hours
    : adapterMessages.waiting.until({ time: isoTime(opensAt) });
};

const SENT_STATE_TEXTS: Readonly<Record<DispatchedCall['state'], string>> = adapterMessages.sent;

/** Why a call does not run now. */
export const notRunText = (admission: Exclude<Admission, Dispatchable>): ErrorText => {
  if (isStopped(admission))
    return {
      code: admission.code,
      message: adapterMessages.notRun({ reason: admission.reasons.join('; ') }),
    };
  if (admission.state !== 'held')
    return adapterErrors.sentBefore({ state: SENT_STATE_TEXTS[admission.state] });
  const reason = waitingReason(admission);
  return admission.waiting === 'people'
    ? adapterErrors.waitsForPeople({ reason })
    : adapterErrors.waits({ reason });
};

/** Why a call does not run now, as an error the model can read. */
export const notRunError = (admission: Exclude<Admission, Dispatchable>): CallgateError =>
  new CallgateError(notRunText(admission));
