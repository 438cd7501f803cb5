import { CallgateError, LOCAL_PRINCIPAL, display } from '@callgate/core';
import type { AllowChoice, ApprovalRequest } from '@callgate/gate/confirm';
import { ALLOW_KEYS, formatQuestion, getConfirmationWord, promptText } from '@callgate/gate/confirm';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { optionMessages } from '@callgate/messages/cli/options';
import type { CallView, CallVote } from '@callgate/operations/socket';
import { approvalMessages } from '@callgate/messages/approval';
import { commandErrors } from '@callgate/messages/errors/command';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import { optionErrors } from '@callgate/messages/errors/option';
import { callJson, pendingCallText } from '../inbox/call-text.ts';
import { castVotes, castVote, reportRejectedVote, findOpenQuestion } from '../inbox/cast-vote.ts';
import type { OperationsAccess } from '../inbox/open-operations-access.ts';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { readAllPages } from '../inbox/read-all-pages.ts';
import { watchScreen } from '../inbox/screen/watch-screen.ts';
import { watchInbox } from '../inbox/watch-inbox.ts';
import { followHomeAnswers } from '../home/follow-home-answers.ts';
import type { GrantOptions } from '../options/grant-options.ts';
import { parseAllowChoice, parseGrant, grantText } from '../options/grant-options.ts';
import { flagOption, textOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { askToApprove, askWhatToAllow } from '../show/ask-to-approve.ts';
import { write, writeAndWait } from '../show/style.ts';
import { momentText } from '../show/time-text.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';
import { renameError } from '../inbox/rename-error.ts';

const INTERRUPTED = 130;

/** A full screen at a terminal; elsewhere a line for every change. */
const watchApprovals = async ({ json }: { readonly json: boolean }): Promise<void> => {
  const { stdin, stdout } = process;
  if (json || !stdin.isTTY || !stdout.isTTY || process.env['TERM'] === 'dumb') {
    await watchInbox({ json });
    return;
  }
  if (await watchScreen(stdin, stdout)) process.exitCode = INTERRUPTED;
};

/** Whether the user of this machine is among the people of the configuration in Callgate's folder; yes where it cannot be told. */
const mayDecideHere = async (): Promise<boolean> => {
  const answers = await followHomeAnswers(process.env)().catch(() => undefined);
  if (answers === undefined) return true;
  const { subject } = LOCAL_PRINCIPAL;
  return answers.people.all.some(
    (person) => person.active && (person.subject === subject || person.aliases?.includes(subject) === true),
  );
};

const list = async (access: OperationsAccess, json: boolean): Promise<void> => {
  let count = 0;
  for await (const call of readAllPages((page) => access.operations.ask('inbox.list', page))) {
    count += 1;
    await writeAndWait(json ? asciiJson(callJson(call)) : `${pendingCallText(call, Date.now())}\n`);
  }
  if (json) return;
  if (count === 0) {
    write(pendingText.empty);
    return;
  }
  write(everydayMessages.inbox.listed({ count, mayDecide: await mayDecideHere() }));
};

const { inbox: pendingText } = approvalMessages;

const voteText = ({ subject, verdict, via, at, reason }: CallVote): string =>
  `  ${pendingText.vote({
    at: momentText(at),
    subject: display(subject, { max: 200 }),
    approved: verdict === 'approve',
    via,
    reason: reason === null ? '' : display(reason, { max: 500 }),
  })}`;

const stateText = ({ state, waiting, fault }: CallView): string => {
  if (state === 'held')
    return waiting === 'people' ? pendingText.waits : pendingText.waitsFor({ waiting: waiting ?? '' });
  return pendingText.ended({
    state,
    why: fault === null ? '' : display(fault.message ?? fault.code, { max: 500 }),
  });
};

const showText = (call: CallView, question: ApprovalRequest, votes: readonly CallVote[]): string =>
  [
    formatQuestion(question, { open: true }),
    stateText(call),
    ...(votes.length === 0 ? [pendingText.noVotes] : [pendingText.votes, ...votes.map(voteText)]),
  ].join('\n');

/** The prompt where it shows the whole arguments; otherwise everything. */
const approvalText = (question: ApprovalRequest): string => {
  const { lines, isWhole } = promptText(question);
  return isWhole
    ? [...lines, pendingText.details({ call: display(question.call, { max: 128 }) })].join('\n')
    : formatQuestion(question, { open: true });
};

const unseen = (bindings: readonly string[]): CallgateError =>
  new CallgateError(inboxErrors.noTerminal({ bindings: display(bindings.join(',')) }));

interface ApproveOptions extends GrantOptions {
  readonly reason?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly binding?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What must be typed: on strong terms the word of the call, which is then the only one. */
const wordsFor = (questions: readonly ApprovalRequest[]): string | undefined => {
  const strong = questions.find(({ decision }) => decision.obligations.terms !== 'plain');
  return strong === undefined ? undefined : getConfirmationWord(strong);
};

type WiderChoice = Exclude<AllowChoice, 'once'>;

const widerChoices = (question: ApprovalRequest): readonly WiderChoice[] =>
  question.offers.flatMap(({ choice }) => (choice === 'once' ? [] : [choice]));

/** The words of the choices that reach further than one call. */
const choiceText = ({ offers }: ApprovalRequest): string =>
  offers
    .flatMap(({ choice, words }) =>
      choice === 'once' ? [] : [approvalMessages.terminal.key({ key: ALLOW_KEYS[choice], words })],
    )
    .join('\n');

/** What the user agreed to, now or beforehand to exactly this. Undefined, and reported, where it is nothing. */
const agreedChoice = async (
  questions: readonly ApprovalRequest[],
  given: ApproveOptions,
): Promise<AllowChoice | undefined> => {
  const { yes, binding, json } = given;
  const chosen = parseAllowChoice(given) ?? 'once';
  const bindings = questions.map((question) => question.binding);
  if (binding !== undefined && binding !== bindings.join(',')) {
    reportRejectedVote(everydayMessages.inbox.otherBinding);
    return undefined;
  }
  if (yes === true) return chosen;
  const { stdin, stdout } = process;
  if (json === true || !stdin.isTTY || !stdout.isTTY) throw unseen(bindings);
  const terminal = { input: stdin, output: stdout };
  const [first, ...others] = questions;
  const isOpen = given.for === undefined && given.grant === undefined && others.length === 0;
  const offers = first === undefined || !isOpen ? [] : widerChoices(first);
  const answer =
    offers.length > 0
      ? await askWhatToAllow({ ...terminal, offers })
      : (await askToApprove({ ...terminal, word: wordsFor(questions) }))
        ? chosen
        : null;
  if (answer !== null) return answer;
  reportRejectedVote(everydayMessages.inbox.undecided);
  return undefined;
};

/** Throws where a question does not offer what `--for` names. */
const checkChoice = (question: ApprovalRequest, others: number, given: ApproveOptions): void => {
  const choice = parseAllowChoice(given);
  if (choice === undefined || choice === 'once') return;
  if (others > 0) throw new CallgateError(optionErrors.grantForOne());
  if (!question.offers.some((offer) => offer.choice === choice))
    throw new CallgateError(
      optionErrors.choiceNotOffered({
        choice,
        choices: question.offers.map((offer) => offer.choice).join(', '),
      }),
    );
};

/** What the choice allows, shown before anybody agrees. */
const allowedText = (question: ApprovalRequest, given: ApproveOptions): string => {
  const choice = parseAllowChoice(given);
  if (choice !== undefined) return question.offers.find((offer) => offer.choice === choice)?.words ?? '';
  return given.grant === undefined && given.yes !== true ? choiceText(question) : '';
};

const approve = async (
  access: OperationsAccess,
  ids: readonly string[],
  given: ApproveOptions,
): Promise<void> => {
  const questions: ApprovalRequest[] = [];
  for (const id of ids) {
    const question = await findOpenQuestion(access, id);
    if (question === undefined) return;
    questions.push(question);
  }
  const [first, ...others] = questions;
  if (first === undefined) return;
  const grant = parseGrant(given, first.arguments);
  if (grant !== undefined && others.length > 0) throw new CallgateError(optionErrors.grantForOne());
  checkChoice(first, others.length, given);
  for (const question of questions)
    if (given.json !== true) write(approvalText(question));
    else if (given.yes !== true) write(asciiJson(question));
  if (given.json !== true && grant !== undefined) write(grantText(grant, first.arguments));
  const allowed = others.length === 0 ? allowedText(first, given) : '';
  if (given.json !== true && allowed !== '') write(allowed);
  const choice = await agreedChoice(questions, given);
  if (choice === undefined) return;
  const reach = grant === undefined ? { allow: choice } : { grant };
  const word = {
    verdict: 'approve',
    opened: true,
    ...(given.reason === undefined ? {} : { reason: given.reason }),
  } as const;
  if (others.length > 0) await castVotes(access, questions, word, given.json === true);
  else await castVote(access, first, { ...word, ...reach }, given.json === true);
};

/** The result that a person found for a call with an unknown result. */
const settledResult = (text: string): 'happened' | 'did-not-happen' => {
  if (text === 'happened' || text === 'did-not-happen') return text;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'settle',
      value: display(text, { max: 40 }),
      values: optionMessages.values.settlements,
    }),
  );
};

