import type { Obligations } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import type { ModelBounds } from '@callgate/routing';
import { NO_BOUNDS, joinBounds } from '@callgate/routing';

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

export type ReleasedTool = Pick<Released, 'server' | 'tool'>;

/** What is known of a released result when it is noted. */
export interface Noted {
  /** How able a model it needs, by the host's usual one. */
  readonly needs: number;
  readonly sensitive: boolean;
}

interface Entry extends ReleasedTool {
  readonly needs: number;
}

/** Tools of one step that are remembered by name. */
export const MAX_TOOLS = 256;

const keyOf = ({ server, tool }: ReleasedTool): string => JSON.stringify([server, tool]);

/**
 * The results since a host last asked: what its model reads next. However many there are, no bound of the policy and
 * no tighter need is forgotten for a later one.
 */
export class ModelStep {
  readonly #tools: Map<string, Entry> = new Map();
  #bounds: ModelBounds = NO_BOUNDS;
  #sensitive = false;
  #forgotten = false;
  #results = 0;
  #call: string | undefined;
  /** Reroutings that a row of this step tells of already. */
  readonly told: Set<string> = new Set();
  /** The host has asked: results that come now belong to the next step. */
  asked = false;

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

  note(released: Released, { needs, sensitive }: Noted): void {
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
    for (const key of other.told) this.told.add(key);
  }

  #keep(entry: Entry): void {
    this.#tools.set(keyOf(entry), entry);
    if (this.#tools.size <= MAX_TOOLS) return;
    const [least] = [...this.#tools].toSorted(([, one], [, other]) => one.needs - other.needs);
    if (least !== undefined) this.#tools.delete(least[0]);
    this.#forgotten = true;
  }
}
