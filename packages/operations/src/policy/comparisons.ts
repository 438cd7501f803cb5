import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { policyErrors } from '@callgate/messages/errors/policy';
import { operationMessages } from '@callgate/messages/operations';
import type { Comparison, ComparisonResult, LayerText } from '../api/policy.ts';
import { SharedJobs } from '../jobs/shared-jobs.ts';
import type { OperationParts } from '../operation-parts.ts';
import { readSharedJson } from '../read-shared-json.ts';
import { comparePolicies } from './compare-policies.ts';
import { comparisonShape, layersShape } from './comparison-shape.ts';
import { listServerTools } from './server-tools.ts';
import { layersDigest, loadLayeredPolicy } from './load-layered-policy.ts';
import { summaryOf } from './rules-view.ts';

/** A comparison and what it was of. */
export interface StoredComparison {
  readonly view: Comparison;
  readonly layers: readonly LayerText[];
  readonly policy: Policy;
}

interface RunningComparison extends StoredComparison {
  view: Comparison;
  readonly by: string;
  readonly stop: AbortController;
}

const KEPT = 20;
/** After this the record has gone on: it is to be compared again. */
const GOOD_FOR_MS = 3_600_000;

const comparisonGoneError = (): CallgateError => new CallgateError(policyErrors.comparisonUnknown());

const LAYERS = 'console-job';
const layersName = (id: string): string => `comparison-layers ${id}`;

/**
 * What operators compare before they put another policy in force. One at a time for each of them. A comparison can be
 * looked at, stopped and used at every console on the same store.
 */
export class Comparisons {
  readonly #parts: OperationParts;
  readonly #notes: SharedJobs<Comparison>;
  readonly #kept: Map<string, RunningComparison> = new Map();

  constructor(parts: OperationParts) {
    this.#parts = parts;
    this.#notes = new SharedJobs(parts, 'comparison', comparisonShape);
    this.#notes.listen(
      (view) => this.#tell(view),
      (which) => this.#kept.get(which)?.stop.abort(),
    );
  }

  /** Without layers: with what the configuration names. */
  async start(layers: readonly LayerText[] | null, calls: number, by: string): Promise<Comparison> {
    const { gateway, clock, policies } = this.#parts;
    const used = layers ?? policies.configured;
    const policy = loadLayeredPolicy(used);
    for (const other of this.#kept.values())
      if (other.by === by && other.view.state === 'running') other.stop.abort();
    const running: RunningComparison = {
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
    const { policy: before } = gateway.gate;
    const { id } = running.view;
    const text = JSON.stringify(used.map(({ name, text: written }) => ({ name, text: written })));
    await this.#parts.board.put(LAYERS, layersName(id), text, { lifeMs: GOOD_FOR_MS });
    await this.#say(running);
    void this.#run(running, before, calls);
    return running.view;
  }

  async view(id: string): Promise<Comparison> {
    const view = this.#kept.get(id)?.view ?? (await this.#notes.find(id));
    if (view === undefined) throw comparisonGoneError();
    return view;
  }

  async stop(id: string): Promise<Comparison> {
    const view = await this.view(id);
    const own = this.#kept.get(id);
    if (own !== undefined) own.stop.abort();
    else if (view.state === 'running') await this.#notes.stop(id, id);
    return own?.view ?? view;
  }

  /** A comparison that is over, of exactly these layers, with the policy that is in force still. */
  async look(id: string, digest: string): Promise<StoredComparison & { readonly result: ComparisonResult }> {
    const { gateway, clock } = this.#parts;
    const view = await this.view(id);
    const { result } = view;
    if (view.state !== 'done' || result === null)
      throw new CallgateError(policyErrors.comparisonUnfinished());
    if (view.digest !== digest) throw new CallgateError(policyErrors.otherText());
    if (view.base.revision !== gateway.gate.policy.revision)
      throw new CallgateError(policyErrors.otherPolicyActive());
    if (clock.now() - view.startedAt > GOOD_FOR_MS) throw new CallgateError(policyErrors.comparisonOld());
    const layers = await this.#layersOf(id, digest);
    return { view, layers, policy: loadLayeredPolicy(layers), result };
  }

  /** A comparison can be used once, at any console: later requests get COMPARISON_UNKNOWN. */
  async spend(id: string): Promise<void> {
    this.#kept.delete(id);
    const spent = await this.#parts.board.take(LAYERS, layersName(id));
    await this.#notes.drop(id);
    if (spent === undefined) throw comparisonGoneError();
  }

  async #layersOf(id: string, digest: string): Promise<readonly LayerText[]> {
    const note = await this.#parts.board.get(LAYERS, layersName(id));
    const layers = note === undefined ? undefined : readSharedJson(note.text, layersShape);
    if (layers === undefined || layersDigest(layers) !== digest) throw comparisonGoneError();
    return layers;
  }

  #keep(running: RunningComparison): void {
    this.#kept.set(running.view.id, running);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size <= KEPT || oldest === undefined) return;
    this.#kept.get(oldest)?.stop.abort();
    this.#kept.delete(oldest);
  }

  async #run(running: RunningComparison, before: Policy, calls: number): Promise<void> {
    const { gateway, keys, clock } = this.#parts;
    try {
      const result = await comparePolicies({
        read: gateway.gate.desk.read,
        keys,
        before,
        after: running.policy,
        calls,
        tools: listServerTools(gateway.catalogue).map(({ traced }) => traced.tool),
        clock,
        signal: running.stop.signal,
        onProgress: (done) => void this.#changed(running, { done }),
        pause: () => setImmediate(),
      });
      const compared = result.calls + result.unreadable.count;
      await this.#changed(running, { state: 'done', result, done: compared, of: compared });
    } catch (error) {
      const stopped = running.stop.signal.aborted;
      const why = error instanceof CallgateError ? error.message : operationMessages.policy.logUnreadable;
      await this.#changed(running, { state: stopped ? 'stopped' : 'failed', problem: stopped ? null : why });
    }
  }

  async #changed(running: RunningComparison, change: Partial<Comparison>): Promise<void> {
    running.view = { ...running.view, ...change };
    // a listener may ask another console for the result
    await this.#say(running);
    this.#tell(running.view);
  }

  #say({ view }: RunningComparison): Promise<void> {
    return this.#notes.say(view.id, view, { running: view.state === 'running', keptMs: GOOD_FOR_MS });
  }

  #tell({ id: job, done, of, state }: Comparison): void {
    this.#parts.tell({ type: 'job', job, done, of, over: state !== 'running' });
  }
}
