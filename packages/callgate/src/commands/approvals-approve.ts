import type { Question } from '@callgate/gate';
import { questionText, wordFor } from '@callgate/gate';
import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { castGroup, castVote, notCounted, openQuestion } from '../desk/cast-vote.ts';
import type { GrantOptions } from '../desk/grant-options.ts';
import { grantOf, grantText } from '../desk/grant-options.ts';
import type { DeskAccess } from '../desk/open-access.ts';
import { openAccess } from '../desk/open-access.ts';
import { askToApprove } from '../desk/prompt.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call; several may follow' },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  grant: {
    type: 'string',
    valueHint: 'session|destination|arguments',
    description:
      'Say yes to calls to come too: of this tool in this session, to this destination, or with the arguments of --tie',
  },
  tie: {
    type: 'string',
    valueHint: 'NAME,…',
    description: 'With --grant arguments: arguments that have to be the same as in this call',
  },
  uses: { type: 'string', valueHint: 'N', description: 'How many calls the grant is for; 1 if absent' },
  for: {
    type: 'string',
    valueHint: 'SPAN',
    description: 'How long the grant lasts, as 30m or 1h; 1h if absent',
  },
  yes: { type: 'boolean', description: 'Ask nobody; needs --binding' },
  binding: {
    type: 'string',
    valueHint: 'DIGEST,…',
    description: 'The digest of all that an approval binds, as the question shows it; one for each call',
  },
  json: { type: 'boolean', description: 'The question, or with --yes what became of the vote, as JSON' },
} as const satisfies ArgsDef;

const unseen = (bindings: readonly string[]): CallgateError =>
  new CallgateError('APPROVE_TERMINAL', 'nothing was decided: there is no terminal to ask at', {
    help: `to approve exactly what is shown, give --yes --binding ${display(bindings.join(','))}`,
  });

interface Given extends GrantOptions {
  readonly reason?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly binding?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What must be typed: on strong terms the word of the call, which is then the only one. */
const wordsFor = (questions: readonly Question[]): string | undefined => {
  const strong = questions.find(({ decision }) => decision.obligations.terms !== 'plain');
  return strong === undefined ? undefined : wordFor(strong);
};

/** Whether somebody agreed, here and now or beforehand to exactly this. False is told. */
const isAgreed = async (questions: readonly Question[], { yes, binding, json }: Given): Promise<boolean> => {
  const bindings = questions.map((question) => question.binding);
  if (binding !== undefined && binding !== bindings.join(',')) {
    notCounted('what is asked now is not what --binding names');
    return false;
  }
  if (yes === true) return true;
  const { stdin, stdout } = process;
  if (json === true || !stdin.isTTY || !stdout.isTTY) throw unseen(bindings);
  if (await askToApprove({ input: stdin, output: stdout, word: wordsFor(questions) })) return true;
  notCounted('nothing was decided; to say no, use callgate refuse');
  return false;
};

const approve = async (access: DeskAccess, ids: readonly string[], given: Given): Promise<void> => {
  const questions: Question[] = [];
  for (const id of ids) {
    const question = await openQuestion(access, id);
    if (question === undefined) return;
    questions.push(question);
  }
  const [first, ...others] = questions;
  if (first === undefined) return;
  const grant = grantOf(given, first.arguments);
  if (grant !== undefined && others.length > 0)
    throw new CallgateError('OPTION_VALUE', '--grant is for one call', { help: 'approve it by itself' });
  for (const question of questions)
    if (given.json !== true) write(questionText(question, { open: true }));
    else if (given.yes !== true) write(asciiJson(question));
  if (given.json !== true && grant !== undefined) write(grantText(grant));
  if (!(await isAgreed(questions, given))) return;
  const word = {
    verdict: 'approve',
    opened: true,
    ...(given.reason === undefined ? {} : { reason: given.reason }),
  } as const;
  if (others.length > 0) await castGroup(access, questions, word, given.json === true);
  else await castVote(access, first, grant === undefined ? word : { ...word, grant }, given.json === true);
};

/** `callgate approvals approve CALL…`, `callgate approve CALL…` */
export const approvalsApproveCommand: CommandEntry = commandEntry(
  'approvals approve',
  'Show a call that waits, whole, and approve it',
  args,
  async ({ args: given }) => {
    grantOf(given, undefined);
    if (given.yes === true && given.binding === undefined)
      throw new CallgateError('OPTION_MISSING', '--yes needs --binding', {
        help: 'a script approves what it saw: callgate approvals show CALL shows the question with its digest',
      });
    const access = await openAccess({ write: true, call: given.call });
    try {
      await approve(access, [...new Set(given._)], given);
    } finally {
      await access.close();
    }
  },
);
