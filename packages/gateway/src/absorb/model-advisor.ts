import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { toolPatternMatches } from '@callgate/core/decide';
import { getLabelStrengths } from '@callgate/core/label';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import type { Clock, Gate } from '@callgate/gate';
import { logMessages } from '@callgate/messages/log';
import { clientErrors } from '@callgate/messages/errors/client';
import type { ModelChoice, ChosenModel, ResultSource } from '@callgate/routing';
import { NO_BOUNDS, chooseModel, estimateCost, findModel, joinBounds, assessNeed } from '@callgate/routing';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayConfig } from '../config/gateway-config.ts';
import type { ModelsConfig } from '../config/models-entry.ts';
import { BoundedMap } from '../disclose/bounded-map.ts';
import type { GatewayCatalogue } from '../disclose/gateway-catalogue.ts';
import { NoticeRateLimit } from '../log/notice-rate-limit.ts';
import type { ModelAdviceRequest } from './model-advice-request.ts';
import type { ReleasedResult, ReleasedTool, SessionIdentity } from './model-step.ts';
import { ModelStep } from './model-step.ts';
import type { SharedModelSteps } from './shared-model-steps.ts';

export interface ModelAdvisorParts {
  readonly gate: Gate;
  readonly catalogue: Pick<GatewayCatalogue, 'find' | 'trustOf' | 'preferencesOf'>;
  readonly clock: Pick<Clock, 'now'>;
  config(): GatewayConfig;
  log(server: string, code: string, message: string): void;
  /** Where other processes work on the same store: hosts may ask any of them. */
  readonly shared?: SharedModelSteps | undefined;
}

const MAX_SESSIONS = 10_000;
/** Rows of one principal in a minute that no call stands behind. */
const MAX_ASKED_ROWS = 60;

const keyOf = ({ principal, context }: SessionIdentity): string =>
  JSON.stringify([principal.subject, context]);

/** The operator's words on one tool; of several patterns the last counts. */
const configuredPreferences = (
  { tools }: ModelsConfig,
  { server, tool }: ReleasedTool,
): { readonly believed?: ModelPreferences } => {
  const said = tools.findLast((each) => toolPatternMatches(each.tools, server, tool));
  return said === undefined ? {} : { believed: said.preferences };
};

const choiceJson = (choice: ModelChoice): JsonObject =>
  choice.outcome === 'chosen'
    ? {
        outcome: choice.outcome,
        model: choice.model,
        ...(choice.instead === null ? {} : { instead: choice.instead }),
        reasons: [...choice.reasons],
        estimate: { ...choice.estimate },
      }
    : {
        outcome: choice.outcome,
        asked: choice.model,
        reasons: [...choice.reasons],
        permitted: [...choice.permitted],
      };

type ModelReroute = ChosenModel & { readonly instead: string };

/** What the user chose is no rerouting of ours. */
const isRerouting = (
  choice: ModelChoice,
  models: ModelsConfig,
  ask: ModelAdviceRequest,
): choice is ModelReroute =>
  choice.outcome === 'chosen' && choice.instead !== null && (ask.explicit ?? models.explicit) === null;

const reroutingKey = ({ instead, model }: ModelReroute): string => JSON.stringify([instead, model]);

/** A result of which nothing is said: it is read by the host's own model, or by an abler one. */
const UNDESCRIBED_TOOL: ResultSource = { server: '', tool: '', trust: 'untrusted', claimed: null, peers: [] };

const tooManyModelsError = (): CallgateError => new CallgateError(clientErrors.modelsTooMany());

/** Recommends a model for what a host reads next. It is advice: nothing waits for it, and nothing is refused by it. */
export class ModelAdvisor {
  readonly #parts: ModelAdvisorParts;
  readonly #steps: BoundedMap<string, ModelStep> = new BoundedMap(MAX_SESSIONS);
  readonly #asked: NoticeRateLimit;

  constructor(parts: ModelAdvisorParts) {
    this.#parts = parts;
    this.#asked = new NoticeRateLimit(parts.clock, MAX_ASKED_ROWS);
  }

