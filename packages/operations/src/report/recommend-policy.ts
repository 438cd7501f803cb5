import { recommendMessages } from '@callgate/messages/cli/recommend';
import { loadPolicy } from '@callgate/policy';
import type { LayerText } from '../api/policy.ts';
import type { PolicyRecommendation, RecommendedChange } from '../api/report.ts';
import type { PolicyInventory } from './find-habits.ts';
import { findHabits } from './find-habits.ts';
import type { WeekReportParts } from './read-week-report.ts';
import { listUnused, surveyCalls } from './read-week-report.ts';

const DAY_MS = 86_400_000;
const EXCEPTION_MS = 90 * DAY_MS;

const PLAIN_NAME = /^[A-Za-z0-9_.-]{1,80}$/;

/** A rule that is recommended lets nothing run in a session that may have read untrusted content, or that became worse. */
const GUARD =
  'session.untrusted == none && tool.destroys == no && tool.irreversible != yes && tool.privileged != yes && tool.quarantined != yes';

/** Entries of a policy file, as lines below `rules:` and `exceptions:`. */
interface PolicyPart {
  readonly change: RecommendedChange;
  readonly rules: string;
  readonly exceptions: string;
}

const writePart = ({ change, rules, exceptions }: PolicyPart, of: 'rules' | 'exceptions'): string => {
  const text = of === 'rules' ? rules : exceptions;
  return text === '' ? '' : `  # ${recommendMessages.numbers[change.kind](change)}\n${text}`;
};

const writePolicy = (parts: readonly PolicyPart[]): string => {
  const rules = parts.map((part) => writePart(part, 'rules')).join('');
  const exceptions = parts.map((part) => writePart(part, 'exceptions')).join('');
  return [
    `# ${recommendMessages.fileHead}\n`,
    'name: recommended\n',
    ...(rules === '' ? [] : ['rules:\n', rules]),
    ...(exceptions === '' ? [] : ['exceptions:\n', exceptions]),
  ].join('');
};

const id = (...words: readonly string[]): string =>
  words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** Tools of one server that no call named. */
const unusedTools = (server: string, tools: readonly string[]): PolicyPart => {
  const change = {
    kind: 'unused-tools',
    about: server,
    count: tools.length,
    distinct: 0,
    refusal: null,
  } as const;
  return {
    change,
    exceptions: '',
    rules: [
      `  - id: ${id('unused', server)}`,
      '    tools:',
      ...tools.map((tool) => `      - "${server}/${tool}"`),
      '    then: block',
      `    reason: ${recommendMessages.unusedReason}`,
      '',
    ].join('\n'),
  };
};

/** A rule that lets calls run, and let none. One that asks or blocks is not taken away for being quiet. */
const unusedRule = (rule: string, calls: number, now: number): PolicyPart => ({
  change: { kind: 'unused-rule', about: rule, count: calls, distinct: 0, refusal: null },
  rules: '',
  exceptions: [
    `  - id: ${id('unused', rule)}`,
    `    rule: ${rule}`,
    "    unless: 'true'",
    `    reason: ${recommendMessages.unusedReason}`,
    `    until: ${new Date(now + EXCEPTION_MS).toISOString().slice(0, 10)}`,
    '',
  ].join('\n'),
});

/** The habit's own file, taken apart. */
const approvedPart = (change: RecommendedChange, policy: string): PolicyPart => {
  const [rules = '', exceptions = ''] = policy.replace(/^rules:\n/, '').split(/^exceptions:\n/m);
  return { change, rules, exceptions };
};

const loads = (layers: readonly LayerText[], parts: readonly PolicyPart[]): boolean =>
  loadPolicy([...layers, { name: 'recommended.yaml', text: writePolicy(parts) }]).ok;

const tighteningParts = (
  inventory: PolicyInventory,
  unused: ReturnType<typeof listUnused>,
  calls: number,
  now: number,
): readonly PolicyPart[] => {
  const plain = (unused.tools ?? []).filter(
    ({ server, tool }) => PLAIN_NAME.test(server) && PLAIN_NAME.test(tool),
  );
  const byServer = Map.groupBy(plain, ({ server }) => server);
  const letting = new Set(
    inventory.policy.rules.filter(({ then }) => then === 'auto').map((rule) => rule.id),
  );
  return [
    ...[...byServer].map(([server, tools]) =>
      unusedTools(
        server,
        tools.map(({ tool }) => tool),
      ),
    ),
    ...(unused.rules ?? [])
      .filter((rule) => letting.has(rule) && PLAIN_NAME.test(rule))
      .map((rule) => unusedRule(rule, calls, now)),
  ];
};

/** What recorded calls speak for: tightening what nobody used, loosening what people always approved. */
export const recommendPolicy = async (
  { read, now, inventory }: WeekReportParts,
  { since, until, least }: { readonly since: number; readonly until: number; readonly least: number },
): Promise<PolicyRecommendation> => {
  const span = { since, until };
  const survey = await surveyCalls(read, span);
  const head = { ...span, calls: survey.calls, complete: survey.complete };
  if (inventory === undefined) return { ...head, changes: [], policy: null };
  const unused = listUnused(survey, await read.toolUse(span), inventory);
  const habits = findHabits({
    // what a stranger's text may have caused speaks for nothing
    approved: survey.approved.filter(({ situation }) => situation.labels.untrusted === 'none'),
    ever: await read.toolUse({ since: 0, until }),
    inventory,
    now,
    least,
    guard: GUARD,
  });
  const taken: PolicyPart[] = [];
  const refused: RecommendedChange[] = [];
  const take = (part: PolicyPart): void => {
    if (loads(inventory.layers, [...taken, part])) taken.push(part);
    else refused.push({ ...part.change, refusal: 'not-yours' });
  };
  // without a call nothing can be said
  if (survey.calls > 0) for (const part of tighteningParts(inventory, unused, survey.calls, now)) take(part);
  for (const { server, tool, approved, distinct, policy, refusal } of habits) {
    const change = {
      kind: 'always-approved',
      about: `${server}/${tool}`,
      count: approved,
      distinct,
      refusal,
    } as const;
    if (policy === null) refused.push(change);
    else take(approvedPart(change, policy));
  }
  return {
    ...head,
    changes: [...taken.map(({ change }) => change), ...refused],
    policy: taken.length === 0 ? null : writePolicy(taken),
  };
};