const settle = async (call: string, as: string, given: SettleOptions): Promise<void> => {
  const result = settledResult(as);
  const reason = requiredOption(given.reason, 'reason', 'inbox');
  const access = await openOperationsAccess({ write: true });
  try {
    await access.operations
      .ask('inbox.settle', { call, as: result, reason })
      .catch(renameError('CALL_CHANGED', inboxErrors.notUnknown({ call: display(call, { max: 128 }) })));
    write(
      given.json === true
        ? asciiJson({ call, settled: result, reason })
        : everydayMessages.inbox.settled({ result, call: display(call, { max: 128 }) }),
    );
  } finally {
    await access.close();
  }
};

interface SettleOptions {
  readonly reason?: string | undefined;
  readonly json?: boolean | undefined;
}

const show = async (call: string, json: boolean): Promise<void> => {
  // sealed values are opened for approvers
  const access = await openOperationsAccess({ write: true, call });
  try {
    const found = await access.operations.ask('inbox.show', { call });
    const question = found === null ? null : await access.operations.ask('inbox.prompt', { call });
    if (found === null || question === null)
      throw new CallgateError(inboxErrors.neverAsked({ call: display(call, { max: 128 }) }));
    write(
      json
        ? asciiJson({ call: found.call, question, votes: found.votes })
        : showText(found.call, question, found.votes),
    );
  } finally {
    await access.close();
  }
};

