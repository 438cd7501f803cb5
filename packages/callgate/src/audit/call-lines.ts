import type { Json } from '@callgate/core';
import { display } from '@callgate/core';
import type { CallRow } from '@callgate/gate';
import { bold, dim } from '../show/style.ts';

const ruleOf = ({ decision, outcome }: CallRow): string | null =>
  decision.rules.find((rule) => rule.outcome === outcome)?.id ?? null;

/** One call on one line. */
export const callLine = (call: CallRow): string => {
  const rule = ruleOf(call);
  const told = [
    ...(rule === null ? [] : [`by ${display(rule, { max: 80 })}`]),
    ...(call.enforced ? [] : ['only observed']),
    ...(call.ai ? ['uses AI'] : []),
    ...(call.fault === null ? [] : [display(call.fault.code, { max: 80 })]),
  ];
  return [
    new Date(call.receivedAt).toISOString(),
    call.id,
    bold(call.state.padEnd(13)),
    call.outcome.padEnd(7),
    display(`${call.server}/${call.target}`, { max: 200 }),
    display(call.principal.subject, { max: 100 }),
    ...(told.length === 0 ? [] : [dim(told.join('; '))]),
  ].join('  ');
};

/** The same for programs: no arguments, no ticket, no word that quotes a value. */
export const callJson = (call: CallRow): Json => ({
  id: call.id,
  state: call.state,
  outcome: call.outcome,
  enforced: call.enforced,
  kind: call.kind,
  server: call.server,
  tool: call.target,
  principal: call.principal.subject,
  session: call.session,
  ai: call.ai,
  receivedAt: call.receivedAt,
  dispatchedAt: call.dispatchedAt,
  endedAt: call.endedAt,
  attempt: call.attempt,
  rule: ruleOf(call),
  fault: call.fault?.code ?? null,
});
