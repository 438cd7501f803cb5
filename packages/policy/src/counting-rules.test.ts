import type { DecisionInput, Policy } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import { emptyHistory, listCounterBounds, listCountersRead } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from './load-policy.ts';

const loaded = (rules: string): Policy => {
  const result = loadPolicy([{ name: 'p.yaml', text: `extends: balanced\nrules:\n${rules}` }]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.policy;
};

const problemOf = (when: string): string => {
  const text = `rules:\n  - { id: r, when: ${JSON.stringify(when)}, then: confirm, reason: x }`;
  const result = loadPolicy([{ name: 'p.yaml', text }]);
  return result.ok ? 'none' : result.problems.map(({ code, message }) => `${code}: ${message}`).join();
};

const PAY = describeTool({
  server: 'bank',
  trust: 'owned',
  definition: {
    name: 'pay_invoice',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
});

const pay = (
  policy: Policy,
  args: DecisionInput['args'],
  history: NonNullable<DecisionInput['history']>,
): ReturnType<typeof decide> =>
  decide(policy, {
    v: 1,
    tool: PAY,
    labels: NO_LABELS,
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: 1_000_000, offsetMinutes: 0 },
    history,
    policy: policy.revision,
  });

const DAILY = `
  - id: large-day
    tools: bank/*
    when: sum(args.amount, "bank/pay_*", "1d") > 1000
    then: confirm
    approvers: 2
    reason: Payments over 1,000 a day need two people`;
const SUM = 'sum(args.amount, "bank/pay_*", "1d")';

describe('a rule that adds up', () => {
  const policy = loaded(DAILY);

  it('counts the call itself: two payments of 999 do not pass 1,000', () => {
    expect(pay(policy, { amount: 999 }, { [SUM]: { most: 0, ran: 0 } }).outcome).toBe('auto');
    const second = pay(policy, { amount: 999 }, { [SUM]: { most: 999, ran: 0 } });
    expect(second.outcome).toBe('confirm');
    expect(second.obligations.approvers).toEqual([{ count: 2 }]);
    expect(second.reasons[0]).toBe('Payments over 1,000 a day need two people (1,998 of 1,000 in 1d)');
    expect(pay(policy, { amount: 1 }, { [SUM]: { most: 999, ran: 999 } }).outcome).toBe('auto');
    expect(pay(policy, { amount: 1.1 }, { [SUM]: { most: 998.9, ran: 999 } }).outcome).toBe('auto');
  });

  it.each([
    [{}],
    [{ amount: '999' }],
    [{ amount: -5000 }],
    [{ amount: null }],
    [{ amount: 1e300 }],
    [{ amount: [1] }],
  ])('applies where %j has no amount', (args) => {
    const { outcome, rules } = pay(policy, args, { [SUM]: { most: 0, ran: 0 } });
    expect([outcome, rules.find(({ id }) => id === 'large-day')?.counted]).toEqual(['confirm', 'fault']);
  });

  it('applies where an earlier call had no amount, and where nothing was read', () => {
    expect(pay(policy, { amount: 1 }, { [SUM]: { most: null, ran: 0 } }).outcome).toBe('confirm');
    expect(pay(policy, { amount: 1 }, {}).outcome).toBe('confirm');
  });
});

describe('limits', () => {
  const COUNT = 'count("bank/*", "1m", "principal")';
  const limited = (edge: string): Policy =>
    loaded(`
  - id: pace
    tools: bank/*
    limit: { calls: 2, window: 1m, per: principal, edge: ${edge} }
    reason: Two payments a minute`);

  it.each([
    ['ask', 'confirm'],
    ['block', 'block'],
    ['slow', 'block'],
  ])('at its edge `%s` comes to %s', (edge, outcome) => {
    const policy = limited(edge);
    expect(pay(policy, {}, { [COUNT]: { most: 1, ran: 1 } }).outcome).toBe('auto');
    expect(pay(policy, {}, { [COUNT]: { most: 2, ran: 2 } }).outcome).toBe(outcome);
  });

  it('says when a call that is too early may come again', () => {
    const { reasons } = pay(limited('slow'), {}, { [COUNT]: { most: 2, ran: 2, first: 952_000 } });
    expect(reasons.slice(0, 2)).toEqual(['Two payments a minute (3 of 2 in 1m)', 'Try again in 12 s']);
  });

  it('refuse a second measure, a `then` and a window that is none', () => {
    const problem = (limit: string): string => {
      const result = loadPolicy([{ name: 'p.yaml', text: `rules:\n  - { id: r, reason: x, ${limit} }` }]);
      return result.ok ? 'none' : (result.problems[0]?.code ?? '');
    };
    expect(problem('limit: { calls: 1, ai: 2, window: 1m, edge: ask }')).toBe('POLICY_LIMIT');
    expect(problem('limit: { sum: args.amount, window: 1m, edge: ask }')).toBe('POLICY_LIMIT');
    expect(problem('limit: { sum: tool.name, most: 1, window: 1m, edge: ask }')).toBe('POLICY_LIMIT');
    expect(problem('then: block, limit: { calls: 1, window: 1m, edge: ask }')).toBe('POLICY_LIMIT');
    expect(problem('limit: { calls: 1, window: 40d, edge: ask }')).toBe('CONDITION_COUNTER');
    expect(problem('limit: { ai: 1, window: 1d, per: all, edge: slow }')).toBe('none');
  });
});

describe('a condition with a counter', () => {
  it.each([
    'count("bank/*", "1d") > 3',
    'count(["bank/*", "cash/*"], "90s", "all") >= 1 && !after("web/*")',
    'since("bank/*", "server") < 60',
    'sum(args.order.total, "*", "31d", "principal") > args.limit',
    '"customer-data" in session.labels',
  ])('loads: %s', (when) => {
    expect(problemOf(when)).toBe('none');
  });

  it.each([
    ['count("bank/*", "1d") == 3', /relax/],
    ['count("bank/*", "1d") in [1, 2]', /relax/],
    ['(after("web/*") ? 1 : 2) < 2', /relax/],
    ['count("bank/*", "soon") > 3', /no window/],
    ['count("bank/*", "32d") > 3', /no window/],
    ['count("bank/*", "1d", "team") > 3', /per `team`/],
    ['count(tool.name, "1d") > 3', /not written as counters/],
    ['count("bank/*") > 3', /./],
    ['sum(1, "bank/*", "1d") > 3', /not written as counters/],
    ['sum(args, "bank/*", "1d") > 3', /./],
    ['tool.name in session.labels', /written out/],
    ['size(session.labels) > 1', /./],
  ])('is refused: %s', (when, why) => {
    expect(problemOf(when)).toMatch(why);
    expect(problemOf(when)).not.toBe('none');
  });
});

describe('labels of one’s own', () => {
  const policy = loaded(`
  - id: customers
    tools: crm/*
    raise: customer-data
    reason: Customer records were read
  - id: stays
    tools: bank/*
    when: '"customer-data" in session.labels'
    then: block
    reason: Nothing outward after customer data`);
  const LABEL = '"customer-data" in session.labels';

  it('hold what comes after them', () => {
    expect(pay(policy, {}, { [LABEL]: { most: null, ran: null } }).outcome).toBe('auto');
    expect(pay(policy, {}, { [LABEL]: { most: 5, ran: null } }).outcome).toBe('block');
  });
});

describe('the time since a call', () => {
  const policy = loaded(`
  - id: pause
    tools: bank/*
    when: since("web/*", "principal") < 60
    then: confirm
    reason: Payments wait a minute after the web
  - id: never-together
    tools: bank/*
    when: after("crm/*")
    then: block
    reason: No payments after customers were read
  - id: elsewhere
    tools: mail/*
    when: count("mail/*", "1d") > 3
    then: confirm
    reason: More than three mails
exceptions:
  - id: few-mails
    rule: outward-write
    unless: server.name == "mail" && count("mail/*", "1h") < 9
    reason: Few mails go out
    until: 2027-06-30`);
  const [since, after] = ['since("web/*", "principal")', 'after("crm/*")'];

  it('is judged by the last one, and is endless where there was none', () => {
    const none = emptyHistory(policy).history ?? {};
    expect(pay(policy, {}, none).outcome).toBe('auto');
    const early = pay(policy, {}, { ...none, [since]: { most: 970_000, ran: 970_000 } });
    expect([early.outcome, early.reasons[0]]).toEqual([
      'confirm',
      'Payments wait a minute after the web (last call 30 s ago)',
    ]);
    expect(pay(policy, {}, { ...none, [since]: { most: 930_000, ran: 930_000 } }).outcome).toBe('auto');
    expect(pay(policy, {}, { ...none, [after]: { most: 1, ran: 1 } }).outcome).toBe('block');
    expect(pay(policy, {}, { [after]: { most: null, ran: null } }).outcome).toBe('confirm');
  });

  it('is read for the tools of its rules only, and named with the bound it is compared with', () => {
    // the exception's rule is about all tools
    expect(listCountersRead(policy, PAY).map(({ measure }) => measure)).toEqual(['count', 'since', 'after']);
    expect(listCounterBounds(policy.rules).map(({ counter, bound }) => [counter.measure, bound])).toEqual([
      ['count', 9],
      ['since', 60],
      ['count', 3],
    ]);
    expect(Object.keys(emptyHistory(loaded('  - { id: r, then: confirm, reason: x }')))).toEqual([]);
  });
});
