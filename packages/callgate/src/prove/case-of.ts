import type { DecisionInput, Json, JsonObject, ToolInput } from '@callgate/core';
import type { Counterexample, ProvedStep } from '@callgate/policy/prove';
import { stringify } from 'yaml';
import { statedHistory } from '../input/stated-history.ts';

/** Everything about the tool that a list of tools and an operator can say. */
const isListed = ({ kind, resolved, observations, reviews, contract, overrides }: ToolInput): boolean =>
  kind === 'tool' &&
  resolved.length + observations.length + reviews.length === 0 &&
  !contract.readOnly &&
  !contract.closedWorld &&
  overrides.every(({ when }) => when === undefined);

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

const serverOf = (tool: ToolInput, definition: JsonObject): Record<string, unknown> => ({
  name: tool.server.name,
  trust: tool.server.trust,
  ...(tool.quarantine === null ? {} : { quarantine: { [tool.name]: tool.quarantine } }),
  ...(tool.overrides.length === 0
    ? {}
    : {
        overrides: tool.overrides.map(({ set, sets }) => ({ set, ...(sets === undefined ? {} : { sets }) })),
      }),
  tools: [definition],
});

const two = (value: number): string => String(value).padStart(2, '0');

const momentText = ({ at, offsetMinutes }: DecisionInput['time']): string => {
  const away = Math.abs(offsetMinutes);
  const local = new Date(at + offsetMinutes * 60_000).toISOString().slice(0, -1);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
};

const sessionOf = ({ labels, words, origins }: DecisionInput): Record<string, unknown> => ({
  ...labels,
  words,
  origins: {
    proven: origins.proven,
    destination: origins.destination,
    created: origins.created,
    ...(origins.unproven.length === 0 ? {} : { unproven: origins.unproven }),
    ...(origins.forbidden === undefined ? {} : { forbidden: origins.forbidden }),
    ...(origins.outbound === undefined ? {} : { outbound: true }),
  },
});

const principalOf = ({ principal }: DecisionInput): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(principal).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );

/** A call as a case of a file of policy tests. */
export const caseOf = (
  input: DecisionInput,
  { name, expected }: { readonly name: string; readonly expected: string },
): Record<string, unknown> => ({
  name,
  call: `${input.tool.server.name}/${input.tool.name}`,
  ...(Object.keys(input.args).length === 0 ? {} : { args: input.args }),
  session: sessionOf(input),
  ...statedHistory(input),
  principal: principalOf(input),
  at: momentText(input.time),
  expect: expected,
});

/** A counterexample as a whole file of policy tests, ready to be kept. */
export const caseFileOf = (
  { input, decision, definition, expected }: Counterexample,
  name: string,
  policies: readonly string[],
): Json => {
  const { tool } = input;
  return toJson({
    policy: policies.length === 1 ? policies[0] : policies,
    ...(isListed(tool)
      ? { servers: [serverOf(tool, definition)] }
      : { disclosures: { [`${tool.server.name}/${tool.name}`]: tool } }),
    cases: [caseOf(input, { name, expected: expected ?? decision.outcome })],
  });
};

/** A chain of calls as a file of policy tests: the last call is the one that a person should be asked about. */
export const chainFileOf = (steps: readonly ProvedStep[], name: string, policies: readonly string[]): Json =>
  toJson({
    policy: policies.length === 1 ? policies[0] : policies,
    disclosures: Object.fromEntries(
      steps.map(({ input: { tool } }) => [`${tool.server.name}/${tool.name}`, tool]),
    ),
    cases: steps.map(({ input, decision: { outcome } }, at) =>
      caseOf(input, {
        name: `${name}: ${at + 1}`,
        expected: at + 1 === steps.length && outcome === 'auto' ? 'confirm' : outcome,
      }),
    ),
  });

/** YAML in which nothing hides from who looks at a terminal. */
export const caseText = (content: Json): string =>
  stringify(content, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