const { inbox: inboxText, approve: approveText, deny: denyText } = everydayMessages;

export const commands: Commands = {
  inbox: command(
    {
      call: { type: 'positional', required: false, description: inboxText.call },
      watch: flagOption(inboxText.watch),
      settle: textOption(inboxText.settle, { valueHint: 'happened|did-not-happen' }),
      reason: textOption(inboxText.settleReason),
      json: flagOption(inboxText.json),
    },
    async (given) => {
      const json = given.json === true;
      const [call, ...others] = given._;
      if (given.settle !== undefined) {
        if (call === undefined)
          throw new CallgateError(commandErrors.argumentMissing({ command: 'inbox', argument: 'CALL' }));
        return await settle(call, given.settle, given);
      }
      if (given.reason !== undefined)
        throw new CallgateError(optionErrors.needsOption({ name: 'reason', needed: 'settle' }));
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'inbox', extra: display(others[0]) }),
        );
      if (call !== undefined) return await show(call, json);
      if (given.watch === true) return await watchApprovals({ json });
      const access = await openOperationsAccess({ write: false });
      try {
        await list(access, json);
      } finally {
        await access.close();
      }
    },
  ),
  approve: command(
    {
      call: { type: 'positional', required: true, description: optionMessages.calls },
      reason: textOption(optionMessages.reason),
      grant: textOption(approveText.grant, { valueHint: 'session|destination|arguments' }),
      tie: textOption(approveText.tie, { valueHint: 'NAME,…' }),
      uses: textOption(approveText.uses, { valueHint: 'N' }),
      for: textOption(approveText.for, { valueHint: 'once|folder|session|always|SPAN' }),
      yes: flagOption(approveText.yes),
      binding: textOption(approveText.binding, { valueHint: 'DIGEST,…' }),
      json: flagOption(approveText.json),
    },
    async (given) => {
      parseGrant(given, undefined);
      if (given.yes === true && given.binding === undefined)
        throw new CallgateError(optionErrors.bindingNeeded());
      const access = await openOperationsAccess({ write: true, call: given.call });
      try {
        await approve(access, [...new Set(given._)], given);
      } finally {
        await access.close();
      }
    },
  ),
  deny: command(
    {
      call: { type: 'positional', required: true, description: optionMessages.calls },
      reason: textOption(denyText.reason),
      json: flagOption(denyText.json),
    },
    async (given) => {
      const access = await openOperationsAccess({ write: true, call: given.call });
      const word = {
        verdict: 'refuse',
        opened: false,
        ...(given.reason === undefined ? {} : { reason: given.reason }),
      } as const;
      try {
        const questions: ApprovalRequest[] = [];
        for (const id of new Set(given._)) {
          const question = await findOpenQuestion(access, id);
          if (question !== undefined) questions.push(question);
        }
        const [only, ...others] = questions;
        if (only === undefined) return;
        if (others.length === 0) await castVote(access, only, word, given.json === true);
        else await castVotes(access, questions, word, given.json === true);
      } finally {
        await access.close();
      }
    },
  ),
};
