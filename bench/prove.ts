import type { Policy } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { provePolicy } from '@callgate/policy/prove';
import { BenchRandom } from './bench-random.ts';
import { listTools } from './list-tools.ts';
import { randomPolicy, randomPolicyText } from './random-policy.ts';
import { printLine, provenance, table, writeResult } from './report.ts';

const SEED = 20_261_119;
const SIZES = [12, 50, 200];
const POLICIES = 5;
/** Of these rules a third reads arguments. */
const ARGUMENT_SHARE = 1 / 3;

interface ProveFigure {
  readonly policy: string;
  readonly rules: number;
  readonly milliseconds: number;
  readonly results: string;
}

const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const measure = (name: string, policy: Policy): ProveFigure => {
  const from = cpuMilliseconds();
  const proofs = provePolicy(policy);
  const milliseconds = cpuMilliseconds() - from;
  const count = (result: string): number => proofs.filter((proof) => proof.result === result).length;
  return {
    policy: name,
    rules: policy.rules.length,
    milliseconds,
    results: `${count('proved')} / ${count('disproved')} / ${count('undecided')}`,
  };
};

const OUTCOMES = ['auto', 'confirm', 'confirm', 'block'] as const;
const EQUALITIES = ['==', '!='];
const ANSWERS = ['yes', 'no', 'unknown'];

/** Rules that have nothing in common: each of three comparisons of all hints, labels and trust. */
const unlikePolicy = (random: BenchRandom, size: number): Policy => {
  const comparison = (): string =>
    random.chance(0.15)
      ? `session.${random.pick(['private', 'untrusted'])} ${random.pick(EQUALITIES)} ${random.pick(['none', 'known'])}`
      : random.chance(0.1)
        ? `server.trust ${random.pick(EQUALITIES)} "${random.pick(['untrusted', 'owned'])}"`
        : `tool.${random.pick(HINT_NAMES)} ${random.pick(EQUALITIES)} ${random.pick(ANSWERS)}`;
  const rules = Array.from({ length: size }, (_, at) => ({
    id: `rule-${at}`,
    when: `${comparison()} && ${random.chance(0.5) ? comparison() : `(${comparison()} || ${comparison()})`} && ${comparison()}`,
    // oxlint-disable-next-line unicorn/no-thenable
    then: random.pick(OUTCOMES),
    reason: `rule ${at} says so`,
  }));
  const hold = { id: 'hold', when: 'tool.described == no', then: 'confirm', reason: 'not described' };
  return randomPolicy(JSON.stringify({ name: `unlike-${size}`, rules: [...rules, hold] }));
};

/** How long the seven built-in properties take: presets, and made-up policies of several sizes. */
export const benchProve = async (): Promise<void> => {
  const random = new BenchRandom(SEED);
  const { source, tools } = listTools(random);
  const figures = (['strict', 'balanced', 'intent'] as const).map((name) =>
    measure(name, presetPolicy(name)),
  );
  for (const size of SIZES)
    for (let at = 0; at < POLICIES; at += 1)
      figures.push(
        measure(
          `random ${size}.${at + 1}`,
          randomPolicy(randomPolicyText(random, tools, size, ARGUMENT_SHARE)),
        ),
      );
  for (const size of SIZES)
    for (let at = 0; at < POLICIES; at += 1)
      figures.push(measure(`16 hints ${size}.${at + 1}`, unlikePolicy(random, size)));
  printLine(`CPU time of the seven built-in properties; patterns of rules from ${source}\n`);
  printLine(
    table(
      ['policy', 'rules', 'CPU ms', 'proved / disproved / undecided'],
      figures.map(({ policy, rules, milliseconds, results }) => [
        policy,
        String(rules),
        milliseconds.toFixed(0),
        results,
      ]),
    ),
  );
  await writeResult('prove', { ...provenance('npm run bench -- prove'), source, figures });
};
