import type { Decision, TracedTool } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Contexts, Origins } from '@callgate/core/label';
import { getContextSession } from '@callgate/core/label';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { DispatchResult } from '../absorb/upstream-response.ts';
import { MAX_TOGETHER } from '../confirm/group-calls.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import { loadCallHistory } from '../decide/decide-call.ts';
import { loadContexts } from '../label/load-contexts.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { ProposedCall, StoppedCall } from '../receive/propose-call.ts';
import { isProposedCall, proposeCall, recordRefusal, refuse } from '../receive/propose-call.ts';
import { beginCall } from './begin-call.ts';
import { decideIntended } from './decide-intended.ts';
import type { GateParts } from './gate-parts.ts';
import { findCoveringGrant } from './next-step.ts';
import { settleCall } from './settle-call.ts';

/** An intended call that asks nobody as things are now. It is decided again when it is made. */
export interface UnaskedCall {
  readonly state: 'auto';
  readonly decision: Decision;
}

/** What the gate says of an intended call. Nothing of it has left. */
export type PlannedCall = UnaskedCall | PendingCall | StoppedCall;

/** So many denials in one task are an answer to its plans: further calls are asked about when they are made. */
const MAX_DENIALS = 5;

/** What to say of a plan's call: nobody needs to be asked, its answer is known, or people are asked. */
type PlanAnswer = { readonly decision: Decision } | { readonly refusal: ErrorText } | undefined;

const refuseToAsk = (contexts: Contexts, { ref }: ProposedCall, origins: Origins): ErrorText | undefined => {
  if (origins.denied === true) return dispatchErrors.planDenied();
  const { denied = [] } = getContextSession(contexts, ref);
  return denied.length < MAX_DENIALS ? undefined : dispatchErrors.plansDenied({ count: denied.length });
};

const answerWithoutAsking = async (
  parts: GateParts,
  proposed: ProposedCall,
  others: readonly TracedTool[],
): Promise<PlanAnswer> =>
  await parts.store.transact(async (tx) => {
    const { ref, tool } = proposed;
    const now = tx.now();
    const contexts = await loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs });
    const history = await loadCallHistory(tx, parts, proposed, contexts, now);
    const decided = decideIntended(parts, proposed, contexts, others, now, history);
    const { decision } = decided;
    if (decision.mode === 'observe' || decision.outcome === 'auto') return { decision };
    if (decision.outcome !== 'confirm') return undefined;
    if ((await findCoveringGrant(tx, parts, decided, now)) !== null) return { decision };
    const refusal = refuseToAsk(contexts, proposed, decided.situation.origins);
    return refusal === undefined ? undefined : { refusal };
  });

/** Puts a call before people without letting it out. */
export const holdCall = async (
  parts: GateParts,
  request: CallRequest,
  planned?: readonly TracedTool[],
): Promise<PendingCall | StoppedCall> => {
  const held = await beginCall(parts, request, { attached: false, ask: true, planned });
  if (held.state !== 'dispatching') return held;
  // only a policy that observes lets out what people were to be asked about
  const notRun: DispatchResult = { type: 'not-sent', message: dispatchMessages.heldNotSent };
  await settleCall(parts, held, notRun, { released: true });
  throw new CallgateError(dispatchErrors.nothingHeld());
};

/** An id of the host is one of a call that is made. */
const withoutKey = (request: CallRequest): CallRequest => {
  const { key: _, ...intended } = request;
  return intended;
};

const planCall = async (
  parts: GateParts,
  intended: CallRequest,
  others: readonly TracedTool[],
): Promise<PlannedCall> => {
  const proposed = proposeCall(parts, intended);
  if (!isProposedCall(proposed)) {
    await recordRefusal(parts, intended, proposed);
    return proposed;
  }
  const answer = await answerWithoutAsking(parts, proposed, others);
  if (answer === undefined) return await holdCall(parts, intended, others);
  if ('decision' in answer) return { state: 'auto', ...answer };
  const refused = refuse(answer.refusal);
  await recordRefusal(parts, intended, refused);
  return refused;
};

/** Decides about intended calls as if they were made. If people are asked, their yes waits for the call itself. */
export const planCalls = async (
  parts: GateParts,
  requests: readonly CallRequest[],
): Promise<readonly PlannedCall[]> => {
  if (requests.length > MAX_TOGETHER)
    throw new CallgateError(dispatchErrors.planTooLong({ most: MAX_TOGETHER }));
  const intended = requests.map(withoutKey);
  const tools = intended.map((request) => {
    const proposed = proposeCall(parts, request);
    return isProposedCall(proposed) ? proposed.tool : undefined;
  });
  const planned: PlannedCall[] = [];
  for (const [at, request] of intended.entries()) {
    const others = tools.flatMap((tool, other) => (tool === undefined || other === at ? [] : [tool]));
    planned.push(await planCall(parts, request, others));
  }
  return planned;
};
