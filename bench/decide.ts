import type { DecisionInput, Outcome, Policy, ToolInput } from '@callgate/core';
import { Engine } from '@callgate/core';
import { isStricter } from '@callgate/core/decide';
import { presetPolicy } from '@callgate/policy';
import { SITUATIONS, UNLABELLED, buildDecisionInput, planCalls } from './plan-calls.ts';
import type { BenchCall } from './plan-calls.ts';
import { argumentsFor } from './call-arguments.ts';
import type { ListedTool } from './list-tools.ts';
import { describeListedTool, listTools } from './list-tools.ts';
import { CedarRival } from './cedar-rival.ts';
import { CelRival } from './cel-rival.ts';
import { measureRuleGrowth, measureToolGrowth } from './growth.ts';
import type { TimedContender, TimingFigure } from './measure.ts';
import { consumedSoFar, interleave } from './measure.ts';
import { loadPolicyFile } from './load-policy.ts';
import { BenchRandom } from './bench-random.ts';
import { count, nanoseconds, provenance, printLine, table, times, writeResult } from './report.ts';

const SEED = 20_261_117;
const CALLS_A_TOOL = 4;
const ROUNDS = 11;
const WARM_UP = 3;
const WARM_REPEATS = 10;
const CEDAR_CALLS = 200;

interface Variant {
  readonly name: string;
  readonly policy: Policy;
  /** Whether the other engines know everything its rules read. */
  readonly compared: boolean;
}

const VARIANTS: readonly Variant[] = [
  { name: 'balanced', policy: presetPolicy('balanced'), compared: true },
  { name: 'balanced + 6 rules on args', policy: loadPolicyFile('args-rules.yaml'), compared: true },
  { name: 'balanced + 1 rule on principal', policy: loadPolicyFile('principal-rule.yaml'), compared: false },
];

const decideAll = (engine: Engine, inputs: readonly DecisionInput[]): number => {
  let sum = 0;
  for (const input of inputs) sum += engine.decide(input).outcome.length;
  return sum;
};

const toolAt = (tools: readonly ToolInput[], at: number): ToolInput => {
  const tool = tools[at];
  if (tool === undefined) throw new RangeError(`there is no tool ${at}`);
  return tool;
};

interface Workload {
  readonly listed: readonly ListedTool[];
  readonly tools: readonly ToolInput[];
  readonly calls: readonly BenchCall[];
  /** One call to each tool. */
  readonly firsts: readonly BenchCall[];
  /** All tools, described anew in every round, so that no engine has met them. */
  fresh: readonly ToolInput[];
}

/** The same call inputs every round, on the same tools: everything that can be remembered is. */
const warm = ({ name, policy }: Variant, { tools, calls }: Workload): TimedContender => {
  const engine = new Engine(policy);
  const inputs = calls.map((call) => buildDecisionInput(policy, toolAt(tools, call.tool), call));
  decideAll(engine, inputs);
  return {
    name: `warm, ${name}`,
    operations: inputs.length * WARM_REPEATS,
    run: () => {
      let sum = 0;
      for (let repeat = 0; repeat < WARM_REPEATS; repeat += 1) sum += decideAll(engine, inputs);
      return sum;
    },
  };
};

/** The first decision about each tool, which was described just now. The engine has seen other tools before. */
const cold = ({ name, policy }: Variant, workload: Workload): TimedContender => {
  const engine = new Engine(policy);
  let inputs: DecisionInput[] = [];
  return {
    name: `cold, ${name}`,
    operations: workload.firsts.length,
    prepare: () => {
      inputs = workload.firsts.map((call) =>
        buildDecisionInput(policy, toolAt(workload.fresh, call.tool), call),
      );
    },
    run: () => decideAll(engine, inputs),
  };
};

const otherSituation = (call: BenchCall): BenchCall => {
  const next = SITUATIONS[(SITUATIONS.indexOf(call.situation) + 1) % SITUATIONS.length];
  return { ...call, situation: next ?? call.situation };
};

/** Tools the engine knows, each in a situation it has not met with that tool. */
const newSituation = ({ name, policy }: Variant, workload: Workload): TimedContender => {
  const engine = new Engine(policy);
  let inputs: DecisionInput[] = [];
  return {
    name: `new situation, ${name}`,
    operations: workload.firsts.length,
    prepare: () => {
      const prepared = (call: BenchCall): DecisionInput =>
        buildDecisionInput(policy, toolAt(workload.fresh, call.tool), call);
      decideAll(
        engine,
        workload.firsts.map((call) => prepared(otherSituation(call))),
      );
      inputs = workload.firsts.map(prepared);
    },
    run: () => decideAll(engine, inputs),
  };
};

