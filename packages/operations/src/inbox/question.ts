import type { Session, TracedTool } from '@callgate/core';
import type { CallRow } from '@callgate/gate/record';
import { headlineOf, judgeQuorum, whyNotTogether } from '@callgate/gate/confirm';
import type { Caller } from '../api/operation.ts';
import type { InboxQuestion } from '../api/inbox.ts';
import { automaticIf, decidedFrom } from '../record/decided.ts';
import { hintWords } from './hints.ts';
import type { InboxParts } from './inbox-parts.ts';
import { labelStories } from './label-stories.ts';
import type { InboxLists } from './lists.ts';
import { marksOf } from './marks.ts';
import { allReasons } from './reasons.ts';
import { Results } from './results.ts';
import { alikeKey, callVote } from './row.ts';
import { scopeOffers, tiesOf } from './scopes.ts';
import { toldOf } from './told.ts';
import { toolWords } from './tool-words.ts';
import { valueStories } from './values.ts';
import { shownArguments } from './veil.ts';
import { isViewer } from '../viewers.ts';
import { unknownCall } from './vote.ts';
import { voteBar } from './vote-bar.ts';

export const toolOf = ({ catalogue }: InboxParts, row: CallRow): TracedTool | undefined =>
  catalogue.find(row.kind, row.server, row.target, row.argumentsDigest);

const sessionOf = ({ gate }: InboxParts, { principal, context, authenticated }: CallRow): Promise<Session> =>
  gate.session({ principal: principal.subject, context, authenticated });

/** Everything somebody needs to decide about one call. */
export const inboxQuestion = async (
  parts: InboxParts,
  lists: InboxLists,
  call: string,
  caller: Caller,
): Promise<InboxQuestion> => {
  const { desk, keys, clock } = parts;
  const { read } = desk;
  const policy = parts.policy();
  const [row, asked] = await Promise.all([read.call(call), desk.question(call)]);
  if (row === undefined || asked === undefined) throw unknownCall(call);
  const { decision } = row;
  const { arguments: args, decision: _, ...question } = asked;
  const shown = shownArguments(row, keys, caller);
  const tool = toolOf(parts, row);
  const session = await sessionOf(parts, row);
  const from = await decidedFrom(read, row.id);
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
  const words = toolWords(parts.definition, row);
  const alike = alikeKey(row);
  const because = headlineOf(decision);
  return {
    question: {
      ...question,
      userMessage: isViewer(caller) ? null : question.userMessage,
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
    because,
    reasons: allReasons(decision, row.situation.origins, because),
    rules: decision.rules,
    conflicts: decision.conflicts.map(({ between }) => between.join(' and ')),
    hints: hintWords(decision, from?.tool, policy.hints),
    told: toldOf(decision, from?.tool),
    automaticIf: automaticIf(policy, row, args, from),
    labels: await labelStories(read, row, session),
    values: await valueStories({
      row,
      args,
      veiled: shown.veiled,
      session,
      tool,
      results: new Results(read, session, caller),
      mayReadWords: caller.role !== 'viewer',
    }),
    unasked: row.situation.origins.unasked ?? null,
    preview: { wished: decision.obligations.preview, content: null },
    terms: decision.obligations.terms,
    votes: votes.map(callVote),
    missing: row.state === 'held' ? quorum.missing : [],
    voteBar: voteBar(people, row, votes, caller),
    scopes: scopeOffers({ row, args, tool, people, subject: caller.subject, now: clock.now() }),
    ties: isSecret ? [] : tiesOf(args),
    alike: {
      key: alike,
      others: Math.max(0, (await lists.alikeTo(alike)) - (row.state === 'held' ? 1 : 0)),
      notTogether: whyNotTogether([row]) ?? null,
    },
  };
};
