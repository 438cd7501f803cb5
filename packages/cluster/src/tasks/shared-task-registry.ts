import { clusterMessages } from '@callgate/messages/cluster';
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { replicaErrors } from '@callgate/messages/errors/replica';
import { Heartbeat } from './heartbeat.ts';
import { RENEW_MS, SharedTasks } from './shared-tasks.ts';
import type { LocalTask, TaskEnd, TaskError, TaskOwner, TaskTool, TaskView } from './task.ts';
import type { TaskMail, TaskMailReply, SharedTask } from './shared-task.ts';
import { makeLostEnd, formatTaskItem, makeTaskView } from './shared-task.ts';
import { TaskMailbox } from './task-mailbox.ts';
import { TaskWriter } from './task-writer.ts';
import { TASK_TIMING } from './task-timing.ts';

export interface TaskRegistryOptions {
  readonly board: SharedState;
  readonly clock: Clock;
  /** For the operator. */
  readonly log: (server: string, code: string, message: string) => void;
  readonly lostWords: (call: string | null) => Promise<string>;
  /** What is said of a task that another replica has cancelled, and has not told of yet. */
  readonly cancelledMessage: string;
  /** A refusal that is meant for the client, to be thrown, and back. */
  readonly toError: (error: TaskError) => Error;
  readonly fromError: (error: unknown) => TaskError | undefined;
}

/** The tasks that this process works on. */
export interface LocalTasks {
  find(owner: TaskOwner, id: string): LocalTask | undefined;
  /** Others told that it failed, and so it has. */
  lost(task: LocalTask): void;
}

interface WrittenTask {
  readonly task: LocalTask;
  readonly writer: TaskWriter;
  /** What is on the board; undefined where that is not known. */
  text: string | undefined;
  at: number;
}

const INTERNAL_ERROR = -32603;
/** How long ends are waited for when this process closes. */
const LAST_MS = 5000;

const closing = (): CallgateError => new CallgateError(replicaErrors.gatewayClosing());

const wordsOf = (error: unknown): string =>
  error instanceof CallgateError ? `${error.code}: ${error.message}` : clusterMessages.task.failedInside;

/** What replicas tell each other of their tasks. */
export class SharedTaskRegistry {
  readonly #options: TaskRegistryOptions;
  readonly #by: string = randomBytes(16).toString('hex');
  readonly #shared: SharedTasks;
  readonly #pulse: Heartbeat;
  readonly #post: TaskMailbox;
  readonly #written: Map<string, WrittenTask> = new Map();
  readonly #closing: AbortController = new AbortController();
  readonly #own: LocalTasks;