  /** What goes into `_meta` of a result: only where it differs from the host's own model, or was asked for. */
  async afterCall(released: ReleasedResult, ask: ModelAdviceRequest | null): Promise<JsonObject | undefined> {
    const { models } = this.#parts.config();
    if (models === undefined) return undefined;
    const { whose, call } = released;
    const { shared } = this.#parts;
    const key = keyOf(whose);
    if (shared !== undefined) await this.#followAsks(shared, key).catch(() => {});
    const step = this.#note(models, released);
    const alone = new ModelStep();
    this.#noteIn(alone, models, released);
    try {
      const choice = await this.#choose(models, whose, alone, ask ?? {});
      if (isRerouting(choice, models, ask ?? {})) await this.#record(choice, models, whose, call, step);
      const differs = choice.outcome !== 'chosen' || choice.changed;
      return differs || ask !== null ? choiceJson(choice) : undefined;
    } catch (error) {
      this.#failed(released, agentMessages.modelAdvice.noneRecommended, error);
      return undefined;
    } finally {
      // the next process that is asked must know of it, so it is there before the result
      await this.#show(key).catch((error: unknown) =>
        this.#failed(released, logMessages.advice.resultNotShared, error),
      );
    }
  }

  /** The call itself is done and recorded: advice that cannot be given or recorded changes nothing about that. */
  #failed({ server }: ReleasedResult, what: string, error: unknown): void {
    const [code, message] =
      error instanceof CallgateError
        ? [error.code, error.message]
        : ['MODEL_ADVICE', logMessages.failedInside];
    this.#parts.log(server, code, `${what}: ${message}`);
  }

  /**
   * For a host that asks by itself: all results since it last asked count, or the same ones again where none came.
   * Undefined where no models are configured. Throws where the advice cannot be recorded.
   */
  async forSession(whose: SessionIdentity, ask: ModelAdviceRequest): Promise<JsonObject | undefined> {
    const { models } = this.#parts.config();
    if (models === undefined) return undefined;
    const key = keyOf(whose);
    const { step, again } = await this.#stepAskedOf(key);
    try {
      const choice = await this.#choose(models, whose, step, ask);
      // what was told with a result of this step is not told again
      if (isRerouting(choice, models, ask) && !step.isTold(reroutingKey(choice))) {
        if (!this.#asked.mayTell(whose.principal.subject)) throw tooManyModelsError();
        await this.#record(choice, models, whose, step.onlyCall, step);
      }
      await this.#show(key);
      return choiceJson(choice);
    } catch (error) {
      if (!again) this.#putBack(key, step);
      await this.#show(key).catch(() => {});
      throw error;
    }
  }

  /** What a host asks about now, and whether it has asked about that before. */
  async #stepAskedOf(key: string): Promise<{ readonly step: ModelStep; readonly again: boolean }> {
    const { shared } = this.#parts;
    if (shared !== undefined) await this.#followAsks(shared, key);
    const own = this.#steps.get(key) ?? new ModelStep();
    const again = own.asked;
    // before anything else is waited for: a result that comes meanwhile is counted when the host asks next
    own.asked = true;
    this.#steps.set(key, own);
    if (shared === undefined) return { step: own, again };
    const others: ModelStep[] = [];
    try {
      await shared.takeOthers(key, others);
    } catch (error) {
      for (const other of others) own.join(other);
      this.#putBack(key, own);
      await this.#show(key).catch(() => {});
      throw error;
    }
    const fresh = others.filter(({ asked }) => !asked);
    const isNew = fresh.length > 0 || !(again || own.isEmpty);
    // with new results, those that were asked about before are over
    const step = again && isNew ? new ModelStep() : own;
    for (const other of isNew ? fresh : others) step.join(other);
    step.asked = true;
    if (this.#steps.get(key) === own) this.#steps.set(key, step);
    return { step, again: again && !isNew };
  }

  async #show(key: string): Promise<void> {
    await this.#parts.shared?.show(key, () => this.#steps.get(key));
  }

  /** What another process has taken to be asked about there does not count here any more. */
  async #followAsks(shared: SharedModelSteps, key: string): Promise<void> {
    const step = this.#steps.get(key);
    if (step === undefined || !(await shared.isTaken(key, step))) return;
    if (this.#steps.get(key) === step) this.#steps.set(key, new ModelStep());
  }

  /** Nobody was told: its results count when the host asks again. */
  #putBack(key: string, step: ModelStep): void {
    step.asked = false;
    const since = this.#steps.get(key);
    if (since !== undefined && since !== step) {
      step.join(since);
      step.asked = since.asked;
    }
    this.#steps.set(key, step);
  }

  #note(models: ModelsConfig, released: ReleasedResult): ModelStep {
    const key = keyOf(released.whose);
    const before = this.#steps.get(key);
    const step = before === undefined || before.asked ? new ModelStep() : before;
    this.#noteIn(step, models, released);
    this.#steps.set(key, step);
    return step;
  }

  #noteIn(step: ModelStep, models: ModelsConfig, released: ReleasedResult): void {
    const base = findModel(models.catalogue, models.default)?.intelligence ?? 1;
    const { untrustedCap, catalogue: usable } = models;
    const needs = assessNeed(this.#read(models, released), { base, untrustedCap, usable }).intelligence;
    step.note(released, { needs, sensitive: this.#isSensitive(released) });
  }

  async #choose(
    models: ModelsConfig,
    { principal, context, authenticated }: SessionIdentity,
    step: ModelStep,
    ask: ModelAdviceRequest,
  ): Promise<ModelChoice> {
    const tools = step.tools.map((each) => this.#read(models, each));
    const { sensitive, forgotten, bounds } = step;
    const session = await this.#parts.gate.session({
      principal: principal.subject,
      context,
      authenticated,
    });
    const labels = getLabelStrengths(session);
    const budgets = [models.stepBudget, ask.budgetLeft ?? null].filter((limit) => limit !== null);
    return chooseModel({
      catalogue: models.catalogue,
      current: ask.current ?? models.default,
      explicit: ask.explicit ?? models.explicit,
      tools: forgotten ? [...tools, UNDESCRIBED_TOOL] : tools,
      budgetLeft: budgets.length === 0 ? null : Math.min(...budgets),
      expected: ask.expected ?? models.step,
      contextTokens: ask.contextTokens ?? 0,
      kept: ask.kept ?? {},
      labels,
      // a session that has touched it keeps it in its context, whatever is called next
      sensitive: sensitive || labels.private === 'known',
      bounds: joinBounds({ ...NO_BOUNDS, forbid: models.forbid }, bounds),
      untrustedCap: models.untrustedCap,
    });
  }

  #read(models: ModelsConfig, released: ReleasedTool): ResultSource {
    const { server, tool } = released;
    const { catalogue } = this.#parts;
    return {
      server,
      tool,
      trust: catalogue.trustOf(server),
      claimed: catalogue.find('tool', server, tool)?.tool.claims.details.modelPreferences ?? null,
      peers: catalogue.preferencesOf(server, tool),
      ...configuredPreferences(models, released),
    };
  }

  /** A tool that may return what is private by what is known of it, or that nobody can look up any more. */
  #isSensitive({ server, tool }: ReleasedTool): boolean {
    const found = this.#parts.catalogue.find('tool', server, tool);
    return found === undefined || found.raises.private === 'known';
  }

  async #record(
    choice: ModelReroute,
    { catalogue, step: usual }: ModelsConfig,
    { principal, context, authenticated }: SessionIdentity,
    call: string | undefined,
    step: ModelStep,
  ): Promise<void> {
    const { model, instead, reasons } = choice;
    // by the operator's own figures: what a client says of tokens is not summed up
    const { cost, saved } = estimateCost(findModel(catalogue, model), findModel(catalogue, instead), usual);
    const key = reroutingKey(choice);
    const before = step.isTold(key);
    step.tell(key);
    try {
      await this.#parts.gate.rerouted({
        context: { principal: principal.subject, context, authenticated },
        ...(call === undefined ? {} : { call }),
        model,
        instead,
        reasons,
        cost,
        saved,
      });
    } catch (error) {
      if (!before) step.untell(key);
      throw error;
    }
  }
}