/** Also makes the tools that are new to every engine in this round, so it comes first. */
const describing = (workload: Workload): TimedContender => ({
  name: 'describeTool',
  operations: workload.listed.length,
  run: () => {
    workload.fresh = workload.listed.map(describeListedTool);
    return workload.fresh.length;
  },
});

const rival = <T>(name: string, prepared: readonly T[], decide: (call: T) => Outcome): TimedContender => ({
  name,
  operations: prepared.length,
  run: () => {
    let sum = 0;
    for (const call of prepared) sum += decide(call).length;
    return sum;
  },
});

interface Rivals {
  readonly cel: CelRival;
  readonly cedar: CedarRival;
}

const rivalsOf = ({ name, policy }: Variant): Rivals => ({
  cel: new CelRival(policy),
  cedar: new CedarRival(name, policy),
});

const contendersOf = (variant: Variant, workload: Workload): TimedContender[] => {
  const ours = [warm(variant, workload), newSituation(variant, workload), cold(variant, workload)];
  if (!variant.compared) return ours;
  const { cel, cedar } = rivalsOf(variant);
  const { tools, calls } = workload;
  const celCalls = calls.map((call) => cel.prepare(toolAt(tools, call.tool), call));
  const cedarCalls = calls.slice(0, CEDAR_CALLS).map((call) => cedar.prepare(toolAt(tools, call.tool), call));
  return [
    ...ours,
    rival(`cel-js, ${variant.name}`, celCalls, (call) => cel.decide(call)),
    rival(`cedar-wasm, ${variant.name}`, cedarCalls, (call) => cedar.decide(call)),
  ];
};

interface Agreement {
  readonly calls: number;
  readonly cel: number;
  readonly cedar: number;
}

/** Whether all three decide alike where a call has one reading: a trusted server, no labels. */
const compareSingleReading = (variant: Variant, { listed, tools }: Workload): Agreement => {
  const engine = new Engine(variant.policy);
  const { cel, cedar } = rivalsOf(variant);
  const random = new BenchRandom(SEED + 1);
  const agreed = { calls: 0, cel: 0, cedar: 0 };
  for (const [at, { trust, definition }] of listed.entries()) {
    if (trust !== 'trusted') continue;
    const tool = toolAt(tools, at);
    const args = argumentsFor(random, definition['inputSchema']);
    const call = { tool: at, situation: random.pick(UNLABELLED), args };
    const { outcome } = engine.decide(buildDecisionInput(variant.policy, tool, call));
    agreed.calls += 1;
    if (cel.decide(cel.prepare(tool, call)) === outcome) agreed.cel += 1;
    if (cedar.decide(cedar.prepare(tool, call)) === outcome) agreed.cedar += 1;
  }
  return agreed;
};

interface ReadingComparison {
  readonly calls: number;
  readonly same: number;
  readonly oursStricter: number;
  readonly oursLaxer: number;
}

/** Where a call has several readings, ours is the strictest of them: never laxer than the plain one that cel-js judges. */
const compareOtherReadings = (variant: Variant, { tools, calls }: Workload): ReadingComparison => {
  const engine = new Engine(variant.policy);
  const { cel } = rivalsOf(variant);
  const seen = { calls: 0, same: 0, oursStricter: 0, oursLaxer: 0 };
  for (const call of calls) {
    const tool = toolAt(tools, call.tool);
    const { outcome } = engine.decide(buildDecisionInput(variant.policy, tool, call));
    const plain = cel.decide(cel.prepare(tool, call));
    seen.calls += 1;
    if (outcome === plain) seen.same += 1;
    else if (isStricter(outcome, plain)) seen.oursStricter += 1;
    else seen.oursLaxer += 1;
  }
  return seen;
};

const KINDS = ['warm', 'new situation', 'cold', 'cel-js', 'cedar-wasm'] as const;

const ratiosOf = (figures: ReadonlyMap<string, TimingFigure>, variant: Variant): Record<string, number> => {
  const ns = (kind: string): number => figures.get(`${kind}, ${variant.name}`)?.ns ?? Number.NaN;
  return Object.fromEntries(
    ['cel-js', 'cedar-wasm'].flatMap((other) =>
      ['warm', 'new situation', 'cold'].map((kind) => [`${other} / ${kind}`, ns(other) / ns(kind)]),
    ),
  );
};

