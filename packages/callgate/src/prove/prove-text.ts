import { display } from '@callgate/core';
import { proveMessages as texts } from '@callgate/messages/cli/prove';
import type { ChainProof, PropertyProof, ProvedStep } from '@callgate/policy/prove';
import { bold, dim } from '../show/style.ts';
import { caseFileOf, caseText, chainFileOf } from './case-of.ts';

const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

const nameOf = ({ property }: PropertyProof): string =>
  property.kind === 'built-in'
    ? texts.properties[property.name]
    : texts.conditions[property.kind]({ condition: display(property.condition, { max: 400 }) });

const ruleNames = (rules: readonly { readonly id: string }[]): readonly string[] =>
  rules.map(({ id }) => display(id, { max: 80 }));

const detailsOf = (proof: PropertyProof, policies: readonly string[]): readonly string[] => {
  if (proof.result === 'proved') return [];
  if (proof.result === 'undecided') return [`  ${texts.undecided[proof.why]}`];
  if ('idle' in proof)
    return proof.idle.map(({ rule, by }) =>
      by === undefined
        ? `  ${texts.dead({ rule: display(rule) })}`
        : `  ${texts.shadowed({ rule: display(rule), by: display(by) })}`,
    );
  const { counterexample } = proof;
  const { outcome, rules } = counterexample.decision;
  return [
    dim(`  # ${texts.now({ outcome, rules: ruleNames(rules) })}`),
    indented(caseText(caseFileOf(counterexample, nameOf(proof), policies))),
  ];
};

/** Proofs for a terminal, each counterexample as a case to keep. */
export const proofsText = (proofs: readonly PropertyProof[], policies: readonly string[]): string => {
  const proved = proofs.filter(({ result }) => result === 'proved').length;
  return [
    ...proofs.flatMap((proof) => [
      `${bold(texts.results[proof.result].padEnd(10))} ${nameOf(proof)}`,
      ...detailsOf(proof, policies),
    ]),
    texts.summary({ proved, others: proofs.length - proved }),
  ].join('\n');
};

const callOf = ({ input }: ProvedStep): string =>
  display(`${input.tool.server.name}/${input.tool.name}`, { max: 200 });

const chainDetails = (proof: ChainProof, policies: readonly string[]): readonly string[] => {
  if (proof.answer === 'no') return [];
  if (proof.answer === 'undecided')
    return [`  ${texts.doubts({ tools: proof.because.map((tool) => display(tool, { max: 200 })) })}`];
  return [
    ...proof.steps.map((step, at) =>
      dim(
        indented(
          `# ${texts.step({ number: at + 1, call: callOf(step), labels: texts.labels(step.labels) })}`,
        ),
      ),
    ),
    indented(caseText(chainFileOf(proof.steps, texts.chains[proof.kind], policies))),
  ];
};

/** Whether chains of calls run, for a terminal. */
export const chainsText = (proofs: readonly ChainProof[], policies: readonly string[]): string =>
  proofs
    .flatMap((proof) => [
      `${bold(texts.answers[proof.answer].padEnd(10))} ${texts.chains[proof.kind]}`,
      ...chainDetails(proof, policies),
    ])
    .join('\n');
