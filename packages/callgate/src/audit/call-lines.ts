import type { Json } from '@callgate/core';
import { display } from '@callgate/core';
import type { RecordCall } from '@callgate/operations/api';
import { bold, dim } from '../show/style.ts';

/** One call on one line. */
export const callLine = (call: RecordCall): string => {
  const told = [
    ...(call.rule === null ? [] : [`by ${display(call.rule, { max: 80 })}`]),
    ...(call.enforced ? [] : ['only observed']),
    ...(call.ai ? ['uses AI'] : []),
    ...(call.fault === null ? [] : [display(call.fault, { max: 80 })]),
  ];
  return [
    new Date(call.receivedAt).toISOString(),
    call.id,
    bold(call.state.padEnd(13)),
    call.outcome.padEnd(7),
    display(`${call.server}/${call.target}`, { max: 200 }),
    display(call.principal, { max: 100 }),
    ...(told.length === 0 ? [] : [dim(told.join('; '))]),
  ].join('  ');
};

/** The same for programs. */
export const callJson = ({ target, ...call }: RecordCall): Json => ({ ...call, tool: target });
