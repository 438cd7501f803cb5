import { display } from '@callgate/core';
import type { CheckedProof } from '@callgate/gate';
import { bold } from '../show/style.ts';
import { whole } from '../show/columns.ts';
import { rowLine } from './row-text.ts';

const signedWords = ({ signed, checkpoint }: CheckedProof): string =>
  signed === true
    ? `signed with key ${checkpoint?.key ?? ''}`
    : signed === false
      ? 'not signed with the key that was given'
      : 'nobody knows by whom it was signed: no public key was given';

/** What a proof shows, for people. */
export const proofText = (checked: CheckedProof): string => {
  const { ok, problems, row, checkpoint, anchored } = checked;
  return [
    ...(row === null ? [] : [rowLine(row)]),
    ...problems.map((problem) => `${bold('wrong')}: ${display(problem, { max: 400 })}`),
    ok ? 'the proof holds' : bold('the proof does not hold'),
    ...(checkpoint === null
      ? []
      : [
          `  the checkpoint of ${whole(checkpoint.size)} rows, made ${new Date(checkpoint.at).toISOString()}, is ${signedWords(checked)}`,
          anchored
            ? '  an anchor remembers that checkpoint'
            : '  no anchor that was given remembers that checkpoint',
        ]),
  ].join('\n');
};
