import { display } from '@callgate/core';
import type { Problem, Verified, VerifyGap } from '@callgate/gate';
import { bold } from '../show/style.ts';
import { counted, whole } from '../show/columns.ts';

const problemText = ({ seq, call, code, what }: Problem): string => {
  const where =
    seq !== undefined ? `row ${seq}` : call == null ? 'the record' : `call ${display(call, { max: 128 })}`;
  return `${bold(where)}: ${display(what, { max: 2000 })} [${code}]`;
};

const gapText = (gap: VerifyGap, { rows, signedRows }: Verified): string => {
  switch (gap) {
    case 'key':
      return 'no public key was given, so nobody knows who signed it: name one with --key';
    case 'anchors':
      return 'no anchor fits, so a deleted end or an older copy would not be noticed: name anchor files with --anchor';
    case 'tail-signature':
      return `rows ${whole(signedRows + 1)} to ${whole(rows)} are not signed yet: a gateway signs within a minute and when it is closed`;
    case 'older-than-remembered':
      return 'an anchor remembers rows that are not in it: this is an older copy, or its end was cut off';
  }
};

const headline = ({ verdict, problems, more }: Verified, held: string): string => {
  if (verdict === 'intact') return `the record holds: ${held}`;
  return verdict === 'broken'
    ? `${bold('the record does not hold')}: ${counted(problems.length + more, 'problem')} in ${held}`
    : `${bold('nobody can say whether the record holds')}: ${held}`;
};

/** What was found, for people. */
export const verifiedText = (result: Verified, keyId: string | undefined): string => {
  const { rows, calls, checkpoints, kept, problems, more, signedRows, anchoredRows } = result;
  const held = `${counted(rows, 'row')}, ${counted(calls, 'call')}, ${counted(checkpoints, 'checkpoint')}, ${counted(kept, 'kept text')}`;
  return [
    ...problems.map(problemText),
    ...(more === 0 ? [] : [`and ${counted(more, 'more problem')}`]),
    headline(result, held),
    ...(result.verdict === 'unknown' ? result.gaps.map((gap) => `  ${gapText(gap, result)}`) : []),
    ...(keyId === undefined || signedRows === 0
      ? []
      : [`  rows 1 to ${whole(signedRows)} are those that key ${keyId} signed`]),
    ...(anchoredRows === 0 ? [] : [`  rows 1 to ${whole(anchoredRows)} are those that an anchor remembers`]),
    'not known:',
    ...result.unknown.map((each) => `  ${each}`),
  ].join('\n');
};
