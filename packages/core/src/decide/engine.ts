import { decisionMessages } from '@callgate/messages/decision';
import { toolErrors } from '@callgate/messages/errors/tool';
import { freezeNewValue } from '../deep-freeze.ts';
import { isSealed, describeTool } from '../disclose/describe-tool.ts';
import { disclose } from '../disclose/disclosure.ts';
import { factAnswers } from '../disclose/facts.ts';
import { TRUST_LEVELS } from '../disclose/ground.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import { CallgateError } from '../callgate-error.ts';
import { strengthRank, NO_LABELS } from '../label/label.ts';
import type { Origins } from '../label/origin.ts';
import { describeOrigins } from '../label/describe-origins.ts';
import { isJsonObject } from '../receive/json.ts';
import type { Principal } from '../receive/principal.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { Counter } from '../condition/counter.ts';
import { listRuleCounters, readHistory } from './call-history.ts';
import { CompiledRule } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import { listPolicyFields } from './fields.ts';
import { indexFields, createToolReaders } from './frame.ts';
import { withFigures } from './describe-figures.ts';
import type { DecisionInput } from './decision-input.ts';
import type { DecisionQuestion } from './decision-question.ts';
import { completeInput, isQuestion } from './decision-question.ts';
import { mergeObligations } from './obligations.ts';
import { OpenDecision, OpenRulesPool } from './open-decision.ts';
import type { Policy } from './policy.ts';
import { ArgumentBits } from './required-arguments.ts';
import type { ToolMemory } from './tool-memory.ts';
import { createToolMemory } from './tool-memory.ts';
import type { CompiledPolicy } from './tool-plan.ts';

const { notJudged, notJudgedBecause } = decisionMessages.reason;

/** A decision where none can be made: block, and say why. What was given is not looked at again. */
const refusal = (policy: Policy, why: string): Decision => {
  const { beliefs, facts } = disclose(describeTool({ server: '', definition: {} }), 'grounded', [], []);
  return freezeNewValue<Decision>({
    v: 1,
    outcome: 'block',
    mode: policy.mode,
    policy: policy.revision,
    rules: [],
    exceptions: [],
    reasons: [notJudged({ why })],
    beliefs,
    facts: factAnswers(facts),
    conflicts: [],
    labels: NO_LABELS,
    read: [],
    obligations: mergeObligations([], { idempotent: false, timeoutCapMs: policy.timeoutCapMs }),
  });
};

const ANSWER_RANK: Readonly<Record<Answer, number>> = { yes: 0, no: 1, unknown: 2 };

/** A number for labels, words and origins together; not a number if one of them is nothing a session can hold. */
const situationNumber = ({ labels, words, origins }: DecisionInput): number =>
  (((((strengthRank(labels.private) * 3 + strengthRank(labels.untrusted)) * 2 + (words ? 1 : 0)) * 3 +
    ANSWER_RANK[origins.proven]) *
    3 +
    ANSWER_RANK[origins.destination]) *
    3 +
    ANSWER_RANK[origins.created]) *
    4 +
  (origins.forbidden === undefined ? 0 : 1) +
  (origins.outbound === true ? 2 : 0);

/** Texts and nothing that turns into one: `['no']` would find its rank and match no rule. */
const isSituation = ({ labels, words, origins }: DecisionInput): boolean =>
  typeof labels.private === 'string' &&
  typeof labels.untrusted === 'string' &&
  typeof words === 'boolean' &&
  typeof origins.proven === 'string' &&
  typeof origins.destination === 'string' &&
  typeof origins.created === 'string' &&
  (origins.forbidden === undefined || typeof origins.forbidden === 'string') &&
  (origins.outbound === undefined || origins.outbound === true);

const isPrincipal = ({ subject, kind, groups, roles, delegation }: Principal): boolean =>
  typeof subject === 'string' &&
  (kind === 'human' || kind === 'service') &&
  Array.isArray(groups) &&
  Array.isArray(roles) &&
  Array.isArray(delegation);

const SITUATIONS = 3 * 3 * 2 * 27 * 4;
const LATEST = 8.64e15 - 24 * 3_600_000;

const isMoment = (at: number, offset: number): boolean =>
  Math.abs(at) <= LATEST && Math.abs(offset) <= 24 * 60;

