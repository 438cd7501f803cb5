import type { Json, JsonObject, TracedTool } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { loadPolicy } from '@callgate/policy';
import type { LayerText } from '../api/policy.ts';
import type { HabitRefusal } from '../api/report.ts';

const DAY_MS = 86_400_000;
const EXCEPTION_MS = 90 * DAY_MS;
const MAX_TEXT = 200;

/** Names and values that mean themselves in a pattern, in CEL and in YAML. */
const PLAIN_NAME = /^[A-Za-z0-9_.-]{1,80}$/;
const PLAIN_TEXT = /^[\x20-\x7E]*$/;
const ARGUMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface RuleRequest {
  readonly server: string;
  readonly tool: string;
  readonly traced: TracedTool;
  /** Of every approved call. */
  readonly calls: readonly JsonObject[];
  /** Rules that asked; none where no rule allowed the call. */
  readonly rules: readonly string[];
  readonly layers: readonly LayerText[];
  readonly now: number;
  /** The numbers behind it, as a sentence. */
  readonly reason: string;
  /** A condition that must hold besides. */
  readonly guard?: string | undefined;
}

export type RuleSuggestion =
  | { readonly policy: string; readonly refusal: null }
  | { readonly policy: null; readonly refusal: HabitRefusal };

const refuse = (refusal: HabitRefusal): RuleSuggestion => ({ policy: null, refusal });

const isPlain = (text: string): boolean =>
  text.length <= MAX_TEXT && PLAIN_TEXT.test(text) && !/["'\\]/.test(text);

/** The folder that all texts lie in, at least three names deep and nothing hidden, or the site of all addresses. */
const findFolder = (texts: readonly string[]): string | undefined => {
  const [first = '', ...others] = texts;
  const least =
    /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?\//.exec(first)?.[0] ?? /^\/[^/]+\/[^/]+\/[^/]+\//.exec(first)?.[0];
  if (least === undefined || texts.some((text) => /\.\.|\/\./.test(text))) return undefined;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder.length >= least.length && others.some((text) => !text.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder.length >= least.length && isPlain(folder) ? folder : undefined;
};

/** What all values of one argument have in common, as a condition; undefined where they vary. */
const findCondition = (name: string, values: readonly Json[]): string | undefined => {
  const [first] = values;
  if (new Set(values.map((value) => canonical(value))).size === 1) {
    if (typeof first === 'string') return isPlain(first) ? `args.${name} == "${first}"` : undefined;
    return typeof first === 'boolean' || Number.isSafeInteger(first)
      ? `args.${name} == ${String(first)}`
      : undefined;
  }
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const folder = findFolder(values);
  return folder === undefined
    ? undefined
    : `args.${name}.startsWith("${folder}") && !args.${name}.contains("..") && !args.${name}.contains("/.")`;
};

const listProperties = ({ inputSchema }: TracedTool): readonly string[] => {
  const properties = isJsonObject(inputSchema) ? getOwn(inputSchema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
};

/** Only content may vary. */
const canVary = ({ places }: TracedTool, name: string, values: readonly Json[]): boolean =>
  places.roleAt([name]) === 'payload' &&
  values.every((value) => !isJsonObject(value) && !Array.isArray(value));

/** Conditions on all arguments that decide where a call goes and to what; undefined where they vary. */
const listConditions = ({ traced, calls }: RuleRequest): readonly string[] | undefined => {
  const names = new Set([...listProperties(traced), ...calls.flatMap((args) => Object.keys(args))]);
  const conditions: string[] = [];
  for (const name of names) {
    if (!ARGUMENT_NAME.test(name)) return undefined;
    const values = calls.flatMap((args) => {
      const value = getOwn(args, name);
      // a list is one value
      return value === undefined ? [] : [value];
    });
    if (values.length === 0) {
      if (traced.places.roleAt([name]) !== 'payload') conditions.push(`!has(args.${name})`);
      continue;
    }
    const condition = values.length === calls.length ? findCondition(name, values) : undefined;
    if (condition !== undefined) conditions.push(condition);
    else if (!canVary(traced, name, values)) return undefined;
  }
  return conditions;
};

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const writePolicy = (request: RuleRequest, conditions: readonly string[]): string => {
  const { server, tool, rules, now, reason, guard } = request;
  const also = guard === undefined ? [] : [guard];
  const id = `always-approved-${server}-${tool}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const until = new Date(now + EXCEPTION_MS).toISOString().slice(0, 10);
  const named = [`server.name == "${server}"`, `tool.name == "${tool}"`, ...also, ...conditions].join(' && ');
  return [
    'rules:',
    `  - id: ${id}`,
    `    tools: ["${server}/${tool}"]`,
    `    when: ${quote(['tool.described == yes', ...also, ...conditions].join(' && '))}`,
    '    then: auto',
    `    reason: ${quote(reason)}`,
    ...(rules.length === 0 ? [] : ['exceptions:']),
    ...rules.flatMap((rule) => [
      `  - id: ${id}-${rule}`,
      `    rule: ${rule}`,
      `    unless: ${quote(named)}`,
      `    reason: ${quote(reason)}`,
      `    until: ${until}`,
    ]),
    '',
  ].join('\n');
};

/** Policy text that lets calls like these run; it loads on top of the layers in force, or none is given. */
export const suggestRule = (request: RuleRequest): RuleSuggestion => {
  const { server, tool, rules, layers } = request;
  if (![server, tool, ...rules].every((name) => PLAIN_NAME.test(name))) return refuse('name');
  const conditions = listConditions(request);
  if (conditions === undefined) return refuse('varies');
  const policy = writePolicy(request, conditions);
  const loaded = loadPolicy([...layers, { name: 'suggestion.yaml', text: policy }]);
  return loaded.ok ? { policy, refusal: null } : refuse('not-yours');
};
