import type { ClaimScope } from '../disclose/beliefs.ts';
import type { Disclosure } from '../disclose/disclosure.ts';
import { disclose } from '../disclose/disclosure.ts';
import { canBelieveClaims } from '../disclose/ground.ts';
import type { AppliedOverride, ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { Origins } from '../label/origin.ts';
import type { Principal } from '../receive/principal.ts';
import type { Json } from '../receive/json.ts';
import type { PlannedReading, PlannedRule } from './assemble-decision.ts';
import { assembleDecision } from './assemble-decision.ts';
import type { CompiledRule, FoldedRule } from './compiled-rule.ts';
import { NO_MATCH, PROJECTION_COUNT } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import type { FieldIndex, ToolReaders } from './frame.ts';
import { readToolFields, setOriginFields, setPrincipalFields, setSessionFields } from './frame.ts';
import type { OpenRulesPool } from './open-decision.ts';
import { OpenDecision } from './open-decision.ts';
import type { Policy } from './policy.ts';
import type { HistoryReading, SituationReading } from './situation-readings.ts';
import { listSituationReadings } from './situation-readings.ts';

export interface CompiledPolicy {
  readonly policy: Policy;
  readonly rules: readonly CompiledRule[];
  readonly index: FieldIndex;
  readonly toolReaders: ToolReaders;
  readonly openRules: OpenRulesPool;
}

/** Everything a judgement depends on but the tool and the call itself. */
export interface DecisionSituation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Pick<Origins, 'proven' | 'destination' | 'created' | 'forbidden' | 'outbound'>;
  readonly principal: Principal;
}

/** A decision, or what is left to find out about it with the call. */
export type PlannedDecision = Decision | OpenDecision;

/** Tests that are left to the call, each kept once however many readings need it. */
class TestList {
  readonly rules: FoldedRule[] = [];

  /** A rule folds to the same object wherever the same is left of it. */
  place(rule: FoldedRule): number {
    const known = this.rules.indexOf(rule);
    return known < 0 ? this.rules.push(rule) - 1 : known;
  }
}

const withoutHistory = (reading: SituationReading): SituationReading => ({
  ...reading,
  history: 'none',
  counted: reading.counted === 'matches' ? 'weaker-labels' : reading.counted,
});

/** One tool under one policy with the overrides that apply: disclosed once, judged for any situation. */
export class ToolPlan {
  readonly #policy: CompiledPolicy;
  readonly #tool: ToolInput;
  readonly #rules: readonly CompiledRule[];
  readonly #disclosure: Disclosure;
  /** Values of the tool's fields, with all claims and with the grounded ones; the latter only where they differ. */
  readonly #fields: Readonly<Record<ClaimScope, Json[]>>;
  readonly #ungrounded: boolean;
  readonly #counts: boolean;

  constructor(
    policy: CompiledPolicy,
    tool: ToolInput,
    rules: readonly CompiledRule[],
    overrides: readonly AppliedOverride[],
  ) {
    this.#policy = policy;
    this.#tool = tool;
    this.#rules = rules;
    this.#counts = rules.some(({ counters }) => counters.length > 0);
    this.#ungrounded = !canBelieveClaims(tool.server.trust);
    this.#disclosure = disclose(tool, 'all', overrides, policy.policy.hints);
    const all = readToolFields(policy.toolReaders, tool, this.#disclosure);
    const grounded = this.#ungrounded
      ? readToolFields(policy.toolReaders, tool, disclose(tool, 'grounded', overrides, policy.policy.hints))
      : all;
    this.#fields = { all, grounded };
  }

  judge(situation: DecisionSituation): PlannedDecision {
    const left = new TestList();
    const readings = this.#read(situation, left);
    const labels = { private: situation.labels.private, untrusted: situation.labels.untrusted };
    const put = (verdicts: readonly number[]): Decision =>
      assembleDecision(this.#policy.policy, this.#tool, this.#disclosure, labels, readings, verdicts);
    if (left.rules.length === 0) return put([]);
    return new OpenDecision(this.#policy.openRules.list(left.rules), put);
  }

  #read(situation: DecisionSituation, left: TestList): PlannedReading[] {
    const known: (PlannedRule | undefined)[] = [];
    for (const scope of ['all', 'grounded'] as const) {
      setOriginFields(this.#policy.index, this.#fields[scope], situation.origins);
      setPrincipalFields(this.#policy.index, this.#fields[scope], situation.principal);
    }
    const plain = listSituationReadings(situation.labels, this.#ungrounded);
    const all = this.#counts ? [...plain, ...plain.map(withoutHistory)] : plain;
    return all.map((reading) => {
      const fields = this.#fields[reading.scope];
      setSessionFields(this.#policy.index, fields, reading.labels, situation.words);
      return {
        reading,
        rules: this.#rules
          .map((rule, position) => {
            const place = position * PROJECTION_COUNT + rule.projection(reading);
            return (known[place] ??= this.#planRule(rule, fields, reading.history, left));
          })
          // what cannot fire is not kept: of many rules few are left
          .filter((planned) => !('verdict' in planned) || planned.verdict !== NO_MATCH),
      };
    });
  }

  #planRule(
    rule: CompiledRule,
    fields: readonly Json[],
    history: HistoryReading,
    left: TestList,
  ): PlannedRule {
    if (!rule.dynamic) return { rule, verdict: rule.test({ fields, args: {}, locals: [] }, 0) };
    const folded = rule.foldOver(fields, this.#policy.openRules.bits, history);
    if (folded === undefined) return { rule, verdict: NO_MATCH };
    return { rule, test: left.place(folded) };
  }
}
