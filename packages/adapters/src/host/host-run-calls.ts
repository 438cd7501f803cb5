import { display } from '@callgate/core';
import type { Dispatchable, FinishedCall, Gate, StoppedCall, DispatchResult } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ToolRequest, ConversationRef } from './host-options.ts';
import { digestOf, callName, sessionOf } from './host-options.ts';
import { dropOldest, perGate } from './per-gate.ts';
import { reportRun, settleIfOpen, settleRun } from './settle-run.ts';

/** A call that was let out, and the request it was judged by. */
export interface HostRunCall {
  readonly begun: Dispatchable;
  readonly request: ToolRequest;
  /** The agent inside the host that makes it; undefined for the first. */
  readonly agent: string | undefined;
  /** People have agreed to it. */
  readonly byPeople?: boolean;
  /** The hooks that were told so. */
  readonly told?: Set<object>;
}

/** What cannot be read is not the same as anything. */
const hasSameArguments = (one: ToolRequest, other: ToolRequest): boolean => {
  const digest = digestOf(one);
  return digest !== undefined && digest === digestOf(other);
};

export const isSameCall = (one: ToolRequest, other: ToolRequest): boolean =>
  one.server === other.server && one.name === other.name && hasSameArguments(one, other);

const toolOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

/** What is forgotten is judged as a tool of the host, and does not run as one of this process. */
const MOST_SESSIONS = 10_000;

/** Calls that were let out to a program which runs its tools out of sight, until it says what came of them. */
export class HostRunCalls {
  readonly #gate: Gate;
  readonly #out: Map<string, HostRunCall & { readonly session: string }> = new Map();
  readonly #runHere: Map<string, Set<string>> = new Map();
  readonly #taken: Map<string, string> = new Map();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  keep(who: ConversationRef, out: HostRunCall): void {
    const { key } = out.request;
    if (key !== undefined) this.#out.set(callName(who, key), { ...out, session: sessionOf(who) });
  }

  /** What is out under this id. */
  get(who: ConversationRef, key: string | undefined): HostRunCall | undefined {
    return key === undefined ? undefined : this.#out.get(callName(who, key));
  }

  /** Hands a call over, once. */
  take(who: ConversationRef, key: string | undefined): HostRunCall | undefined {
    const out = this.get(who, key);
    if (key !== undefined) this.#out.delete(callName(who, key));
    return out;
  }

  /** The same for the function of this process that runs it, and settles it whether it was out or not. */
  takeToRun(who: ConversationRef, key: string | undefined): HostRunCall | undefined {
    if (key !== undefined) this.#taken.set(callName(who, key), sessionOf(who));
    return this.take(who, key);
  }

  /** A function of this process had this call, so nobody else settles it. True once. */
  wasRunHere(who: ConversationRef, key: string | undefined): boolean {
    return key !== undefined && this.#taken.delete(callName(who, key));
  }

  /** The oldest that is out with this tool and these arguments, for programs that do not say which call they mean. */
  takeAlike(who: ConversationRef, request: ToolRequest): HostRunCall | undefined {
    const session = sessionOf(who);
    for (const [name, out] of this.#out)
      if (out.session === session && isSameCall(out.request, request)) {
        this.#out.delete(name);
        return out;
      }
    return undefined;
  }

  /** In this conversation a function of this process runs this tool and settles its calls. In others it may be the host's. */
  runsHere(who: ConversationRef, server: string, tool: string): void {
    const session = sessionOf(who);
    const tools = this.#runHere.get(session) ?? new Set();
    this.#runHere.delete(session);
    this.#runHere.set(session, tools.add(toolOf(server, tool)));
    dropOldest(this.#runHere, MOST_SESSIONS);
  }

  isRunHere(who: ConversationRef, { server, name }: ToolRequest): boolean {
    return this.#runHere.get(sessionOf(who))?.has(toolOf(server, name)) === true;
  }

  /** The conversation is over: its tools may be others when it goes on. */
  forgetTools(who: ConversationRef): void {
    this.#runHere.delete(sessionOf(who));
  }

  /** The program has run a call: what was let out is settled, and what was not is reported. */
  async ran(
    who: ConversationRef,
    out: HostRunCall | undefined,
    request: ToolRequest,
    told: DispatchResult,
  ): Promise<FinishedCall | StoppedCall> {
    if (out === undefined) {
      await this.#tell('HOST_TOOL_UNSEEN', request, adapterMessages.alerts.unseen);
      return await reportRun(this.#gate, request, told);
    }
    if (!isSameCall(out.request, request)) {
      const message = adapterMessages.outcome.hostOtherArguments;
      await settleIfOpen(this.#gate, out.begun, { type: 'not-sent', message });
      await this.#tell('HOST_RAN_OTHERWISE', request, adapterMessages.alerts.otherArguments);
      return await reportRun(this.#gate, request, told);
    }
    try {
      return await settleRun(this.#gate, out.begun, request, told);
    } catch (error) {
      // it is still out, and the end of the turn is another chance to say so
      this.keep(who, out);
      throw error;
    }
  }

  /** Nobody will say any more what came of these: of all agents, or of one. How many that were. */
  async endTurn(who: ConversationRef, agent?: { readonly id: string | undefined }): Promise<number> {
    const session = sessionOf(who);
    for (const [name, of] of this.#taken) if (of === session && agent === undefined) this.#taken.delete(name);
    const left = Array.from(this.#out).filter(
      ([, out]) => out.session === session && (agent === undefined || out.agent === agent.id),
    );
    for (const [name, out] of left) {
      this.#out.delete(name);
      try {
        await this.#settleUnseen(out.begun, this.isRunHere(who, out.request));
      } catch (error) {
        this.#out.set(name, out);
        throw error;
      }
    }
    return left.length;
  }

  async #settleUnseen(begun: Dispatchable, runHere: boolean): Promise<void> {
    const told: DispatchResult = runHere
      ? { type: 'error', code: 'NOT_RUN', message: adapterMessages.outcome.hostEnded }
      : begun.decision.facts.mutates === 'no'
        ? { type: 'error', code: 'NOT_SEEN', message: adapterMessages.outcome.hostSilent }
        : { type: 'unknown', message: adapterMessages.outcome.hostSilent };
    await settleIfOpen(this.#gate, begun, told);
  }

  async #tell(code: string, { server, name, context }: ToolRequest, what: string): Promise<void> {
    const tool = `${display(server)}/${display(name, { max: 200 })}`;
    const message = adapterMessages.alerts.ofTool({ tool, alert: what });
    await this.#gate.tell({ code, message, onceAnHour: `${code} ${context}` });
  }
}

/** The hooks of a host let calls out, its tools run them and its hooks settle them: they meet here. */
export const hostRunCallsOf: (gate: Gate) => HostRunCalls = perGate((gate) => new HostRunCalls(gate));
