import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Comparison, ComparisonResult, LayerText } from '../api/policy.ts';
import type { ConsoleParts } from '../parts.ts';
import { comparePolicies } from './compare.ts';
import { knownTools } from './known-tools.ts';
import { layersDigest, policyOfLayers } from './layers.ts';
import { summaryOf } from './rules-view.ts';

/** A comparison and what it was of. */
export interface Compared {
  readonly view: Comparison;
  readonly layers: readonly LayerText[];
  readonly policy: Policy;
  readonly by: string;
}

interface Running extends Compared {
  view: Comparison;
  readonly stop: AbortController;
}

const KEPT = 20;
/** After this the record has gone on: it is to be compared again. */
const GOOD_FOR_MS = 3_600_000;

const gone = (): CallgateError =>
  new CallgateError('COMPARISON_UNKNOWN', 'this comparison is not kept any more', { help: 'compare again' });

/** What operators compare before they put another policy in force. One at a time for each of them. */
export class Comparisons {
  readonly #parts: ConsoleParts;
  readonly #kept: Map<string, Running> = new Map();

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }

  /** Without layers: with what the configuration names. */
  start(layers: readonly LayerText[] | null, calls: number, by: string): Comparison {
    const { gateway, clock, policies } = this.#parts;
    const used = layers ?? policies.configured;
    const policy = policyOfLayers(used);
    for (const other of this.#kept.values())
      if (other.by === by && other.view.state === 'running') other.stop.abort();
    const running: Running = {
      layers: used,
      policy,
      by,
      stop: new AbortController(),
      view: {
        id: randomUUID(),
        state: 'running',
        target: layers === null ? 'configuration' : 'candidate',
        digest: layersDigest(used),
        candidate: summaryOf(policy),
        base: summaryOf(gateway.gate.policy),
        startedAt: clock.now(),
        done: 0,
        of: calls,
        result: null,
        problem: null,
      },
    };
    this.#keep(running);
    void this.#run(running, gateway.gate.policy, calls);
    return running.view;
  }

  view(id: string): Comparison {
    return this.#find(id).view;
  }

  stop(id: string): Comparison {
    const running = this.#find(id);
    running.stop.abort();
    return running.view;
  }

  /** A comparison that is over, of exactly these layers, with the policy that is in force still. Good for once. */
  take(id: string, digest: string): Compared & { readonly result: ComparisonResult } {
    const { gateway, clock } = this.#parts;
    const { view, layers, policy, by } = this.#find(id);
    const { result } = view;
    if (view.state !== 'done' || result === null)
      throw new CallgateError('COMPARISON_UNFINISHED', 'what would change is not known yet', {
        help: 'wait until the comparison is over',
      });
    if (view.digest !== digest)
      throw new CallgateError('POLICY_TEXT_CHANGED', 'this is not what was compared', {
        help: 'compare again',
      });
    if (view.base.revision !== gateway.gate.policy.revision)
      throw new CallgateError(
        'POLICY_CHANGED',
        'another policy is in force than the one it was compared with',
        {
          help: 'compare again',
        },
      );
    if (clock.now() - view.startedAt > GOOD_FOR_MS)
      throw new CallgateError('COMPARISON_CHANGED', 'it was compared more than an hour ago', {
        help: 'compare again',
      });
    return { view, layers, policy, by, result };
  }

  drop(id: string): void {
    this.#kept.delete(id);
  }

  #find(id: string): Running {
    const found = this.#kept.get(id);
    if (found === undefined) throw gone();
    return found;
  }

  #keep(running: Running): void {
    this.#kept.set(running.view.id, running);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size <= KEPT || oldest === undefined) return;
    this.#kept.get(oldest)?.stop.abort();
    this.#kept.delete(oldest);
  }

  async #run(running: Running, before: Policy, calls: number): Promise<void> {
    const { gateway, keys, clock } = this.#parts;
    try {
      const result = await comparePolicies({
        read: gateway.gate.desk.read,
        keys,
        before,
        after: running.policy,
        calls,
        tools: knownTools(gateway.catalogue).map(({ traced }) => traced.tool),
        clock,
        signal: running.stop.signal,
        onProgress: (done) => this.#tell(running, { done }),
        pause: () => setImmediate(),
      });
      const compared = result.calls + result.unreadable.count;
      this.#tell(running, { state: 'done', result, done: compared, of: compared });
    } catch (error) {
      const stopped = running.stop.signal.aborted;
      const why = error instanceof CallgateError ? error.message : 'the record could not be read';
      this.#tell(running, { state: stopped ? 'stopped' : 'failed', problem: stopped ? null : why });
    }
  }

  #tell(running: Running, change: Partial<Comparison>): void {
    running.view = { ...running.view, ...change };
    const { id: job, done, of, state } = running.view;
    this.#parts.tell({ type: 'job', job, done, of, over: state !== 'running' });
  }
}
