import type { DecisionInput, Policy, ToolInput } from '@callgate/core';
import { Engine } from '@callgate/core';
import { argumentsFor } from './call-arguments.ts';
import { SITUATIONS, buildDecisionInput } from './plan-calls.ts';
import type { ListedTool } from './list-tools.ts';
import { describeListedTool } from './list-tools.ts';
import { heapInUse, median, timeWork } from './measure.ts';
import { BenchRandom } from './bench-random.ts';
import { randomPolicy, randomPolicyText } from './random-policy.ts';

const RULES = [10, 30, 100, 300, 1000];
const ARGS_SHARES = [0, 0.3];
const TOOLS = [100, 1000, 10_000, 100_000];
const TOOLS_WHILE_RULES_GROW = 200;
const DECISIONS_A_ROUND = 100_000;
const ROUNDS = 9;

export interface RuleGrowth {
  readonly rules: number;
  readonly argsShare: number;
  readonly warmNs: number;
  /** The first decision about a tool. */
  readonly coldNs: number;
  readonly loadMs: number;
  readonly bytesAPlan: number | undefined;
}

export interface ToolGrowth {
  readonly tools: number;
  readonly warmNs: number;
  readonly coldNs: number;
  readonly bytesATool: number | undefined;
  readonly bytesAPlan: number | undefined;
}

const each = (before: number | undefined, after: number | undefined, things: number): number | undefined =>
  before === undefined || after === undefined ? undefined : Math.round((after - before) / things);

interface DecisionCost {
  readonly warmNs: number;
  readonly coldNs: number;
  readonly bytesAPlan: number | undefined;
}

/** Decides every input once, one by one, and then again and again. */
const decideOnceThenWarm = (engine: Engine, inputs: readonly DecisionInput[]): DecisionCost => {
  const before = heapInUse();
  const firsts = new Float64Array(inputs.length);
  for (const [at, input] of inputs.entries())
    firsts[at] = timeWork(() => engine.decide(input).outcome.length);
  const after = heapInUse();
  const repeats = Math.max(1, Math.round(DECISIONS_A_ROUND / inputs.length));
  const rounds = Array.from({ length: ROUNDS + 1 }, () =>
    timeWork(() => {
      let sum = 0;
      for (let repeat = 0; repeat < repeats; repeat += 1)
        for (const input of inputs) sum += engine.decide(input).outcome.length;
      return sum;
    }),
  );
  return {
    warmNs: median(rounds.slice(1)) / (repeats * inputs.length),
    coldNs: median([...firsts]),
    bytesAPlan: each(before, after, inputs.length),
  };
};

const inputsFor = (
  random: BenchRandom,
  policy: Policy,
  tools: readonly ToolInput[],
  schemaOf: (at: number) => ListedTool,
): DecisionInput[] =>
  random.shuffled(
    tools.map((tool, at) =>
      buildDecisionInput(policy, tool, {
        situation: random.pick(SITUATIONS),
        args: argumentsFor(random, schemaOf(at).definition['inputSchema']),
      }),
    ),
  );

const itemAt = <T>(items: readonly T[], at: number): T => {
  const item = items[at % items.length];
  if (item === undefined) throw new RangeError('an empty catalogue');
  return item;
};

/** More rules, the same tools. */
export const measureRuleGrowth = (seed: number, listed: readonly ListedTool[]): RuleGrowth[] =>
  ARGS_SHARES.flatMap((argsShare) =>
    RULES.map((rules) => {
      const random = new BenchRandom(seed + rules);
      const chosen = random.shuffled(listed).slice(0, TOOLS_WHILE_RULES_GROW);
      const text = randomPolicyText(random, chosen, rules, argsShare);
      const start = performance.now();
      const policy = randomPolicy(text);
      const loadMs = performance.now() - start;
      const inputs = inputsFor(random, policy, chosen.map(describeListedTool), (at) => itemAt(chosen, at));
      return { rules, argsShare, loadMs, ...decideOnceThenWarm(new Engine(policy), inputs) };
    }),
  );

/** More tools, the same rules: the catalogue over and over, under other names. */
export const measureToolGrowth = (
  seed: number,
  listed: readonly ListedTool[],
  policy: Policy,
): ToolGrowth[] =>
  TOOLS.map((size) => {
    const random = new BenchRandom(seed + size);
    const before = heapInUse();
    const tools = Array.from({ length: size }, (_, at) => {
      const tool = itemAt(listed, at);
      const { annotations = {}, _meta = {} } = tool.definition;
      // nothing else of a definition is kept; digesting it would only take long
      const definition = { name: `${String(tool.definition['name'])}_${at}`, annotations, _meta };
      return describeListedTool({ ...tool, definition });
    });
    const described = heapInUse();
    const inputs = inputsFor(random, policy, tools, (at) => itemAt(listed, at));
    return {
      tools: size,
      bytesATool: each(before, described, size),
      ...decideOnceThenWarm(new Engine(policy), inputs),
    };
  });
