import { isPresetRule } from '@callgate/core/decide';
import type { CallRow } from '@callgate/gate/record';
import type { Grant } from '@callgate/gate/confirm';
import type { StoreReader, TimeSpan, ToolUsage } from '@callgate/gate/store';
import { describeGrantScope } from '@callgate/gate/confirm';
import type { OperationCaller } from '../api/operation.ts';
import type { AskedFigures, BlockCause, UnusedFigures, UnusedGrant, WeekReport } from '../api/report.ts';
import { isViewer } from '../viewers.ts';
import type { PolicyInventory } from './find-habits.ts';
import { findHabits } from './find-habits.ts';

/** Decisions are read one by one; more of them tell nothing new. */
const MOST_CALLS = 20_000;
const PAGE = 500;
const MOST_GRANTS = 1000;

interface CallSurvey {
  calls: number;
  readonly outcomes: Record<CallRow['outcome'], number>;
  readonly fired: Set<string>;
  readonly approved: CallRow[];
  readonly answers: Record<'approved' | 'denied' | 'expired' | 'withdrawn' | 'waiting' | 'byGrant', number>;
  readonly blocks: Map<string, { reason: string; calls: number; readonly tools: Map<string, number> }>;
  complete: boolean;
}

const ANSWER: Readonly<Record<CallRow['state'], keyof CallSurvey['answers'] | null>> = {
  blocked: null,
  held: 'waiting',
  approved: 'approved',
  refused: 'denied',
  expired: 'expired',
  withdrawn: 'withdrawn',
  dispatching: 'approved',
  done: 'approved',
  failed: 'approved',
  indeterminate: 'approved',
};

const surveyBlock = ({ blocks }: CallSurvey, { decision, fault, server, target }: CallRow): void => {
  const rule = decision.rules.find(({ outcome }) => outcome === 'block');
  const cause = rule?.id ?? fault?.code ?? '';
  const known = blocks.get(cause) ?? {
    reason: rule?.reason ?? fault?.message ?? decision.reasons[0] ?? '',
    calls: 0,
    tools: new Map<string, number>(),
  };
  const tool = `${server}/${target}`;
  known.calls += 1;
  known.tools.set(tool, (known.tools.get(tool) ?? 0) + 1);
  blocks.set(cause, known);
};

const surveyCall = (survey: CallSurvey, row: CallRow): void => {
  survey.calls += 1;
  survey.outcomes[row.outcome] += 1;
  for (const { id } of row.decision.rules) survey.fired.add(id);
  if (row.state === 'blocked') surveyBlock(survey, row);
  // an observed call ran whatever was decided
  if (row.outcome !== 'confirm' || !row.enforced) return;
  const answer = row.grant === null ? ANSWER[row.state] : 'byGrant';
  if (answer === null) return;
  survey.answers[answer] += 1;
  if (answer === 'approved') survey.approved.push(row);
};

export const surveyCalls = async (read: StoreReader, { since, until }: TimeSpan): Promise<CallSurvey> => {
  const survey: CallSurvey = {
    calls: 0,
    outcomes: { auto: 0, confirm: 0, block: 0 },
    fired: new Set(),
    approved: [],
    answers: { approved: 0, denied: 0, expired: 0, withdrawn: 0, waiting: 0, byGrant: 0 },
    blocks: new Map(),
    complete: true,
  };
  for (let after: string | undefined; ;) {
    const page = await read.search(
      { since, until },
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
    );
    for (const row of page.items) surveyCall(survey, row);
    if (page.next === null) return survey;
    if (survey.calls >= MOST_CALLS) return { ...survey, complete: false };
    after = page.next;
  }
};

const mostUsed = (tools: ReadonlyMap<string, number>): string =>
  [...tools].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';

const listBlocks = ({ blocks }: CallSurvey): readonly BlockCause[] =>
  [...blocks]
    .map(([cause, { reason, calls, tools }]) => ({ cause, reason, calls, tool: mostUsed(tools) }))
    .toSorted((one, other) => other.calls - one.calls);

const readAsked = async (
  read: StoreReader,
  span: TimeSpan,
  { answers }: CallSurvey,
): Promise<AskedFigures> => {
  const { approved, denied, expired, withdrawn, waiting } = answers;
  const { medianMs, hasty } = await read.approvalTimes(span);
  return {
    calls: approved + denied + expired + withdrawn + waiting,
    ...answers,
    medianMs,
    hasty,
    people: await read.approvers(span.since, span.until),
  };
};

const listUnusedGrants = async (
  read: StoreReader,
  now: number,
  scopes: boolean,
): Promise<readonly UnusedGrant[]> => {
  const grants: Grant[] = [];
  for (let after: string | undefined; grants.length < MOST_GRANTS;) {
    const page = await read.grants(
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
      { live: true, now },
    );
    grants.push(...page.items);
    if (page.next === null) break;
    after = page.next;
  }
  return grants
    .filter(({ uses, usesLeft }) => uses === usesLeft)
    .map((grant) => ({
      id: grant.id,
      server: grant.server,
      tool: grant.target,
      givenAt: grant.givenAt,
      endsAt: grant.endsAt,
      scope: scopes ? describeGrantScope(grant) : null,
    }));
};

export const listUnused = (
  { fired, complete }: Pick<CallSurvey, 'fired' | 'complete'>,
  used: readonly ToolUsage[],
  inventory: PolicyInventory | undefined,
): Pick<UnusedFigures, 'tools' | 'rules'> => {
  if (inventory === undefined) return { tools: null, rules: null };
  const called = new Set(used.map(({ server, tool }) => JSON.stringify([server, tool])));
  return {
    tools: inventory.tools
      .map(({ tool }) => ({ server: tool.server.name, tool: tool.name }))
      .filter(({ server, tool }) => !called.has(JSON.stringify([server, tool]))),
    // an unread call may have matched
    rules: complete
      ? inventory.policy.rules
          .filter((rule) => !isPresetRule(rule) && !fired.has(rule.id))
          .map(({ id }) => id)
      : null,
  };
};

export interface WeekReportParts {
  readonly read: StoreReader;
  readonly now: number;
  /** Absent where neither policy nor tools are known. */
  readonly inventory: PolicyInventory | undefined;
}

/** The digest of a period. Viewers see no arguments. */
export const readWeekReport = async (
  { read, now, inventory }: WeekReportParts,
  span: TimeSpan,
  caller: Pick<OperationCaller, 'role'>,
): Promise<WeekReport> => {
  const survey = await surveyCalls(read, span);
  const used = await read.toolUse(span);
  const habits = findHabits({
    approved: survey.approved,
    ever: await read.toolUse({ since: 0, until: span.until }),
    inventory,
    now,
  });
  return {
    ...span,
    decided: { calls: survey.calls, ...survey.outcomes },
    complete: survey.complete,
    tools: used.toSorted((one, other) => other.calls - one.calls),
    asked: await readAsked(read, span, survey),
    blocked: listBlocks(survey),
    habits: isViewer(caller) ? habits.map((habit) => ({ ...habit, policy: null })) : habits,
    unused: {
      ...listUnused(survey, used, inventory),
      grants: await listUnusedGrants(read, now, !isViewer(caller)),
    },
  };
};
