import type { ApprovalRequest } from '@callgate/gate/confirm';
import type { VoteOutcome, VoteParams } from '@callgate/operations/socket';
import { CallgateError, display } from '@callgate/core';
import { approvalMessages, grantRefusalText, missingText, voteReasonText } from '@callgate/messages/approval';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { toolText } from './call-text.ts';
import type { OperationsAccess } from './open-operations-access.ts';

/** The vote did not count: told, and the exit code says it. */
export const reportRejectedVote = (because: string): void => {
  process.exitCode = 2;
  process.stderr.write(`${approvalMessages.inbox.notCounted({ because })}\n`);
};

/** What people are asked about a call, or why nobody is asked any more. */
export type QuestionLookup = { readonly question: ApprovalRequest } | { readonly because: string };

/** Throws CALL_UNKNOWN. */
export const findQuestion = async ({ operations }: OperationsAccess, id: string): Promise<QuestionLookup> => {
  const found = await operations.ask('inbox.show', { call: id });
  if (found === null) throw new CallgateError(inboxErrors.callUnknown({ call: display(id, { max: 128 }) }));
  const { state, waiting } = found.call;
  if (state !== 'held' || waiting !== 'people')
    return {
      because:
        state === 'held'
          ? approvalMessages.vote.bar.waitsForOther({ waiting: waiting ?? '' })
          : voteReasonText({ code: 'over', state }),
    };
  const question = await operations.ask('inbox.prompt', { call: id });
  return question === null ? { because: voteReasonText({ code: 'notAsked' }) } : { question };
};

/** The same for a command that ends where nobody is asked; undefined, and told, then. */
export const findOpenQuestion = async (
  access: OperationsAccess,
  id: string,
): Promise<ApprovalRequest | undefined> => {
  const found = await findQuestion(access, id);
  if ('question' in found) return found.question;
  reportRejectedVote(found.because);
  return undefined;
};

/** What became of a vote that counted. */
export const voteOutcomeText = (question: ApprovalRequest, { state, missing }: VoteOutcome): string =>
  state === 'held'
    ? approvalMessages.inbox.counted({ missing: display(missingText(missing), { max: 300 }) })
    : approvalMessages.inbox.decided({
        state,
        tool: toolText(question),
        call: display(question.call, { max: 128 }),
      });

/** What became of a vote, for programs: what is not said is left out. */
const voteJson = ({ state, missing, grant, ...more }: VoteOutcome): Record<string, unknown> => ({
  state,
  ...(more.refusal === null ? {} : { refusal: more.refusal }),
  ...(more.refusedBecause === null ? {} : { refusedBecause: voteReasonText(more.refusedBecause) }),
  missing: missing.map((each) => missingText([each])),
  ...(grant === null ? {} : { grant: grant.grant }),
  ...(more.noGrantBecause === null ? {} : { noGrantBecause: grantRefusalText(more.noGrantBecause) }),
});

/** Says one person's word, and tells what became of it. */
export const castVote = async (
  { operations }: OperationsAccess,
  question: ApprovalRequest,
  word: Omit<VoteParams, 'call' | 'binding'>,
  json: boolean,
): Promise<void> => {
  const { call, binding } = question;
  const outcome = await operations.ask('inbox.vote', { ...word, call, binding });
  if (json) write(asciiJson(voteJson(outcome)));
  const { refusedBecause, grant, noGrantBecause } = outcome;
  if (refusedBecause !== null) {
    reportRejectedVote(display(voteReasonText(refusedBecause), { max: 500 }));
    return;
  }
  if (json) return;
  write(voteOutcomeText(question, outcome));
  if (grant !== null)
    write(everydayMessages.inbox.grant({ id: display(grant.grant.id, { max: 128 }), words: grant.words }));
  if (noGrantBecause !== null)
    process.stderr.write(
      `note: ${approvalMessages.inbox.noGrant({ because: display(grantRefusalText(noGrantBecause), { max: 300 }) })}\n`,
    );
};

/** One word on several calls: told for each. */
export const castVotes = async (
  { operations }: OperationsAccess,
  questions: readonly ApprovalRequest[],
  word: Omit<VoteParams, 'call' | 'binding' | 'grant'>,
  json: boolean,
): Promise<void> => {
  const results = await operations.ask('inbox.voteGroup', {
    ...word,
    calls: questions.map(({ call, binding }) => ({ call, binding })),
  });
  for (const [at, result] of results.entries()) {
    const question = questions[at];
    if (question === undefined) continue;
    if (json) write(asciiJson({ call: question.call, ...voteJson(result) }));
    if (result.refusedBecause !== null)
      reportRejectedVote(
        `${display(question.call, { max: 128 })}: ${display(voteReasonText(result.refusedBecause), { max: 500 })}`,
      );
    else if (!json) write(voteOutcomeText(question, result));
  }
};
