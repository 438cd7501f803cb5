import type { ClaimScope } from '../disclose/beliefs.ts';
import type { Disclosure } from '../disclose/disclosure.ts';
import { disclose } from '../disclose/disclosure.ts';
import { believesClaims } from '../disclose/ground.ts';
import type { Override, ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { Origins } from '../label/origin.ts';
import type { Principal } from '../label/principal.ts';
import type { JsonObject, Json } from '../receive/json.ts';
import { assemble } from './assemble.ts';
import type { CompiledRule, RuleTest, Verdict } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import {
  FieldValues,
  setCallFields,
  setOriginFields,
  setPrincipalFields,
  setSessionFields,
  setToolFields,
} from './frame.ts';
import type { FieldIndex } from './frame.ts';
import type { Moment } from './input.ts';
import type { Policy } from './policy.ts';
import type { Reading } from './readings.ts';
import { readingsOf } from './readings.ts';

/** A policy made ready. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly rules: readonly CompiledRule[];
  readonly index: FieldIndex;
}

/** What a plan is made for: everything but the call. */
export interface Situation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Pick<Origins, 'proven' | 'destination' | 'created'>;
  readonly principal: Principal;
}

/** What one reading makes of one rule: settled, or left to test number `test`. */
export type PlannedRule = { readonly rule: CompiledRule } & (
  | { readonly verdict: Verdict }
  | { readonly test: number }
);

export interface PlannedReading {
  readonly reading: Reading;
  readonly rules: readonly PlannedRule[];
}

const MAX_REMEMBERED = 256;

/** How far a rule's verdict can differ between readings, so that equal ones are judged once. */
const projection = (rule: CompiledRule, position: number, reading: Reading): string => {
  const parts = [String(position)];
  let readsTool = false;
  for (const field of rule.fields)
    if (field.startsWith('tool.') || field.startsWith('claims.')) readsTool = true;
  if (readsTool) parts.push(reading.scope);
  if (rule.fields.has('session.private')) parts.push(`p${reading.private}`);
  if (rule.fields.has('session.untrusted')) parts.push(`u${reading.untrusted}`);
  return parts.join(' ');
};

/** Everything about one tool in one situation that does not depend on the call, worked out once. */
export class Plan {
  readonly #policy: CompiledPolicy;
  readonly #tool: ToolInput;
  readonly #disclosure: Disclosure;
  readonly #labels: Labels;
  readonly #readings: readonly PlannedReading[];
  readonly #tests: RuleTest[] = [];
  readonly #settled: Decision | undefined;
  readonly #remembered: Map<string, Decision> = new Map();

  constructor(policy: CompiledPolicy, tool: ToolInput, overrides: readonly Override[], situation: Situation) {
    this.#policy = policy;
    this.#tool = tool;
    this.#labels = situation.labels;
    const ungrounded = !believesClaims(tool.server.trust);
    const disclosures: Record<ClaimScope, Disclosure> = {
      all: disclose(tool, 'all', overrides, policy.policy.hints),
      grounded: disclose(tool, 'grounded', overrides, policy.policy.hints),
    };
    this.#disclosure = disclosures.all;
    this.#readings = this.#plan(readingsOf(situation.labels, ungrounded), disclosures, situation);
    this.#settled = this.#tests.length === 0 ? this.#assemble([]) : undefined;
  }

  decide(origins: Origins, args: JsonObject, time: Moment): Decision {
    if (this.#settled !== undefined) return this.#settled;
    const values = new FieldValues(this.#policy.index);
    setCallFields(values, origins, time);
    const verdicts = this.#tests.map((test) => test(values.values, args, time.at));
    const key = verdicts
      .map((verdict) => (verdict.is === 'excepted' ? verdict.by + 3 : verdict.is[0]))
      .join('');
    const remembered = this.#remembered.get(key);
    if (remembered !== undefined) return remembered;
    const decision = this.#assemble(verdicts);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(key, decision);
    return decision;
  }

  #assemble(verdicts: readonly Verdict[]): Decision {
    return assemble(this.#policy, this.#tool, this.#disclosure, this.#labels, this.#readings, verdicts);
  }

  #plan(
    readings: readonly Reading[],
    disclosures: Readonly<Record<ClaimScope, Disclosure>>,
    situation: Situation,
  ): PlannedReading[] {
    const { server, name } = this.#tool;
    const rules = this.#policy.rules.filter((rule) => rule.looksAt(server.name, name));
    const frames = new Map<ClaimScope, FieldValues>();
    const planned = new Map<string, PlannedRule>();
    return readings.map((reading) => {
      const frame = frames.get(reading.scope) ?? this.#frame(disclosures[reading.scope], situation);
      frames.set(reading.scope, frame);
      setSessionFields(frame, reading, situation.words);
      return {
        reading,
        rules: rules.map((rule, position) => {
          const key = projection(rule, position, reading);
          const known = planned.get(key) ?? this.#planRule(rule, frame.values);
          planned.set(key, known);
          return known;
        }),
      };
    });
  }

  #frame(disclosure: Disclosure, situation: Situation): FieldValues {
    const frame = new FieldValues(this.#policy.index);
    setToolFields(frame, this.#tool, disclosure);
    setOriginFields(frame, situation.origins);
    setPrincipalFields(frame, situation.principal);
    return frame;
  }

  #planRule(rule: CompiledRule, fields: readonly Json[]): PlannedRule {
    if (!rule.dynamic) return { rule, verdict: rule.test(fields, {}, 0) };
    const test = rule.foldOver(fields);
    if (test === undefined) return { rule, verdict: { is: 'no' } };
    this.#tests.push(test);
    return { rule, test: this.#tests.length - 1 };
  }
}
