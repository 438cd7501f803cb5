import type { TracedTool } from '@callgate/core';
import type { HistoryReadings } from '@callgate/core/decide';
import type { Contexts } from '@callgate/core/label';
import { applyContextEvent } from '@callgate/core/label';
import type { DecidedCall } from '../decide/decide-call.ts';
import { decideCall } from '../decide/decide-call.ts';
import { makeCallEvent } from '../label/load-contexts.ts';
import type { ProposedCall } from '../receive/propose-call.ts';
import type { GateParts } from './gate-parts.ts';

/**
 * Decides about a call that is only intended as if the others of its plan had left already: what they may read labels
 * the session before it is made, and a yes given under weaker labels would be void by then. Where that would block it,
 * as things are now.
 */
export const decideIntended = (
  parts: GateParts,
  proposed: ProposedCall,
  contexts: Contexts,
  others: readonly TracedTool[],
  now: number,
  history?: HistoryReadings,
): DecidedCall => {
  const age = parts.limits.labelAgeMs;
  const after = others.reduce(
    (before, tool) =>
      applyContextEvent(before, proposed.ref, makeCallEvent(proposed.call.id, { tool, now, age })),
    contexts,
  );
  const later = decideCall(parts, proposed, after, now, history);
  return later.decision.outcome === 'block' ? decideCall(parts, proposed, contexts, now, history) : later;
};
