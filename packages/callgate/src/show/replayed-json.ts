import { display } from '@callgate/core';
import type { UnprovenValue } from '@callgate/core/label';
import type { ReplayedCall } from '../replay/replay-trace.ts';

/** An argument as people write it: `to`, `recipients[0]`, `invite.email`. */
export const argumentName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`),
    '',
  );

/** A value that could not be traced, for machines. */
export const unprovenJson = (value: UnprovenValue): Record<string, unknown> => ({
  argument: argumentName(value.path),
  value: value.text ?? null,
  role: value.role ?? null,
  origin: value.origin,
  firstSeen: value.firstSeen ?? null,
});

/** What was decided about one call of a session, for machines. */
export const replayedJson = (session: string, replayed: ReplayedCall): Record<string, unknown> => {
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
