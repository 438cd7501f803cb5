import { CallgateError, canonical } from '@callgate/core';
import type { Obligations } from '@callgate/core/decide';
import { parseStrict } from '@callgate/core/receive';
import type { CallRequest } from '@callgate/gate';
import { clientErrors } from '@callgate/messages/errors/client';
import type { ModelBounds } from '@callgate/routing';
import { NO_BOUNDS, joinBounds } from '@callgate/routing';
import { z } from 'zod';

/** Whose session it is. */
export type SessionIdentity = Pick<CallRequest, 'principal' | 'context' | 'authenticated'>;

/** A call whose result is released now. */
export interface ReleasedResult {
  readonly whose: SessionIdentity;
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  readonly model: Obligations['model'];
}

export type ReleasedTool = Pick<ReleasedResult, 'server' | 'tool'>;

/** What is known of a released result when it is noted. */
export interface ResultNeeds {
  /** How able a model it needs, by the host's usual one. */
  readonly needs: number;
  readonly sensitive: boolean;
}

interface StepTool extends ReleasedTool {
  readonly needs: number;
}

/** Tools of one step that are remembered by name. */
export const MAX_TOOLS = 256;
/** Hosts name models as they like: of the reroutings that were told, so many are remembered, the newest. */
export const MAX_REROUTINGS = 64;

const share = z.number().nullable();
const stepSchema = z.strictObject({
  v: z.literal(1),
  tools: z.array(z.strictObject({ server: z.string(), tool: z.string(), needs: z.number() })).max(MAX_TOOLS),
  atLeast: share,
  atMost: share,
  sensitive: z.boolean(),
  forgotten: z.boolean(),
  results: z.int().nonnegative(),
  call: z.string().nullable(),
  told: z.array(z.string()),
  asked: z.boolean(),
});

const parseStep = (text: string): z.infer<typeof stepSchema> => {
  try {
    return stepSchema.parse(parseStrict(text));
  } catch (cause) {
    throw new CallgateError(clientErrors.modelStep(), { cause });
  }
};

const keyOf = ({ server, tool }: ReleasedTool): string => JSON.stringify([server, tool]);

/**
 * The results since a host last asked: what its model reads next. However many there are, no bound of the policy and
 * no tighter need is forgotten for a later one.
 */
export class ModelStep {
  readonly #tools: Map<string, StepTool> = new Map();
  #bounds: ModelBounds = NO_BOUNDS;
  #sensitive = false;
  #forgotten = false;
  #results = 0;
  #call: string | undefined;
  /** Reroutings that a row of this step tells of already. */
  readonly #told: Set<string> = new Set();
  /** The host has asked: results that come now belong to the next step. */
  asked = false;

  /** As another process wrote it. */
  static read(text: string): ModelStep {
    const { tools, atLeast, atMost, sensitive, forgotten, results, call, told, asked } = parseStep(text);
    const step = new ModelStep();
    for (const entry of tools) step.#tools.set(keyOf(entry), entry);
    step.#bounds = { ...NO_BOUNDS, atLeast, atMost };
    step.#sensitive = sensitive;
    step.#forgotten = forgotten;
    step.#results = results;
    step.#call = call ?? undefined;
    for (const key of told) step.tell(key);
    step.asked = asked;
    return step;
  }

  /** For another process to read. Bounds of the policy forbid no model by name. */
  written(): string {
    const { atLeast, atMost } = this.#bounds;
    return canonical({
      v: 1,
      tools: [...this.#tools.values()].map((entry) => ({ ...entry })),
      atLeast,
      atMost,
      sensitive: this.#sensitive,
      forgotten: this.#forgotten,
      results: this.#results,
      call: this.#call ?? null,
      told: [...this.#told],
      asked: this.asked,
    });
  }

  /** Nothing was released in it. */
  get isEmpty(): boolean {
    return this.#results === 0;
  }

  get tools(): readonly ReleasedTool[] {
    return [...this.#tools.values()];
  }

  get bounds(): ModelBounds {
    return this.#bounds;
  }

  get sensitive(): boolean {
    return this.#sensitive;
  }

  /** There were results of other tools too, which need no more than those that are remembered. */
  get forgotten(): boolean {
    return this.#forgotten;
  }

  /** The call, where its result is the only one. */
  get onlyCall(): string | undefined {
    return this.#results === 1 ? this.#call : undefined;
  }

  isTold(rerouting: string): boolean {
    return this.#told.has(rerouting);
  }

  tell(rerouting: string): void {
    this.#told.delete(rerouting);
    this.#told.add(rerouting);
    const [oldest] = this.#told;
    if (this.#told.size > MAX_REROUTINGS && oldest !== undefined) this.#told.delete(oldest);
  }

  untell(rerouting: string): void {
    this.#told.delete(rerouting);
  }

  note(released: ReleasedResult, { needs, sensitive }: ResultNeeds): void {
    const { server, tool, call, model } = released;
    this.#results += 1;
    this.#call = call;
    this.#bounds = joinBounds(this.#bounds, { ...NO_BOUNDS, ...model });
    this.#sensitive ||= sensitive;
    this.#keep({ server, tool, needs });
  }

  /** What another step would have counted counts in this one. */
  join(other: ModelStep): void {
    this.#results += other.#results;
    this.#call = other.#call;
    this.#bounds = joinBounds(this.#bounds, other.#bounds);
    this.#sensitive ||= other.#sensitive;
    this.#forgotten ||= other.#forgotten;
    for (const entry of other.#tools.values()) this.#keep(entry);
    for (const key of other.#told) this.tell(key);
  }

  #keep(entry: StepTool): void {
    this.#tools.set(keyOf(entry), entry);
    if (this.#tools.size <= MAX_TOOLS) return;
    const [least] = [...this.#tools].toSorted(([, one], [, other]) => one.needs - other.needs);
    if (least !== undefined) this.#tools.delete(least[0]);
    this.#forgotten = true;
  }
}
