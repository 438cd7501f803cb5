import type { Json, Outcome, Policy, Rule, ToolInput } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { listReferences } from '@callgate/core/decide';
import type { CedarValueJson, Context, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import type { BenchCall } from './plan-calls.ts';
import { cedarText, cedarToolPattern } from './cedar-text.ts';
import { readingContext } from './cel-rival.ts';

/** `auto` permits; `confirm` and `block` forbid, and the policies Cedar names say which of the two it was. */
const policyText = (rule: Rule): string => {
  const named = rule.tools.includes('*') ? [] : [`(${rule.tools.map(cedarToolPattern).join(' || ')})`];
  const conditions = [...named, ...(rule.when === undefined ? [] : [cedarText(rule.when)])];
  const effect = rule.then === 'auto' ? 'permit' : 'forbid';
  return `${effect}(principal, action, resource) when { ${conditions.join(' && ') || 'true'} };`;
};

/** Cedar has whole numbers only, and no null. */
const cedarValue = (value: Json): CedarValueJson | undefined => {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (value === null) return undefined;
  if (isJsonObject(value)) return cedarRecord(value);
  return value.map(cedarValue).filter((item) => item !== undefined);
};

const cedarRecord = (record: Readonly<Record<string, Json>>): Context => {
  const result: Context = {};
  for (const [key, value] of Object.entries(record)) {
    const converted = cedarValue(value);
    if (converted !== undefined) result[key] = converted;
  }
  return result;
};

/**
 * cedar-wasm with its policies parsed ahead. Rules that only add obligations are left out, because Cedar has no third
 * effect, and the context holds only what the rules read: both spare it work.
 */
export class CedarRival {
  readonly #id: string;
  readonly #fields: ReadonlySet<string>;
  readonly #readsArgs: boolean;
  readonly #blocking: ReadonlySet<string>;

  constructor(id: string, policy: Policy) {
    const rules = policy.rules.filter((rule) => rule.then !== undefined);
    const read = rules.flatMap((rule) => (rule.when === undefined ? [] : [listReferences(rule.when)]));
    this.#id = id;
    this.#fields = new Set([
      ...read.flatMap(({ fields }) => [...fields]),
      ...(rules.every((rule) => rule.tools.includes('*')) ? [] : ['tool.name']),
    ]);
    this.#readsArgs = read.some(({ args }) => args);
    this.#blocking = new Set(rules.filter((rule) => rule.then === 'block').map((rule) => rule.id));
    const staticPolicies = Object.fromEntries(rules.map((rule) => [rule.id, policyText(rule)]));
    const parsed = preparsePolicySet(id, { staticPolicies });
    if (parsed.type === 'failure') throw new Error(parsed.errors.map(({ message }) => message).join('\n'));
  }

  prepare(tool: ToolInput, call: BenchCall): StatefulAuthorizationCall {
    const context: Context = {};
    for (const [root, record] of Object.entries(readingContext(tool, call))) {
      const read = Object.entries(record).filter(
        ([name]) => this.#fields.has(`${root}.${name}`) || (root === 'args' && this.#readsArgs),
      );
      context[root] = cedarRecord(Object.fromEntries(read));
    }
    return {
      principal: { type: 'Principal', id: 'local' },
      action: { type: 'Action', id: 'call' },
      resource: { type: 'Tool', id: tool.name },
      context,
      preparsedPolicySetId: this.#id,
      entities: [],
    };
  }

  decide(call: StatefulAuthorizationCall): Outcome {
    const answer = statefulIsAuthorized(call);
    if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('\n'));
    const { decision, diagnostics } = answer.response;
    if (decision === 'deny' && diagnostics.reason.some((id) => this.#blocking.has(id))) return 'block';
    return decision === 'allow' && diagnostics.errors.length === 0 ? 'auto' : 'confirm';
  }
}
