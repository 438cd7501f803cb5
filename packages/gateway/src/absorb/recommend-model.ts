import type { JsonObject, ModelPreferences, Obligations } from '@callgate/core';
import { CallgateError, labelsOf, toolPatternMatches } from '@callgate/core';
import type { CallRequest, Gate } from '@callgate/gate';
import type { Choice, Chosen, ModelBounds, ReadTool } from '@callgate/routing';
import { chooseModel, joinBounds } from '@callgate/routing';
import type { GatewayConfig } from '../config/config.ts';
import type { ModelsConfig } from '../config/models-entry.ts';
import { BoundedMap } from '../disclose/bounded-map.ts';
import type { Catalogue } from '../disclose/catalogue.ts';
import type { ModelAsk } from '../receive/model-ask.ts';

/** Whose session it is. */
export type Whose = Pick<CallRequest, 'principal' | 'context' | 'authenticated'>;

/** A call whose result is released now. */
export interface Released {
  readonly whose: Whose;
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  readonly model: Obligations['model'];
}

/** The results since a host last asked: what its model reads next. */
interface Step {
  readonly released: Released[];
  /** Models that a row of this step tells of already. */
  readonly told: Set<string>;
  asked: boolean;
}

export interface RecommendParts {
  readonly gate: Gate;
  readonly catalogue: Pick<Catalogue, 'find' | 'trustOf' | 'preferencesOf'>;
  config(): GatewayConfig;
  log(server: string, code: string, message: string): void;
}

const MAX_SESSIONS = 10_000;
const MAX_STEP = 64;

const keyOf = ({ principal, context }: Whose): string => JSON.stringify([principal.subject, context]);

const NO_BOUNDS: ModelBounds = { atLeast: null, atMost: null, forbid: [] };

/** The operator's words on one tool; of several patterns the last counts. */
const believedOf = (
  { tools }: ModelsConfig,
  { server, tool }: Released,
): { readonly believed?: ModelPreferences } => {
  const said = tools.findLast((each) => toolPatternMatches(each.tools, server, tool));
  return said === undefined ? {} : { believed: said.preferences };
};

const shown = (choice: Choice): JsonObject =>
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

type Rerouting = Chosen & { readonly instead: string };

/** What the user chose is no rerouting of ours. */
const isRerouting = (choice: Choice, models: ModelsConfig, ask: ModelAsk): choice is Rerouting =>
  choice.outcome === 'chosen' && choice.instead !== null && (ask.explicit ?? models.explicit) === null;

const toldKey = ({ instead, model }: Rerouting): string => JSON.stringify([instead, model]);

/** Recommends a model for what a host reads next. It is advice: nothing waits for it, and nothing is refused by it. */
export class ModelAdvice {
  readonly #parts: RecommendParts;
  readonly #steps: BoundedMap<string, Step> = new BoundedMap(MAX_SESSIONS);

  constructor(parts: RecommendParts) {
    this.#parts = parts;
  }

  /** What goes into `_meta` of a result: only where it differs from the host's own model, or was asked for. */
  async afterCall(released: Released, ask: ModelAsk | null): Promise<JsonObject | undefined> {
    const { models } = this.#parts.config();
    if (models === undefined) return undefined;
    const step = this.#note(released);
    try {
      const choice = await this.#choose(models, released.whose, [released], ask ?? {});
      if (isRerouting(choice, models, ask ?? {}))
        await this.#record(choice, released.whose, released.call, step);
      const differs = choice.outcome !== 'chosen' || choice.changed;
      return differs || ask !== null ? shown(choice) : undefined;
    } catch (error) {
      // the call itself is done and recorded: advice that cannot be given or recorded changes nothing about that
      const [code, message] =
        error instanceof CallgateError
          ? [error.code, error.message]
          : ['MODEL_ADVICE', 'something went wrong inside'];
      this.#parts.log(released.server, code, `no model is recommended: ${message}`);
      return undefined;
    }
  }

  /** For a host that asks by itself: all results since it last asked count. Undefined where no models are configured. */
  async forSession(whose: Whose, ask: ModelAsk): Promise<JsonObject | undefined> {
    const { models } = this.#parts.config();
    if (models === undefined) return undefined;
    const step = this.#steps.get(keyOf(whose)) ?? { released: [], told: new Set<string>(), asked: false };
    const choice = await this.#choose(models, whose, step.released, ask);
    const [only, ...others] = step.released;
    // what was told with a result of this step is not told again
    if (isRerouting(choice, models, ask) && !step.told.has(toldKey(choice)))
      await this.#record(choice, whose, others.length === 0 ? only?.call : undefined, step);
    step.asked = true;
    return shown(choice);
  }

  #note(released: Released): Step {
    const key = keyOf(released.whose);
    const before = this.#steps.get(key);
    const step =
      before === undefined || before.asked ? { released: [], told: new Set<string>(), asked: false } : before;
    if (step.released.length >= MAX_STEP) step.released.shift();
    step.released.push(released);
    this.#steps.set(key, step);
    return step;
  }

  async #choose(
    models: ModelsConfig,
    { principal, context, authenticated }: Whose,
    released: readonly Released[],
    ask: ModelAsk,
  ): Promise<Choice> {
    const session = await this.#parts.gate.session({
      principal: principal.subject,
      context,
      authenticated,
    });
    const budgets = [models.stepBudget, ask.budgetLeft ?? null].filter((limit) => limit !== null);
    return chooseModel({
      catalogue: models.catalogue,
      current: ask.current ?? models.default,
      explicit: ask.explicit ?? models.explicit,
      tools: released.map((each) => this.#read(models, each)),
      budgetLeft: budgets.length === 0 ? null : Math.min(...budgets),
      expected: ask.expected ?? models.step,
      contextTokens: ask.contextTokens ?? 0,
      kept: ask.kept ?? {},
      labels: labelsOf(session),
      sensitive: released.some((each) => this.#isSensitive(each)),
      bounds: joinBounds(
        { ...NO_BOUNDS, forbid: models.forbid },
        ...released.map(({ model }) => ({ ...NO_BOUNDS, ...model })),
      ),
      untrustedCap: models.untrustedCap,
    });
  }

  #read(models: ModelsConfig, released: Released): ReadTool {
    const { server, tool } = released;
    const { catalogue } = this.#parts;
    return {
      server,
      tool,
      trust: catalogue.trustOf(server),
      claimed: catalogue.find('tool', server, tool)?.tool.claims.details.modelPreferences ?? null,
      peers: catalogue.preferencesOf(server, tool),
      ...believedOf(models, released),
    };
  }

  /** A tool that may return what is private by what is known of it, or that nobody can look up any more. */
  #isSensitive({ server, tool }: Released): boolean {
    const found = this.#parts.catalogue.find('tool', server, tool);
    return found === undefined || found.raises.private === 'known';
  }

  async #record(
    choice: Rerouting,
    { principal, context, authenticated }: Whose,
    call: string | undefined,
    step: Step,
  ): Promise<void> {
    await this.#parts.gate.rerouted({
      context: { principal: principal.subject, context, authenticated },
      ...(call === undefined ? {} : { call }),
      model: choice.model,
      instead: choice.instead,
      reasons: choice.reasons,
      cost: choice.estimate.cost,
      saved: choice.estimate.saved,
    });
    step.told.add(toldKey(choice));
  }
}
