import type { JsonObject, Policy, TracedTool } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { CallRow } from '@callgate/gate/record';
import type { ToolUsage } from '@callgate/gate/store';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import type { ApprovalHabit, HabitRefusal } from '../api/report.ts';
import type { LayerText } from '../api/policy.ts';
import { suggestRule } from './suggest-rule.ts';

/** The policy in force, as it was written, and the tools it judges. */
export interface PolicyInventory {
  readonly policy: Policy;
  readonly layers: readonly LayerText[];
  readonly tools: readonly TracedTool[];
}

const LEAST_APPROVALS = 5;

const SEALED = '"$sealed"';

const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

const argumentsOf = ({ sealedArguments }: CallRow): JsonObject => {
  const args = parseStrict(sealedArguments);
  return isJsonObject(args) ? args : {};
};

const median = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[(values.length - 1) >> 1] ?? null;

const askingRules = (rows: readonly CallRow[]): readonly string[] => [
  ...new Set(
    rows.flatMap(({ decision }) =>
      decision.rules
        .filter(({ outcome, counted }) => outcome === 'confirm' || counted === 'fault')
        .map(({ id }) => id),
    ),
  ),
];

/** What may never be relaxed, however often people approve it. */
const findStrictness = ({ decision, sealedArguments }: CallRow): HabitRefusal | undefined => {
  const { facts, beliefs, obligations, rules } = decision;
  if (facts.described !== 'yes') return 'unreviewed';
  if (
    obligations.terms !== 'plain' ||
    obligations.approvers.some(({ count, group }) => count > 1 || group !== undefined)
  )
    return 'severe';
  if (facts.destroys !== 'no') return 'destroys';
  if (beliefs['requiresConfirmation']?.value === 'yes') return 'author-requires';
  if (facts.irreversible === 'yes') return 'irreversible';
  if (facts.privileged === 'yes') return 'privileged';
  if (facts.conflicting === 'yes' || rules.some(({ counted }) => counted === 'fault')) return 'severe';
  return sealedArguments.includes(SEALED) ? 'secret' : undefined;
};

/** A rule about what the session has read asks for the session's sake, and goes on asking. */
const isAskedBySession = ({ rules }: Policy, row: CallRow): boolean => {
  const asking = askingRules([row]);
  return rules.some(({ id, text = '' }) => asking.includes(id) && /\b(?:session|origin)\./.test(text));
};

const refuse = (refusal: HabitRefusal): Pick<ApprovalHabit, 'policy' | 'refusal'> => ({
  policy: null,
  refusal,
});

const suggest = (
  approved: readonly CallRow[],
  { inventory, now, least = LEAST_APPROVALS, guard }: Omit<HabitSearch, 'approved' | 'ever'>,
): Pick<ApprovalHabit, 'policy' | 'refusal'> => {
  const rows =
    inventory === undefined ? approved : approved.filter((row) => !isAskedBySession(inventory.policy, row));
  const [first] = rows;
  const refusal = rows.map(findStrictness).find((each) => each !== undefined);
  if (refusal !== undefined) return refuse(refusal);
  if (first === undefined || rows.length < least) return refuse('session');
  const { server, target, definition } = first;
  const traced = inventory?.tools.find(
    ({ tool }) => tool.server.name === server && tool.name === target && tool.definition === definition,
  );
  const rules = askingRules(rows);
  if (inventory === undefined || traced === undefined) return refuse('policy-unknown');
  if (!rules.every((rule) => inventory.policy.rules.some(({ id }) => id === rule)))
    return refuse('policy-unknown');
  // calls of the period may have been decided under other beliefs
  if (traced.destroys) return refuse('destroys');
  return suggestRule({
    server,
    tool: target,
    traced,
    calls: rows.map(argumentsOf),
    rules,
    layers: inventory.layers,
    now,
    reason: weekReportMessages.habits.ruleReason({ count: rows.length }),
    guard,
  });
};

export interface HabitSearch {
  /** Calls of the period that people approved. */
  readonly approved: readonly CallRow[];
  /** What calls came to since the log began. */
  readonly ever: readonly ToolUsage[];
  readonly inventory: PolicyInventory | undefined;
  readonly now: number;
  /** Fewer approvals are no habit. */
  readonly least?: number;
  /** A condition that suggested rules have besides. */
  readonly guard?: string;
}

/** Tools that people are asked about and never deny, with the rule that would let such calls run. */
export const findHabits = ({ approved, ever, ...search }: HabitSearch): readonly ApprovalHabit[] => {
  const denied = new Set(
    ever.filter(({ refused }) => refused > 0).map(({ server, tool }) => keyOf(server, tool)),
  );
  const groups = new Map<string, CallRow[]>();
  for (const row of approved) {
    if (row.kind !== 'tool' || denied.has(keyOf(row.server, row.target))) continue;
    const key = JSON.stringify([row.server, row.situation.identity ?? null, row.target, row.definition]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .filter((rows) => rows.length >= (search.least ?? LEAST_APPROVALS))
    .map((rows): ApprovalHabit => {
      const [{ server, target }] = rows as [CallRow, ...CallRow[]];
      return {
        server,
        tool: target,
        approved: rows.length,
        distinct: new Set(rows.map(({ argumentsDigest }) => argumentsDigest)).size,
        medianMs: median(
          rows.flatMap(({ heldAt, dispatchedAt }) =>
            heldAt === null || dispatchedAt === null ? [] : [dispatchedAt - heldAt],
          ),
        ),
        rules: askingRules(rows),
        ...suggest(rows, search),
      };
    })
    .toSorted((one, other) => other.approved - one.approved);
};
