import { randomBytes } from 'node:crypto';
import type { LocalTask, TaskEnd, TaskOwner, TaskStatus, TaskTool, TaskView } from '@callgate/cluster';
import type { JsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { TaskAnswerSender, TaskWork } from './task-work.ts';

const texts = agentMessages.tasks;

export interface GatewayTaskOptions {
  readonly owner: TaskOwner;
  readonly tool: TaskTool;
  readonly ttlMs: number;
  readonly now: () => number;
  /** Told whenever it moved. */
  readonly moved: () => void;
}

const FAILED_INSIDE: TaskEnd = {
  type: 'error',
  error: { code: -32603, message: texts.failed },
  isOurs: true,
};

/** A server that was called already may not stop. */
export const CANCELLED_IN_FLIGHT: string = texts.cancelledAfter;
const CANCELLED = texts.cancelledBefore;

/** Servers say how far they are as often and at such length as they like. */
const MAX_MESSAGE = 2000;

/** A task that this process works on. */
export class GatewayTask implements LocalTask {
  readonly id: string = randomBytes(16).toString('hex');
  readonly owner: TaskOwner;
  readonly tool: TaskTool;
  readonly ttlMs: number;
  readonly createdAt: number;
  /** Its end, also that of one that was cancelled. */
  readonly over: Promise<TaskEnd>;
  readonly #now: () => number;
  readonly #moved: () => void;
  readonly #cancel: AbortController = new AbortController();
  readonly #finish: (end: TaskEnd) => void;
  #updatedAt: number;
  #status: TaskStatus = 'working';
  #message: string | null = null;
  /** What a server asks while it works. */
  #asks: JsonObject | null = null;
  /** How answers reach the server. */
  #answer: TaskAnswerSender | null = null;
  #end: TaskEnd | undefined;
  #call: { readonly id: string; readonly state: 'held' | 'out' } | undefined;

  constructor({ owner, tool, ttlMs, now, moved }: GatewayTaskOptions) {
    this.owner = owner;
    this.tool = tool;
    this.ttlMs = ttlMs;
    this.createdAt = now();
    this.#updatedAt = this.createdAt;
    this.#now = now;
    this.#moved = moved;
    const { promise, resolve } = Promise.withResolvers<TaskEnd>();
    this.over = promise;
    this.#finish = resolve;
  }

  begin(work: (work: TaskWork) => Promise<TaskEnd>): void {
    const given: TaskWork = {
      signal: this.#cancel.signal,
      tell: (status, message) => this.#move(status, message),
      asks: (questions, answer) => this.#ask(questions, answer),
      called: (id, state) => {
        this.#call = { id, state };
        this.#moved();
      },
    };
    work(given).then(
      (end) => this.end(end),
      () => this.end(FAILED_INSIDE),
    );
  }

  get view(): TaskView {
    return {
      id: this.id,
      tool: this.tool,
      status: this.#status,
      message: this.#message,
      createdAt: this.createdAt,
      updatedAt: this.#updatedAt,
      ttlMs: this.ttlMs,
      asks: this.#asks,
      end: this.#status === 'cancelled' ? undefined : this.#end,
    };
  }

  get call(): string | null {
    return this.#call?.id ?? null;
  }

  /** Its call waits in the store, whichever process works on the task. */
  get isHeld(): boolean {
    return this.#call?.state === 'held';
  }

  /** Its end, though it was cancelled. */
  get ended(): TaskEnd | undefined {
    return this.#end;
  }

  /** It makes room for others. */
  get isOver(): boolean {
    return this.#end !== undefined || this.#status === 'cancelled';
  }

  isForgotten(now: number): boolean {
    return this.#end !== undefined && now > this.#updatedAt + this.ttlMs;
  }

  belongsTo({ principal, context }: TaskOwner): boolean {
    return this.owner.principal === principal && this.owner.context === context;
  }

  end(end: TaskEnd): void {
    if (this.#end !== undefined) return;
    if (this.#status !== 'cancelled') this.#set(end.type === 'error' ? 'failed' : 'completed', null);
    this.#end = end;
    this.#finish(end);
    this.#moved();
  }

  cancel(): void {
    if (this.isOver) return;
    this.#set('cancelled', this.#call?.state === 'out' ? CANCELLED_IN_FLIGHT : CANCELLED);
    this.#cancel.abort();
    this.#moved();
  }

  /** Stops the work; what comes of it is its end. */
  stop(): void {
    this.#cancel.abort();
  }

  /** Takes a client's answers to what it asks. */
  async answer(answers: JsonObject, signal: AbortSignal): Promise<void> {
    const asked = Object.entries(answers).filter(([key]) => Object.hasOwn(this.#asks ?? {}, key));
    if (asked.length === 0) return;
    await this.#answer?.(Object.fromEntries(asked), signal);
    const left = Object.entries(this.#asks ?? {}).filter(([key]) => !Object.hasOwn(answers, key));
    this.#asks = left.length === 0 ? null : Object.fromEntries(left);
    if (this.#asks === null && this.#status === 'input_required') this.#status = 'working';
    this.#moved();
  }

  #move(status: TaskStatus, message: string | null): void {
    if (this.isOver) return;
    this.#set(status, message);
    this.#moved();
  }

  #set(status: TaskStatus, message: string | null): void {
    this.#status = status;
    this.#message = message?.slice(0, MAX_MESSAGE).toWellFormed() ?? null;
    this.#asks = null;
    this.#answer = null;
    this.#updatedAt = this.#now();
  }

  #ask(questions: JsonObject, answer: TaskAnswerSender): void {
    if (this.isOver) return;
    this.#set('input_required', null);
    this.#asks = questions;
    this.#answer = answer;
    this.#moved();
  }
}
