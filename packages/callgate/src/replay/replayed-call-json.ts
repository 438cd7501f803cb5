import { display } from '@callgate/core';
import { unprovenJson } from '../show/decision-json.ts';
import type { ReplayedCall } from './replay-trace.ts';

/** What was decided about one call of a session, for machines. */
export const replayedCallJson = (session: string, replayed: ReplayedCall): Record<string, unknown> => {
  const { call, judged, error, outcome, reasons } = replayed;
  const shared = { session, id: call.id, server: call.server, tool: call.tool, outcome };
  if (judged === undefined)
    return {
      ...shared,
      rules: [],
      reasons,
      error: { code: error?.code ?? 'UNEXPECTED', message: display(error?.message ?? '') },
    };
  const { labels, words, origins } = judged.situation;
  return {
    ...shared,
    rules: judged.decision.rules.map(({ id }) => id),
    reasons,
    labels,
    words,
    proven: origins.proven,
    destination: origins.destination,
    created: origins.created,
    unproven: origins.unproven.map(unprovenJson),
    ...(origins.unasked === undefined ? {} : { unasked: origins.unasked }),
    ...(origins.forbidden === undefined ? {} : { forbidden: origins.forbidden }),
    ...(origins.outbound === undefined ? {} : { outbound: origins.outbound }),
  };
};
