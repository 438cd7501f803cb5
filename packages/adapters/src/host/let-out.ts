import { CallgateError, display, receiveArguments } from '@callgate/core';
import type { Answer, Begun, Finished, Gate, Stopped } from '@callgate/gate';
import type { ToolRequest, Who } from './host.ts';
import { sessionOf } from './host.ts';

type Told = Parameters<Gate['settle']>[1];

/** A call that was let out, and the request it was judged by. */
export interface Out {
  readonly begun: Begun;
  readonly request: ToolRequest;
  /** The agent inside the host that makes it; undefined for the first. */
  readonly agent: string | undefined;
  /** People have agreed to it. */
  readonly byPeople?: boolean;
}

const sameArguments = (one: ToolRequest, other: ToolRequest): boolean =>
  receiveArguments(one.arguments).argumentsDigest === receiveArguments(other.arguments).argumentsDigest;

export const sameCall = (one: ToolRequest, other: ToolRequest): boolean =>
  one.server === other.server && one.name === other.name && sameArguments(one, other);

const nameOf = (who: Who, key: string): string => JSON.stringify([sessionOf(who), key]);

const toolOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

/** Calls that were let out to a program which runs its tools out of sight, until it says what came of them. */
export class LetOut {
  readonly #gate: Gate;
  readonly #out: Map<string, Out & { readonly session: string }> = new Map();
  readonly #runHere: Set<string> = new Set();
  readonly #taken: Map<string, string> = new Map();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  keep(who: Who, out: Out): void {
    const { key } = out.request;
    if (key !== undefined) this.#out.set(nameOf(who, key), { ...out, session: sessionOf(who) });
  }

  /** What is out under this id. */
  get(who: Who, key: string | undefined): Out | undefined {
    return key === undefined ? undefined : this.#out.get(nameOf(who, key));
  }

  /** Hands a call over, once. */
  take(who: Who, key: string | undefined): Out | undefined {
    const out = this.get(who, key);
    if (key !== undefined) this.#out.delete(nameOf(who, key));
    return out;
  }

  /** The same for the function of this process that runs it, and settles it whether it was out or not. */
  takeToRun(who: Who, key: string | undefined): Out | undefined {
    if (key !== undefined) this.#taken.set(nameOf(who, key), sessionOf(who));
    return this.take(who, key);
  }

  /** A function of this process had this call, so nobody else settles it. True once. */
  wasRunHere(who: Who, key: string | undefined): boolean {
    return key !== undefined && this.#taken.delete(nameOf(who, key));
  }

  /** The oldest that is out with this tool and these arguments, for programs that do not say which call they mean. */
  takeAlike(who: Who, request: ToolRequest): Out | undefined {
    const session = sessionOf(who);
    for (const [name, out] of this.#out)
      if (out.session === session && sameCall(out.request, request)) {
        this.#out.delete(name);
        return out;
      }
    return undefined;
  }

  /** A function of this process runs this tool and settles its calls. */
  runsHere(server: string, tool: string): void {
    this.#runHere.add(toolOf(server, tool));
  }

  isRunHere({ server, name }: ToolRequest): boolean {
    return this.#runHere.has(toolOf(server, name));
  }

  /** The program has run a call: what was let out is settled, and what was not is reported. */
  async ran(who: Who, out: Out | undefined, request: ToolRequest, told: Told): Promise<Finished | Stopped> {
    if (out === undefined) {
      await this.#tell('HOST_TOOL_UNSEEN', request, 'a tool ran that the gate was not asked about');
      return await this.#report(request, told);
    }
    if (!sameCall(out.request, request)) {
      const message = 'the host ran it with other arguments';
      await this.#gate.settle(out.begun.dispatchable, { type: 'not-sent', message });
      await this.#tell('HOST_RAN_OTHERWISE', request, 'a tool ran with other arguments than were judged');
      return await this.#report(request, told);
    }
    try {
      const finished = await this.#gate.settle(out.begun.dispatchable, told);
      const late = finished.state === 'indeterminate' && told.type !== 'unknown';
      return late ? await this.#report(request, told) : finished;
    } catch (error) {
      // it took so long that it was given up on, and has run all the same
      if (error instanceof CallgateError && error.code === 'SETTLED_TWICE')
        return await this.#report(request, told);
      // it is still out, and the end of the turn is another chance to say so
      this.keep(who, out);
      throw error;
    }
  }

  /** Nobody will say any more what came of these: of all agents, or of one. How many that were. */
  async endTurn(who: Who, agent?: { readonly id: string | undefined }): Promise<number> {
    const session = sessionOf(who);
    for (const [name, of] of this.#taken) if (of === session && agent === undefined) this.#taken.delete(name);
    const left = Array.from(this.#out).filter(
      ([, out]) => out.session === session && (agent === undefined || out.agent === agent.id),
    );
    for (const [name, out] of left) {
      this.#out.delete(name);
      try {
        await this.#settleUnseen(out.begun, this.isRunHere(out.request));
      } catch (error) {
        this.#out.set(name, out);
        throw error;
      }
    }
    return left.length;
  }

  async #settleUnseen({ dispatchable, decision }: Begun, runHere: boolean): Promise<void> {
    const told: Told = runHere
      ? { type: 'error', code: 'NOT_RUN', message: 'the host ended the turn without running it' }
      : decision.facts.mutates === 'no'
        ? { type: 'error', code: 'NOT_SEEN', message: 'the host has not said what came of it' }
        : { type: 'unknown', message: 'the host has not said what came of it' };
    try {
      await this.#gate.settle(dispatchable, told);
    } catch (error) {
      if (!(error instanceof CallgateError) || error.code !== 'SETTLED_TWICE') throw error;
    }
  }

  async #report({ key: _, ...request }: ToolRequest, told: Told): Promise<Finished | Stopped> {
    const answer: Answer =
      told.type === 'result' || told.type === 'error'
        ? told
        : { type: 'error', code: 'OUTCOME_UNKNOWN', message: told.message };
    return await this.#gate.report(request, answer);
  }

  async #tell(code: string, { server, name, context }: ToolRequest, what: string): Promise<void> {
    const message = `${display(server)}/${display(name, { max: 200 })}: ${what}`;
    await this.#gate.tell({ code, message, onceAnHour: `${code} ${context}` });
  }
}

const byGate = new WeakMap<Gate, LetOut>();

/** The hooks of a host let calls out, its tools run them and its hooks settle them: they meet here. */
export const letOutOf = (gate: Gate): LetOut => {
  const known = byGate.get(gate) ?? new LetOut(gate);
  byGate.set(gate, known);
  return known;
};
