import { dispatchMessages } from '@callgate/messages/dispatch';
import type { UpstreamResponse, FinishedCall } from '../absorb/upstream-response.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import type { CallRequest } from '../receive/call-request.ts';
import { makeUndescribedTarget } from '../receive/tool-catalogue.ts';
import type { StoppedCall } from '../receive/propose-call.ts';
import { beginCall } from './begin-call.ts';
import type { GateParts } from './gate-parts.ts';
import { settleEventually } from './settle-call.ts';

/** What a host ran that nobody has described is recorded as undescribed: it happened all the same. */
const reportingParts = (parts: GateParts): GateParts => ({
  ...parts,
  catalogue: {
    find: (kind, server, target, argumentsDigest) =>
      parts.catalogue.find(kind, server, target, argumentsDigest) ??
      makeUndescribedTarget(kind, server, target),
  },
});

/** A call with this key is held already: then this one is another, and it is told that it needs a key of its own. */
const asStopped = (step: PendingCall | StoppedCall): StoppedCall =>
  step.state === 'held'
    ? {
        state: 'blocked',
        call: step.call,
        code: 'KEY_REUSED',
        reasons: [dispatchMessages.keyPending],
      }
    : step;

/** Records a call that has run where no gate stood. */
export const reportCall = async (
  parts: GateParts,
  request: CallRequest,
  answer: UpstreamResponse,
): Promise<FinishedCall | StoppedCall> => {
  const reporting = reportingParts(parts);
  const begun = await beginCall(reporting, request, { attached: false, ask: false, reported: true });
  if (begun.state !== 'dispatching') return asStopped(begun);
  return await settleEventually(reporting, begun, answer, { released: true });
};
