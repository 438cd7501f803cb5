import type { JsonObject, Session, TracedTool } from '@callgate/core';
import { judgeCall } from '@callgate/core';
import { isToldAction } from '@callgate/core/label';
import type { CallRow } from '@callgate/gate/record';
import { actOf, leadingReason, judgeQuorum, groupRefusalReason, previewLines } from '@callgate/gate/confirm';
import type { OperationCaller } from '../api/operation.ts';
import type { InboxQuestion } from '../api/inbox.ts';
import { autoConditions, readDecisionBasis } from '../record/decision-basis.ts';
import { hintViews } from './hint-views.ts';
import type { InboxParts } from './inbox-parts.ts';
import { labelHistories } from './label-histories.ts';
import type { InboxLists } from './inbox-lists.ts';
import { marksOf } from './marks.ts';
import { allReasons } from './reasons.ts';
import { EarlierResults } from './earlier-results.ts';
import { toolGroupKey, callVote } from './inbox-row.ts';
import { scopeOffers, bindableArguments } from './grant-scopes.ts';
import { callNotices } from './call-notices.ts';
import { toolTexts } from './tool-texts.ts';
import { decisiveValues } from './decisive-values.ts';
import { unsaidTexts } from './unsaid-texts.ts';
import { visibleArguments } from './visible-arguments.ts';
import { isViewer } from '../viewers.ts';
import { unknownCallError } from './cast-vote.ts';
import { voteIneligibility } from './vote-ineligibility.ts';

export const findTracedTool = ({ catalogue }: InboxParts, row: CallRow): TracedTool | undefined =>
  catalogue.find(row.kind, row.server, row.target, row.argumentsDigest);

const sessionOf = ({ gate }: InboxParts, { principal, context, authenticated }: CallRow): Promise<Session> =>
  gate.session({ principal: principal.subject, context, authenticated });

/** Judged on this request alone; null where it asks for the deed, or where that cannot be told. */
const unaskedBy = (text: string, session: Session, tool: TracedTool, args: JsonObject): string | null => {
  const { unasked } = judgeCall({ ...session, said: [{ text, via: 'host' }] }, tool, args).origins;
  return unasked !== undefined && isToldAction(unasked) ? unasked : null;
};

/** Everything a person needs to decide about one call. */
export const inboxQuestion = async (
  parts: InboxParts,
  lists: InboxLists,
  call: string,
  caller: OperationCaller,
): Promise<InboxQuestion> => {
  const { desk, keys, clock } = parts;
  const { read } = desk;
  const policy = parts.policy();
  const [row, asked] = await Promise.all([read.call(call), desk.question(call)]);
  if (row === undefined || asked === undefined) throw unknownCallError(call);
  const { decision } = row;
  const { arguments: args, decision: _, ...question } = asked;
  const shown = visibleArguments(row, keys, caller);
  const tool = findTracedTool(parts, row);
  const session = await sessionOf(parts, row);
  const from = await readDecisionBasis(read, row.id);
  const votes = await read.votes(row.id);
  const people = parts.people();
  const quorum = judgeQuorum({
    demands: decision.obligations.approvers,
    terms: decision.obligations.terms,
    votes,
    people,
    requester: row.principal,
  });
  const isSecret = decision.obligations.redact.length > 0;
  const words = toolTexts(parts.definition, row);
  const alike = toolGroupKey(row);
  const because = leadingReason(decision);
  const values = await decisiveValues({
    row,
    args,
    veiled: shown.veiled,
    session,
    tool,
    results: new EarlierResults(read, session, caller),
    mayReadWords: caller.role !== 'viewer',
  });
  const userMessage = isViewer(caller) ? null : question.userMessage;
  const unasked = row.situation.origins.unasked ?? null;
  return {
    question: {
      ...question,
      userMessage,
      // contents of files are for those who decide
      preview: null,
      arguments: shown.arguments,
    },
    kind: row.kind,
    tool: words,
    toolChanged: row.kind === 'tool' && words === null && parts.isServedHere(row.server),
    session: row.session,
    authenticated: row.authenticated,
    state: row.state,
    waiting: row.waiting,
    fault: row.fault === null ? null : { code: row.fault.code, message: isSecret ? null : row.fault.message },
    veiled: shown.veiled,
    marks: marksOf(decision),
    act: actOf(question, decision, shown.arguments),
    because,
    reasons: allReasons(decision, row.situation.origins, because, policy),
    rules: decision.rules,
    conflicts: decision.conflicts.map(({ between }) => between.join(' and ')),
    hints: hintViews(decision, from?.tool, policy.hints),
    told: callNotices(decision, from?.tool),
    automaticIf: autoConditions(policy, row, args, from),
    labels: await labelHistories(read, row, session),
    values,
    unasked: unasked !== null && isToldAction(unasked) ? unasked : null,
    unaskedNow:
      unasked !== null || userMessage === null || tool === undefined
        ? null
        : unaskedBy(userMessage, session, tool, args),
    unsaid: userMessage === null ? [] : unsaidTexts(session, shown.arguments, values),
    preview: {
      wished: decision.obligations.preview,
      content: asked.preview === null || isViewer(caller) ? null : previewLines(asked.preview),
    },
    terms: decision.obligations.terms,
    votes: votes.map(callVote),
    missing: row.state === 'held' ? quorum.missing : [],
    voteBar: voteIneligibility(people, row, votes, caller),
    scopes: scopeOffers({ row, args, tool, people, subject: caller.subject, now: clock.now() }),
    ties: isSecret ? [] : bindableArguments(args),
    alike: {
      key: alike,
      others: Math.max(0, (await lists.alikeTo(alike)) - (row.state === 'held' ? 1 : 0)),
      notTogether: groupRefusalReason([row]) ?? null,
    },
  };
};
