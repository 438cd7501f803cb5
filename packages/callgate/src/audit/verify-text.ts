import { display } from '@callgate/core';
import type { Problem, Verified } from '@callgate/gate';
import { bold } from '../show/style.ts';
import { counted, whole } from '../show/columns.ts';

const problemText = ({ seq, call, code, what }: Problem): string => {
  const where =
    seq !== undefined ? `row ${seq}` : call == null ? 'the record' : `call ${display(call, { max: 128 })}`;
  return `${bold(where)}: ${display(what, { max: 2000 })} [${code}]`;
};

/** What was found, for people. */
export const verifiedText = (result: Verified, keyId: string | undefined): string => {
  const { rows, calls, checkpoints, kept, problems, more, signedRows, anchoredRows } = result;
  const held = `${counted(rows, 'row')}, ${counted(calls, 'call')}, ${counted(checkpoints, 'checkpoint')}, ${counted(kept, 'kept text')}`;
  return [
    ...problems.map(problemText),
    ...(more === 0 ? [] : [`and ${counted(more, 'more problem')}`]),
    result.ok
      ? `the record holds: ${held}`
      : `${bold('the record does not hold')}: ${counted(problems.length + more, 'problem')} in ${held}`,
    ...(keyId === undefined || signedRows === 0
      ? []
      : [`  rows 1 to ${whole(signedRows)} are those that key ${keyId} signed`]),
    ...(anchoredRows === 0 ? [] : [`  rows 1 to ${whole(anchoredRows)} are those that an anchor remembers`]),
    'not known:',
    ...result.unknown.map((each) => `  ${each}`),
  ].join('\n');
};
