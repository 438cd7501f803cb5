import { describe, expect, it } from 'vitest';
import type { Obligations } from '../../src/decide/obligations.ts';
import type { ToolDescription } from '../../src/disclose/describe-tool.ts';
import { isStricter } from '../../src/outcome.ts';
import { exampleOf, field, equals } from '../specification/example.ts';
import type { LawCheck, Decider, LawOptions } from '../specification/law.ts';
import { cases } from '../specification/cases.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';

const silent = new WeakMap<ToolDescription, ToolDescription>();

/** The same tool of a server that claims nothing. */
const silenced = (tool: ToolDescription): ToolDescription => {
  let known = silent.get(tool);
  if (known === undefined) {
    const { annotations: _, _meta: __, ...definition } = tool.definition;
    silent.set(tool, (known = { ...tool, definition, resolved: [] }));
  }
  return known;
};

const holdsAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((each) => all.includes(each));

/** What the first demands less than the second, or null. */
const shrunk = (claimed: Obligations, silence: Obligations): string | null => {
  const kept: Readonly<Record<string, boolean>> = {
    approvers: silence.approvers.every(({ group, count }) =>
      claimed.approvers.some((each) => each.group === group && each.count >= count),
    ),
    terms: silence.terms === 'plain' || claimed.terms === 'strong',
    audit: silence.audit === 'standard' || claimed.audit === 'full',
    noCaching: !silence.noCaching || claimed.noCaching,
    progress: !silence.progress || claimed.progress,
    preview: !silence.preview || claimed.preview,
    aiTag: !silence.aiTag || claimed.aiTag,
    redact: holdsAll(claimed.redact, silence.redact),
    notify: holdsAll(claimed.notify, silence.notify),
    concurrency: silence.concurrency.every(({ per, limit }) =>
      claimed.concurrency.some((each) => each.per === per && each.limit <= limit),
    ),
    timeoutMs:
      silence.timeoutMs === null || (claimed.timeoutMs !== null && claimed.timeoutMs <= silence.timeoutMs),
    retries: claimed.retries <= silence.retries,
  };
  return Object.keys(kept).find((name) => kept[name] === false) ?? null;
};

const check: LawCheck = (decide, example) => {
  const policy = policyFor(example.policy);
  const claimed = decide(policy, inputFor(example));
  const silence = decide(policy, inputFor({ ...example, tool: silenced(example.tool) }));
  if (isStricter(silence.outcome, claimed.outcome)) {
    return `${claimed.outcome} with its claims, ${silence.outcome} without`;
  }
  const less = shrunk(claimed.obligations, silence.obligations);
  return less === null
    ? null
    : `fewer ${less}: ${JSON.stringify(claimed.obligations)} with its claims, ${JSON.stringify(silence.obligations)} without`;
};

const law: LawOptions = {
  cases: cases(5000, 300_000),
  perPolicy: 40,
  tools: { bound: false, untrusted: true },
  check,
};

const gullible: Decider = (policy, input) => {
  const believed = { ...input.tool, server: { ...input.tool.server, trust: 'trusted' as const } };
  return decideByEngine(policy, { ...input, tool: believed });
};

const lenient: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  if (input.tool.claims.answers.length === 0) return decision;
  return { ...decision, obligations: { ...decision.obligations, audit: 'standard' } };
};

describe('whatever an untrusted server claims', () => {
  it('the decision is at least as strict, and its obligations as many, as if it had claimed nothing', () => {
    expect(counterexample(decideByEngine, law)).toBeNull();
  });

  it('nor does a claim buy it more time by calling up a more specific rule', () => {
    const example = exampleOf({
      rules: [
        { then: 'auto', obligations: { timeoutMs: 1000 } },
        {
          tools: ['send'],
          when: equals(field('claims.slowExecution'), 'yes'),
          obligations: { timeoutMs: 60_000 },
        },
      ],
      tool: { trust: 'untrusted', definition: { name: 'send', annotations: { slowExecutionHint: true } } },
    });
    expect(check(decideByEngine, example)).toBeNull();
  });

  it('nor more retries', () => {
    const example = exampleOf({
      rules: [{ when: equals(field('claims.slowExecution'), 'yes'), obligations: { retries: 3 } }],
      tool: {
        trust: 'untrusted',
        definition: { name: 'send', annotations: { slowExecutionHint: true } },
        overrides: [{ set: { idempotent: 'yes' } }],
      },
    });
    expect(check(decideByEngine, example)).toBeNull();
  });

  it('and an engine that believes it is caught', () => {
    expect(isCaught(gullible, law)).toBe(true);
  });

  it('and an engine that lets it shrink an obligation is caught', () => {
    expect(isCaught(lenient, law)).toBe(true);
  });
});
