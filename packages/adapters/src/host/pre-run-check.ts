import { CallgateError } from '@callgate/core';
import type { Dispatchable, Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from './admit.ts';
import { admitNow, notRunError } from './admit.ts';
import type { HostOptions, ToolRequest } from './host-options.ts';
import { runInOrder } from './run-in-order.ts';
import { rememberJoinedCall } from './joined-calls.ts';
import { unstartedCallsOf, refusalsOf } from './unstarted-calls.ts';

/** What the framework is to do with a call it asked about. */
export type PreRunAnswer = 'run' | 'pause';

/**
 * For frameworks that ask with yes or no whether a call must wait, and run it in another function afterwards. What must
 * not run is told to go on as well: `enter` then throws the reason, and the model reads it.
 */
export class PreRunCheck {
  readonly #gate: Gate;
  readonly #host: HostOptions;

  constructor(gate: Gate, host: HostOptions) {
    this.#gate = gate;
    this.#host = host;
  }

  /** `people`: a person is asked about this call, whatever the gate would decide. */
  async ask(request: ToolRequest, people = false): Promise<PreRunAnswer> {
    const { key } = request;
    // without a key `enter` could not find it again, so all of it happens there
    if (key === undefined) return 'run';
    const refusals = refusalsOf(this.#gate);
    refusals.delete(this.#host, key);
    try {
      // where a policy only observes, the gate holds nothing, and the framework's own pause is all there is
      if (people && (await this.#gate.decide(request)).decision.mode === 'observe') return 'pause';
      const admission = await runInOrder(this.#gate, this.#host, () => this.#admit(request, people));
      if (isDispatchable(admission)) {
        unstartedCallsOf(this.#gate).keep(this.#host, key, admission, 'host');
        return 'run';
      }
      // for a slot nobody can be asked: `enter` waits for it
      if (admission.state === 'held') return admission.waiting === 'slot' ? 'run' : 'pause';
      throw notRunError(admission);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      refusals.set(this.#host, key, request, error);
      return 'run';
    }
  }

  /**
   * Lets a call in at the moment when its tool is to run. Throws why it does not. `people` is asked where the framework
   * came without having asked first: it may have taken a word for one that nobody gave for this call.
   */
  async enter(
    request: ToolRequest,
    signal: AbortSignal | undefined,
    people?: () => Promise<boolean>,
  ): Promise<Dispatchable> {
    const { key } = request;
    const refusal = key === undefined ? undefined : refusalsOf(this.#gate).take(this.#host, key, request);
    if (refusal !== undefined) throw refusal;
    const begun = unstartedCallsOf(this.#gate).take(this.#host, request);
    if (begun !== undefined) return begun;
    // the gate was not asked for this call, or it was and people had to be asked
    const wanted = this.#gate.policy.mode !== 'observe' && (await people?.()) === true;
    const first = wanted
      ? await runInOrder(this.#gate, this.#host, () => this.#admit(request, true))
      : undefined;
    const admission =
      first === undefined || (first.state === 'held' && first.waiting === 'slot')
        ? await admitNow(this.#gate, request, signal)
        : first;
    if (!isDispatchable(admission)) throw notRunError(admission);
    return admission;
  }

  async #admit(request: ToolRequest, people: boolean): Promise<Admission> {
    const first: Admission = people ? await this.#gate.hold(request) : await this.#gate.begin(request);
    // people may have decided since the turn was paused, wherever they did it
    return first.state === 'held' && first.joined === true
      ? await this.#gate.resume(rememberJoinedCall(this.#gate, this.#host, request, first).ticket, request)
      : first;
  }
}