/** A held call says which value could not be traced, where a rule that fired looked at that. */
const withOrigins = (decision: Decision, origins: Origins): Decision => {
  const tainted = decision.labels.untrusted !== 'none' && origins.proven !== 'yes';
  if (!tainted && !decision.read.some((field) => field.startsWith('origin.'))) return decision;
  const sentence = describeOrigins(origins);
  if (sentence === undefined) return decision;
  const [first, ...rest] = decision.reasons;
  const reasons = Object.freeze(first === undefined ? [sentence] : [first, sentence, ...rest]);
  return Object.freeze({ ...decision, reasons });
};

/** Decides calls under one policy. Pure: equal inputs give equal decisions; what is remembered only saves time. */
export class Engine {
  readonly policy: Policy;
  /** What its rules read of earlier calls. */
  readonly counters: readonly Counter[];
  readonly #compiled: CompiledPolicy;
  readonly #tools: WeakMap<ToolInput, ToolMemory> = new WeakMap();

  constructor(policy: Policy) {
    const fields = listPolicyFields(policy.hints);
    const index = indexFields(fields);
    const rules = policy.rules.map((rule) => new CompiledRule(rule, fields, index));
    this.policy = policy;
    this.counters = listRuleCounters(policy.rules);
    const conditions = policy.rules.flatMap(({ when, exceptions }) => [
      ...(when === undefined ? [] : [when]),
      ...exceptions.map(({ unless }) => unless),
    ]);
    this.#compiled = {
      policy,
      rules,
      index,
      toolReaders: createToolReaders(fields),
      openRules: new OpenRulesPool(new ArgumentBits(conditions), index),
    };
  }

  /** Decides about a call of which some is known. */
  answer(question: DecisionQuestion): Decision {
    try {
      return this.decide(completeInput(this.policy, question));
    } catch {
      return refusal(this.policy, notJudgedBecause.shape);
    }
  }

  decide(input: DecisionInput): Decision {
    try {
      const decision = this.#judge(input);
      if (decision.outcome === 'auto') return decision;
      const figured = this.counters.length > 0 ? withFigures(this.policy, decision, input) : decision;
      return withOrigins(figured, input.origins);
    } catch {
      // input that does not have the shape its type promises must not become a call
      return refusal(this.policy, notJudgedBecause.shape);
    }
  }

  #judge(input: DecisionInput): Decision {
    if (input.v !== 1) return refusal(this.policy, notJudgedBecause.version);
    if (input.policy !== this.policy.revision) return refusal(this.policy, notJudgedBecause.revision);
    if (!isJsonObject(input.args)) return refusal(this.policy, notJudgedBecause.arguments);
    if (!isPrincipal(input.principal)) return refusal(this.policy, notJudgedBecause.principal);
    if (!isSituation(input)) return refusal(this.policy, notJudgedBecause.session);
    const situation = situationNumber(input);
    if (!(situation >= 0 && situation < SITUATIONS) || !isMoment(input.time.at, input.time.offsetMinutes))
      return refusal(this.policy, notJudgedBecause.sessionOrTime);
    const judgement = this.#memoryOf(input.tool).judgement(situation, input);
    if (!(judgement instanceof OpenDecision)) return judgement;
    const history = this.counters.length > 0 ? readHistory(input) : undefined;
    return judgement.decide(input.origins, input.args, input.time, history);
  }

  #memoryOf(tool: ToolInput): ToolMemory {
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    if (!TRUST_LEVELS.includes(tool.server.trust)) throw new CallgateError(toolErrors.trustInvalid());
    if (typeof tool.name !== 'string') throw new CallgateError(toolErrors.unnamed());
    const made = createToolMemory(this.#compiled, tool);
    // what could still change must not be remembered
    if (isSealed(tool)) this.#tools.set(tool, made);
    return made;
  }
}

const engines = new WeakMap<Policy, Engine>();

/** The decision of a policy: pure, total, replayable. About a whole input, or about a call of which some of it is known. */
export const decide = (policy: Policy, input: DecisionInput | DecisionQuestion): Decision => {
  const known = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, known);
  return isQuestion(input) ? known.answer(input) : known.decide(input);
};
