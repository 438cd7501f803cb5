import type { Answer, Finished } from '../absorb/answer.ts';
import type { HeldCall } from '../confirm/held-call.ts';
import type { CallRequest } from '../receive/call-request.ts';
import { undescribed } from '../receive/catalogue.ts';
import type { Stopped } from '../receive/propose-call.ts';
import { begin } from './begin.ts';
import type { GateParts } from './gate-parts.ts';
import { settleInTheEnd } from './settle.ts';

/** What a host ran that nobody has described is recorded as undescribed: it happened all the same. */
const reportingParts = (parts: GateParts): GateParts => ({
  ...parts,
  catalogue: {
    find: (kind, server, target, argumentsDigest) =>
      parts.catalogue.find(kind, server, target, argumentsDigest) ?? undescribed(kind, server, target),
  },
});

/** A call with this key is held already: then this one is another, and it is told that it needs a key of its own. */
const asStopped = (step: HeldCall | Stopped): Stopped =>
  step.state === 'held'
    ? {
        state: 'blocked',
        call: step.call,
        code: 'KEY_REUSED',
        reasons: ['a call with this key is held already'],
      }
    : step;

/** Records a call that has run where no gate stood. */
export const report = async (
  parts: GateParts,
  request: CallRequest,
  answer: Answer,
): Promise<Finished | Stopped> => {
  const reporting = reportingParts(parts);
  const begun = await begin(reporting, request, { attached: false, ask: false, reported: true });
  if (begun.state !== 'dispatching') return asStopped(begun);
  return await settleInTheEnd(reporting, begun, answer, { released: true });
};