  constructor(options: TaskRegistryOptions, own: LocalTasks) {
    const { board, clock, lostWords } = options;
    const timing = TASK_TIMING;
    this.#options = options;
    this.#own = own;
    this.#shared = new SharedTasks({
      board,
      clock,
      timing,
      lostWords,
      closing: this.#closing.signal,
    });
    this.#post = new TaskMailbox({
      board,
      clock,
      timing,
      by: this.#by,
      handle: (mail, signal) => this.#handle(mail, signal),
    });
    this.#pulse = new Heartbeat({
      board,
      clock,
      timing,
      by: this.#by,
      isNeeded: () => this.#written.size > 0,
      beaten: (missed) => this.#beaten(missed),
    });
  }

  /** Others know of the task from now on. What runs already goes on though the board is away, and is told later. */
  async join(task: LocalTask, isRunning: boolean): Promise<void> {
    const { clock } = this.#options;
    if (this.#closing.signal.aborted) throw closing();
    const written: WrittenTask = {
      task,
      text: undefined,
      at: clock.now(),
      writer: new TaskWriter({
        clock,
        timing: TASK_TIMING,
        write: () => this.#write(written),
        failed: (error) => this.#failed(task, error),
      }),
    };
    this.#written.set(task.id, written);
    try {
      this.#post.open();
      await this.#pulse.start();
      const note = this.#noteOf(task);
      await this.#shared.add(task.id, note);
      written.text = formatTaskItem(note);
    } catch (error) {
      if (!isRunning) {
        this.#written.delete(task.id);
        throw error;
      }
      written.writer.moved('soon');
    }
  }

  moved(task: LocalTask): void {
    const { status } = task.view;
    const isSoon = status === 'working' && task.ended === undefined;
    this.#written.get(task.id)?.writer.moved(isSoon ? 'soon' : 'at once');
  }

  /** Resolves when others know how it stands now, or cannot be told. */
  async told(task: LocalTask): Promise<void> {
    await this.#written.get(task.id)?.writer.tried();
  }

  /**
   * Resolves when nobody tells otherwise of it: others know its end, or cannot have thought that this process is gone.
   * Throws where they cannot be told.
   */
  async agreed(task: LocalTask): Promise<void> {
    const written = this.#written.get(task.id);
    if (written === undefined) return;
    if (!this.#pulse.isFresh) written.text = undefined;
    if (task.isOver ? this.#isWritten(written) : written.text !== undefined) return;
    written.writer.moved('at once');
    const failure = await written.writer.tried();
    if (failure !== undefined) throw failure.error;
  }

  async get(owner: TaskOwner, id: string): Promise<TaskView | undefined> {
    const note = await this.#find(owner, id);
    if (note === undefined) return undefined;
    const end = await this.#shared.endOf(id, note);
    return note.over === 'end' && end === undefined ? undefined : makeTaskView(id, note, end);
  }

  /** Tasks of an owner, wherever they are worked on, without their ends. */
  async list({ principal, context }: TaskOwner): Promise<readonly TaskView[]> {
    return (await this.#shared.ofPrincipal(principal))
      .filter(({ note }) => note.context === context)
      .map(({ id, note }) => makeTaskView(id, note, undefined));
  }

  /** Whether a principal may have one more; what is over longest makes room, and is named. */
  async makeRoom(principal: string, most: number): Promise<{ readonly removed?: string } | undefined> {
    const all = await this.#shared.ofPrincipal(principal);
    if (all.length < most) return {};
    const [oldest] = all
      .filter(({ note }) => note.over !== 'no' || note.status === 'cancelled')
      .toSorted((one, other) => one.note.updatedAt - other.note.updatedAt);
    if (oldest === undefined) return undefined;
    await this.#shared.remove(oldest.id);
    return { removed: oldest.id };
  }

  async result(
    owner: TaskOwner,
    id: string,
    given: AbortSignal,
  ): Promise<{ readonly end: TaskEnd; readonly tool: TaskTool } | undefined> {
    const signal = AbortSignal.any([given, this.#closing.signal]);
    const watch = this.#shared.watch(id);
    try {
      for (;;) {
        const note = await this.#find(owner, id);
        if (note === undefined) return undefined;
        const end = await this.#shared.endOf(id, note);
        if (note.over !== 'no') return end === undefined ? undefined : { end, tool: note.tool };
        if (this.#closing.signal.aborted) throw closing();
        if (signal.aborted) return undefined;
        await watch.next(TASK_TIMING.lookMs, signal);
      }
    } finally {
      watch.end();
    }
  }

  /** Has the process that works on it cancel it. */
  async cancel(owner: TaskOwner, id: string, signal: AbortSignal): Promise<TaskView | undefined> {
    const note = await this.#find(owner, id);
    if (note === undefined) return undefined;
    if (note.over !== 'no' || note.status === 'cancelled') return await this.get(owner, id);
    let isCancelled = false;
    try {
      const reply = await this.#send(note.by, id, { type: 'cancel', task: id, ...own(owner) }, signal);
      if (reply.type === 'error') throw this.#options.toError(reply.error);
      isCancelled = reply.type === 'done';
    } catch (error) {
      if (!(error instanceof CallgateError) || error.code !== 'TASK_PROCESS_GONE') throw error;
    }
    const view = await this.get(owner, id);
    return isCancelled && view?.end === undefined && view !== undefined
      ? {
          ...view,
          status: 'cancelled',
          message: view.status === 'cancelled' ? view.message : this.#options.cancelledMessage,
        }
      : view;
  }

  /** Has the process that works on it take the answers to the server. False where there is no such task. */
  async answer(owner: TaskOwner, id: string, answers: JsonObject, signal: AbortSignal): Promise<boolean> {
    const note = await this.#find(owner, id);
    if (note === undefined) return false;
    if (note.over !== 'no' || Object.keys(answers).length === 0) return true;
    const mail: TaskMail = { type: 'answer', task: id, ...own(owner), answers };
    const reply = await this.#send(note.by, id, mail, signal);
    if (reply.type === 'error') throw this.#options.toError(reply.error);
    // a process that does not know it any more was told that it failed
    return reply.type === 'done' || (await this.#find(owner, id)) !== undefined;
  }

  /** Nobody waits here any more for what others do. */
  leave(): void {
    this.#closing.abort();
  }

  /** Tells the ends that come soon. What has none by then is told to be lost by others. */
  async close(): Promise<void> {
    const { clock, log } = this.#options;
    this.leave();
    const ends = [...this.#written.values()].map(async ({ task, writer }) => {
      await task.over;
      await writer.tried();
    });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(LAST_MS, resolve);
    await Promise.race([Promise.all(ends), late]);
    stop();
    for (const { task, writer } of this.#written.values()) {
      log(task.tool.server, 'TASK_UNTOLD', clusterMessages.task.untoldAtEnd({ task: task.id }));
      writer.stop();
    }
    this.#post.close();
    await this.#pulse.close();
  }

  async #send(to: string, id: string, mail: TaskMail, given: AbortSignal): Promise<TaskMailReply> {
    const signal = AbortSignal.any([given, this.#closing.signal]);
    const isGone = async (): Promise<boolean> => (await this.#shared.find(id))?.over === 'lost';
    return await this.#post.send(to, mail, { signal, isGone });
  }

  async #find({ principal, context }: TaskOwner, id: string): Promise<SharedTask | undefined> {
    const note = await this.#shared.find(id);
    return note?.principal === principal && note.context === context ? note : undefined;
  }

  #noteOf(task: LocalTask): SharedTask {
    const { tool, status, message, createdAt, updatedAt, ttlMs, asks } = task.view;
    return {
      ...own(task.owner),
      by: this.#by,
      tool,
      status,
      message,
      createdAt,
      updatedAt,
      ttlMs,
      asks,
      call: task.call,
      over: task.ended === undefined ? 'no' : 'end',
    };
  }

  #isWritten({ task, text }: WrittenTask): boolean {
    return text === formatTaskItem(this.#noteOf(task));
  }

  async #write(written: WrittenTask): Promise<'go on' | 'over'> {
    const { task } = written;
    const end = task.ended;
    const note = this.#noteOf(task);
    const text = formatTaskItem(note);
    if (text === written.text) return 'go on';
    const verdict = await this.#shared.write(task.id, note, end);
    written.text = text;
    written.at = this.#options.clock.now();
    if (verdict === undefined && end === undefined) return 'go on';
    this.#written.delete(task.id);
    if (verdict !== undefined) {
      // the caller was told that it failed: nothing more of it may happen
      this.#own.lost(task);
      task.stop();
      task.end(makeLostEnd(verdict));
    }
    return 'over';
  }

  #failed(task: LocalTask, error: unknown): void {
    const message = clusterMessages.task.untold({ task: task.id, problem: wordsOf(error) });
    this.#options.log(task.tool.server, 'TASK_UNTOLD', display(message, { max: 500 }));
  }

  #beaten(missed: boolean): void {
    this.#post.look();
    const now = this.#options.clock.now();
    for (const written of this.#written.values())
      if (missed || now - written.at > RENEW_MS) {
        written.text = undefined;
        written.writer.moved('at once');
      }
  }

  async #handle(mail: TaskMail, signal: AbortSignal): Promise<TaskMailReply> {
    const task = mail.type === 'gave-up' ? undefined : this.#own.find(mail, mail.task);
    if (task === undefined) return { type: 'unknown' };
    try {
      if (mail.type === 'cancel') task.cancel();
      if (mail.type === 'answer') await task.answer(mail.answers, signal);
    } catch (error) {
      const failure = this.#options.fromError(error) ?? {
        code: INTERNAL_ERROR,
        message: display(`Callgate: ${wordsOf(error)}`, { max: 500 }),
      };
      return { type: 'error', error: failure };
    }
    await this.told(task);
    return { type: 'done' };
  }
}

const own = ({ principal, context }: TaskOwner): TaskOwner => ({ principal, context });
