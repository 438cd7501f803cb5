import { clusterMessages } from '@callgate/messages/cluster';
import { randomBytes } from 'node:crypto';
import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { SharedState, SharedItem, SharedItemOptions } from '@callgate/gate/store';
import { replicaErrors } from '@callgate/messages/errors/replica';
import { SharedItemWatches } from './shared-item-watches.ts';
import type { TaskMail, TaskMailReply } from './shared-task.ts';
import { parseTaskMail, parseTaskMailReply, formatTaskItem } from './shared-task.ts';
import type { TaskTiming } from './task-timing.ts';

export interface TaskMailboxOptions {
  readonly board: SharedState;
  readonly clock: Clock;
  readonly timing: TaskTiming;
  /** Whose mail is taken here. */
  readonly by: string;
  /** Does what it says. `signal`: the sender has given up. */
  readonly handle: (mail: TaskMail, signal: AbortSignal) => Promise<TaskMailReply>;
}

export interface TaskMailOptions {
  readonly signal: AbortSignal;
  /** Whether the process it is for is gone. */
  readonly isGone: () => Promise<boolean>;
}

/** Mail is there longer than it is waited for, so that who sent it can tell whether it was taken; then it is over. */
const LIFE_PER_WAIT = 2;
/** A reply stays until it is taken. */
const REPLY_MS = 600_000;

const replyName = (name: string): string => `re/${name}`;

const notTaken = (): CallgateError => new CallgateError(replicaErrors.taskSilent());

const gone = (): CallgateError => new CallgateError(replicaErrors.taskGone());

const gaveUp = (): CallgateError => new CallgateError(replicaErrors.taskGivenUp());

/** A replica that takes unreadable mail says so: no other will. */
const UNREADABLE: TaskMailReply = Object.freeze({
  type: 'error',
  error: {
    code: -32603,
    message: `Callgate: TASK_UNREADABLE: ${clusterMessages.task.unreadable}`,
  },
});

/** What processes have to tell those that work on tasks. */
export class TaskMailbox {
  readonly #options: TaskMailboxOptions;
  readonly #watches: SharedItemWatches;
  readonly #handled: Map<string, AbortController> = new Map();
  readonly #closing: AbortController = new AbortController();
  #stop: (() => void) | undefined;

  constructor(options: TaskMailboxOptions) {
    this.#options = options;
    this.#watches = new SharedItemWatches(options.board, 'task-mail', options.clock);
  }

  /** Takes mail from now on. */
  open(): void {
    const { board, by } = this.#options;
    this.#stop ??= board.onChange('task-mail', (name) => {
      if (name.startsWith(`${by}/`)) this.#take(name);
    });
  }

  /** Takes what nobody told of. */
  look(): void {
    const { board, by } = this.#options;
    board.list('task-mail', by).then(
      (mails) => mails.forEach(({ name }) => this.#take(name)),
      // with the next beat
      () => {},
    );
  }

  /** Nobody need wait any more. */
  close(): void {
    this.#closing.abort();
    this.#stop?.();
  }

  /** Sends it to a process and waits for what that made of it. */
  async send(to: string, mail: TaskMail, { signal: given, isGone }: TaskMailOptions): Promise<TaskMailReply> {
    const { board, clock, timing } = this.#options;
    const signal = AbortSignal.any([given, this.#closing.signal]);
    const name = `${to}/${randomBytes(16).toString('hex')}`;
    const watch = this.#watches.watch(replyName(name));
    try {
      await board.put('task-mail', name, formatTaskItem(mail), this.#mailTo(to));
      const patience = clock.now() + timing.mailMs;
      for (let isTaken = false; ;) {
        const reply = await board.take('task-mail', replyName(name));
        if (reply !== undefined) return parseTaskMailReply(reply.text);
        if (signal.aborted) return await this.#giveUp(to, name);
        if (!isTaken && clock.now() >= patience) {
          // of both who take it one gets it: what is taken back has not happened
          if ((await board.take('task-mail', name)) !== undefined) throw notTaken();
          isTaken = true;
        }
        if (await isGone()) {
          const late = await board.take('task-mail', replyName(name));
          if (late !== undefined) return parseTaskMailReply(late.text);
          throw (await board.take('task-mail', name)) === undefined ? gone() : notTaken();
        }
        await watch.next(timing.lookMs, signal);
      }
    } finally {
      watch.end();
    }
  }

  async #giveUp(to: string, name: string): Promise<never> {
    const { board } = this.#options;
    if ((await board.take('task-mail', name)) === undefined)
      await board.put(
        'task-mail',
        `${to}/${randomBytes(16).toString('hex')}`,
        formatTaskItem({ type: 'gave-up', mail: name }),
        this.#mailTo(to),
      );
    throw gaveUp();
  }

  #mailTo(to: string): SharedItemOptions {
    return { lifeMs: LIFE_PER_WAIT * this.#options.timing.mailMs, owner: to };
  }

  #take(name: string): void {
    const { board } = this.#options;
    board
      .take('task-mail', name)
      .then(
        async (note) => {
          if (note === undefined) return;
          const mail = mailIn(note);
          if (mail === undefined) await this.#reply(name, UNREADABLE);
          else if (mail.type === 'gave-up') this.#handled.get(mail.mail)?.abort();
          else await this.#answer(name, mail);
        },
        // it is still there, and is looked for with the next beat
        () => {},
      )
      .catch(() => {});
  }

  async #answer(name: string, mail: TaskMail): Promise<void> {
    const giveUp = new AbortController();
    this.#handled.set(name, giveUp);
    const reply = await this.#options.handle(mail, giveUp.signal).finally(() => this.#handled.delete(name));
    await this.#reply(name, reply);
  }

  /** The sender waits for this as long as this process lives: an unavailable database is retried. */
  async #reply(name: string, reply: TaskMailReply): Promise<void> {
    const { board, clock, timing } = this.#options;
    const until = clock.now() + REPLY_MS;
    for (;;)
      try {
        await board.put('task-mail', replyName(name), formatTaskItem(reply), { lifeMs: REPLY_MS });
        return;
      } catch {
        if (clock.now() >= until || this.#closing.signal.aborted) return;
        await new Promise<void>((resolve) => {
          clock.after(timing.againMs, resolve, 'idle');
        });
      }
  }
}

const mailIn = ({ text }: SharedItem): TaskMail | undefined => {
  try {
    return parseTaskMail(text);
  } catch {
    return undefined;
  }
};
