import type { CastVote } from '@callgate/gate';
import { questionText, wordFor } from '@callgate/gate';
import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { castVote, notCounted, openQuestion } from '../desk/cast-vote.ts';
import { openAccess } from '../desk/open-access.ts';
import { askToApprove } from '../desk/prompt.ts';
import { readSpan, spanText } from '../desk/time-words.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted } from '../show/columns.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call' },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  grant: {
    type: 'string',
    description: 'Say yes to calls to come too: of this tool in this session, or to this destination',
  },
  uses: { type: 'string', description: 'How many calls the grant is for; 1 if absent' },
  for: { type: 'string', description: 'How long the grant lasts, as 30m or 1h; 1h if absent' },
  yes: { type: 'boolean', description: 'Ask nobody; needs --binding' },
  binding: {
    type: 'string',
    description: 'The digest of all that an approval binds, as the question shows it',
  },
  json: { type: 'boolean', description: 'The question, or with --yes what became of the vote, as JSON' },
} as const satisfies ArgsDef;

const HOUR = 3_600_000;

interface GrantOptions {
  readonly grant?: string | undefined;
  readonly uses?: string | undefined;
  readonly for?: string | undefined;
}

const usesOf = (text: string | undefined): number => {
  if (text === undefined) return 1;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CallgateError(
    'OPTION_VALUE',
    `--uses: \`${display(text, { max: 40 })}\` is no whole number from 1 on`,
  );
};

const grantOf = ({ grant, uses, for: span }: GrantOptions): CastVote['grant'] => {
  if (grant === undefined) {
    if (uses === undefined && span === undefined) return undefined;
    throw new CallgateError(
      'OPTION_MISSING',
      '--uses and --for say how far a grant reaches: give --grant too',
      {
        help: 'write --grant session or --grant destination',
      },
    );
  }
  if (grant !== 'session' && grant !== 'destination')
    throw new CallgateError('OPTION_VALUE', `--grant: there is no grant \`${display(grant, { max: 40 })}\``, {
      help: 'write session or destination',
    });
  return {
    kind: grant,
    uses: usesOf(uses),
    endsInMs: span === undefined ? HOUR : readSpan('for', span),
  };
};

type Wish = NonNullable<CastVote['grant']>;

/** What somebody says yes to besides, before they say it. */
const wishText = ({ kind, uses, endsInMs }: Wish): string => {
  const reach =
    kind === 'session'
      ? 'with any arguments, in this session only'
      : 'to the same destinations, with anything else in the arguments';
  return `Grant: your yes is also for up to ${counted(uses, 'later call')} of this tool ${reach}, for ${spanText(endsInMs)}.\n`;
};

const unseen = (binding: string): CallgateError =>
  new CallgateError('APPROVE_TERMINAL', 'nothing was decided: there is no terminal to ask at', {
    help: `to approve exactly what is shown, give --yes --binding ${display(binding)}`,
  });

/** `callgate approve CALL` */
export const approveCommand: CommandEntry = commandEntry(
  'approve',
  'Show a call that waits, whole, and approve it',
  args,
  async ({ args: given }) => {
    const grant = grantOf(given);
    if (given.yes === true && given.binding === undefined)
      throw new CallgateError('OPTION_MISSING', '--yes needs --binding', {
        help: 'a script approves what it saw: callgate approve CALL shows the question with its digest',
      });
    const access = await openAccess({ write: true, call: given.call });
    try {
      const question = await openQuestion(access, given.call);
      if (question === undefined) return;
      if (given.json !== true) {
        write(questionText(question, { open: true }));
        if (grant !== undefined) write(wishText(grant));
      }
      if (given.json === true && given.yes !== true) write(asciiJson(question));
      if (given.binding !== undefined && given.binding !== question.binding) {
        notCounted('what is asked now is not what --binding names');
        return;
      }
      if (given.yes !== true) {
        const { stdin, stdout } = process;
        if (given.json === true || !stdin.isTTY || !stdout.isTTY) throw unseen(question.binding);
        const word = question.decision.obligations.terms === 'plain' ? undefined : wordFor(question);
        if (!(await askToApprove({ input: stdin, output: stdout, word }))) {
          notCounted('nothing was decided; to say no, use callgate refuse');
          return;
        }
      }
      await castVote(
        access,
        question,
        {
          verdict: 'approve',
          opened: true,
          ...(given.reason === undefined ? {} : { reason: given.reason }),
          ...(grant === undefined ? {} : { grant }),
        },
        given.json === true,
      );
    } finally {
      await access.close();
    }
  },
);
