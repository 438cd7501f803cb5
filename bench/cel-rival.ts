import type { Json, Outcome, Policy, Rule, ToolInput } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { stricterOutcome, toolPatternMatches } from '@callgate/core/decide';
import type { Disclosure } from '@callgate/core/disclose';
import { FACT_NAMES, disclose } from '@callgate/core/disclose';
import type { ParseResult } from '@marcbachmann/cel-js';
import { Environment } from '@marcbachmann/cel-js';
import type { BenchCall } from './plan-calls.ts';

/** Everything a rule of the benched policies reads, as plain nested records: one reading of the situation. */
export type ReadingContext = Readonly<Record<string, Readonly<Record<string, Json>>>>;

const toolRecord = (tool: ToolInput, { beliefs, facts }: Disclosure): Record<string, Json> => ({
  ...Object.fromEntries(HINT_NAMES.map((name) => [name, beliefs[name].value])),
  ...Object.fromEntries(FACT_NAMES.map((name) => [name, facts[name].value])),
  name: tool.name,
});

/** The plain reading of a call: all claims, the labels as they are. */
export const readingContext = (tool: ToolInput, { situation, args }: BenchCall): ReadingContext => ({
  tool: toolRecord(tool, disclose(tool, 'all', [], [])),
  session: { ...situation.labels, words: situation.words ? 'yes' : 'no' },
  origin: { proven: situation.origins.proven, destination: situation.origins.destination },
  args,
});

// of the ways to declare the fields that were tried (classes, schemas, dyn, maps), the one cel-js is fastest with
const environment = new Environment();
for (const name of ['yes', 'no', 'unknown', 'none', 'possible', 'known'])
  environment.registerConstant(name, 'string', name);
for (const name of ['tool', 'session', 'origin']) environment.registerVariable(name, 'map<string, string>');
environment.registerVariable('args', 'map<string, dyn>');

interface ParsedRule {
  readonly rule: Rule;
  readonly then: Outcome | undefined;
  readonly matches: ParseResult;
}

export interface CelCall {
  readonly rules: readonly ParsedRule[];
  readonly context: ReadingContext;
}

/** cel-js, rule by rule: every condition parsed once, patterns of tools settled ahead, then one evaluation a rule. */
export class CelRival {
  readonly #rules: readonly ParsedRule[];

  constructor(policy: Policy) {
    this.#rules = policy.rules.map((rule) => ({
      rule,
      then: rule.then,
      matches: environment.parse(rule.text ?? 'true'),
    }));
  }

  prepare(tool: ToolInput, call: BenchCall): CelCall {
    return {
      rules: this.#rules.filter(({ rule }) =>
        rule.tools.some((pattern) => toolPatternMatches(pattern, tool.server.name, tool.name)),
      ),
      context: readingContext(tool, call),
    };
  }

  decide({ rules, context }: CelCall): Outcome {
    let outcome: Outcome | undefined;
    for (const { then, matches } of rules) {
      let counted: Outcome | undefined;
      try {
        if (matches(context) === true) counted = then;
      } catch {
        counted = stricterOutcome(then ?? 'confirm', 'confirm');
      }
      if (counted !== undefined)
        outcome = outcome === undefined ? counted : stricterOutcome(outcome, counted);
    }
    return outcome ?? 'confirm';
  }
}