/** `npm run bench -- decide` */
export const benchDecide = (): void => {
  const random = new BenchRandom(SEED);
  const { source, tools: listed } = listTools(random);
  if (source.startsWith('generated'))
    printLine('../shared/catalogue is not here: using a generated catalogue');
  const tools = listed.map(describeListedTool);
  const workload: Workload = {
    listed,
    tools,
    calls: planCalls(random, listed, CALLS_A_TOOL),
    firsts: planCalls(random, listed, 1),
    fresh: tools,
  };
  const trusted = listed.filter(({ trust }) => trust === 'trusted').length;
  printLine(`tools: ${source}; ${trusted} on trusted servers, ${listed.length - trusted} on untrusted ones`);
  printLine(
    `calls: ${workload.calls.length} in ${SITUATIONS.length} situations; ${ROUNDS} interleaved rounds\n`,
  );

  const compared = VARIANTS.filter((variant) => variant.compared);
  const agreement = Object.fromEntries(
    compared.map((variant) => [
      variant.name,
      {
        oneReading: compareSingleReading(variant, workload),
        severalReadings: compareOtherReadings(variant, workload),
      },
    ]),
  );
  for (const [name, { oneReading, severalReadings }] of Object.entries(agreement)) {
    printLine(
      `agreement, ${name}: one reading: cel-js ${oneReading.cel} and cedar ${oneReading.cedar} of ${oneReading.calls}`,
    );
    printLine(
      `  all calls of the bench against cel-js's plain reading: ${severalReadings.same} same, ${severalReadings.oursStricter} ours stricter, ${severalReadings.oursLaxer} ours laxer`,
    );
  }

  const contenders = [
    describing(workload),
    ...VARIANTS.flatMap((variant) => contendersOf(variant, workload)),
  ];
  const figures = interleave(contenders, ROUNDS, WARM_UP);
  const shown = (name: string): string => {
    const figure = figures.get(name);
    return figure === undefined ? '' : nanoseconds(figure.ns);
  };
  printLine(
    `\n${table(
      ['median a decision', ...VARIANTS.map(({ name }) => name)],
      KINDS.map((kind) => [kind, ...VARIANTS.map(({ name }) => shown(`${kind}, ${name}`))]),
    )}`,
  );
  printLine(`\ndescribeTool, apart from this: ${shown('describeTool')} a tool`);

  const ratios = Object.fromEntries(compared.map((variant) => [variant.name, ratiosOf(figures, variant)]));
  printLine(
    `\n${table(
      ['times as fast as', ...compared.map(({ name }) => name)],
      Object.keys(Object.values(ratios)[0] ?? {}).map((key) => [
        key,
        ...compared.map(({ name }) => times(ratios[name]?.[key] ?? Number.NaN)),
      ]),
    )}`,
  );
  const least = (key: string): number =>
    Math.min(...compared.map(({ name }) => ratios[name]?.[key] ?? Number.NaN));
  printLine(
    `\nwanted, warm: cel-js ≥ 10 × (least here ${times(least('cel-js / warm'))}), cedar ≥ 500 × (least here ${times(least('cedar-wasm / warm'))})`,
  );

  const withRules = measureRuleGrowth(SEED, listed);
  printLine(
    `\n${table(
      ['rules', 'reading args', 'warm', 'cold', 'loadPolicy', 'heap a plan'],
      withRules.map((row) => [
        count(row.rules),
        `${row.argsShare * 100} %`,
        nanoseconds(row.warmNs),
        nanoseconds(row.coldNs),
        `${row.loadMs.toFixed(0)} ms`,
        row.bytesAPlan === undefined ? '' : `${count(row.bytesAPlan)} B`,
      ]),
    )}`,
  );
  const withTools = measureToolGrowth(SEED, listed, presetPolicy('balanced'));
  printLine(
    `\n${table(
      ['tools', 'warm', 'cold', 'heap a described tool', 'heap a plan'],
      withTools.map((row) => [
        count(row.tools),
        nanoseconds(row.warmNs),
        nanoseconds(row.coldNs),
        row.bytesATool === undefined ? '' : `${count(row.bytesATool)} B`,
        row.bytesAPlan === undefined ? '' : `${count(row.bytesAPlan)} B`,
      ]),
    )}`,
  );
  if (globalThis.gc === undefined) printLine('bytes are left out: node has no --expose-gc');

  process.stdout.write(`\n(consumed: ${consumedSoFar()})\n`);
  writeResult('decide', {
    ...provenance('npm run bench -- decide'),
    seed: SEED,
    tools: source,
    calls: workload.calls.length,
    agreement,
    figures: Object.fromEntries(figures),
    ratios,
    growth: { withRules, withTools },
  });
};
