import { existsSync, readFileSync } from 'node:fs';
import type { Policy } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL } from '@callgate/core';
import type { CallRequest, Dispatchable, Dispatcher, Gate, PendingCall, StoppedCall } from '@callgate/gate';
import type { DispatchedCall } from '@callgate/gate/host';
import { createGate, isDispatchable, openKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { oracleDispatcher } from '@callgate/gate/testing';
import { asBroken } from '../../gate/test/faults/broken-gates.ts';
import { EXIT, filesIn } from '../../gate/test/faults/files.ts';
import { Journal } from '../../gate/test/faults/journal.ts';
import { NewLines } from '../../gate/test/faults/new-lines.ts';
import { catalogueOfLife } from '../../gate/test/faults/tools.ts';
import { Random } from '../../gate/test/random.ts';
import { skewClock } from './skew-clock.ts';
import { PEOPLE, VOTERS } from './shared-tools.ts';

/**
 * Works on until the file `stop` is in the folder: `worker.ts FOLDER NAME URL SKEW`, one of several on one database.
 * It asks for calls in contexts of its own and in contexts that all share, votes on whatever waits, and comes back for
 * whatever anybody holds: all of them want the same calls at the same time.
 */
const [, , folder = '.', name = '', url = '', skew = '0'] = process.argv;
skewClock(Number(skew));
const files = filesIn(folder);
const BUSY_MS = 3000;
const CONTEXTS = 3;
/** So many held calls are voted on and come back for at a time. */
const WANTED = 6;
/** Some end before they are used, whatever this machine takes the time to be. */
const GRANT_MS: readonly number[] = [400, 1500, 3_600_000];
const APPROVAL_MS = 4000;

/** Told by the store: nothing was written, and it may be tried again. */
const AGAIN: ReadonlySet<string> = new Set(['STORE_BUSY', 'STORE_AWAY', 'STORE_READ']);

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'NOT_OURS');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A call that anybody can ask for again, knowing its step: `NAME TOOL NUMBER CONTEXT`. */
const requestOf = (step: string): CallRequest => {
  const [by = '', tool = '', , context = ''] = step.split(' ');
  const [server = '', target = ''] = tool.split('/');
  return {
    kind: 'tool',
    server,
    name: target,
    arguments: { by, step },
    principal: LOCAL_PRINCIPAL,
    context,
    authenticated: true,
    key: step,
  };
};

interface PendingStep {
  readonly step: string;
  readonly call: string;
  readonly ticket: string;
}

class ClusterWorker {
  readonly #gate: Gate;
  readonly #dispatch: Dispatcher;
  readonly #journal: Journal;
  readonly #random: Random;
  readonly #lines: NewLines = new NewLines(files.journal);
  /** The last that anybody held, by call. */
  readonly #held: Map<string, PendingStep> = new Map();
  #steps = 0;

  constructor(gate: Gate, journal: Journal, dispatch: Dispatcher) {
    this.#gate = gate;
    this.#journal = journal;
    this.#dispatch = dispatch;
    this.#random = new Random(process.pid);
  }

  #step(tool: string, context: string): string {
    this.#steps += 1;
    return `${name} ${tool} ${this.#steps} ${context}`;
  }

  /** Until it is answered, however often the database is away meanwhile. Undefined: this was the end. */
  async #persist<T>(step: string, work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#journal.write({ what: 'threw', life: 0, step, code: codeOf(error), message });
        if (!AGAIN.has(codeOf(error))) throw error;
      }
      if (existsSync(files.stop)) return undefined;
      await pause(100);
    }
  }

  #sending(step: string): Dispatcher {
    return async (dispatchable, context) => {
      const { call, attempt } = dispatchable;
      this.#journal.write({ what: 'sends', life: 0, step, call, attempt });
      return await this.#dispatch(dispatchable, context);
    };
  }

  #over(step: string, call: string, state: string, again: boolean): void {
    this.#journal.write({ what: 'over', life: 0, step, call, state, again });
  }

  /** Runs by itself. */
  async #run(tool: string, context: string): Promise<void> {
    const step = this.#step(tool, context);
    const answer = await this.#persist(step, () =>
      this.#gate.run(requestOf(step), this.#sending(step), {
        signal: AbortSignal.timeout(tool === 'mail/send_mail' ? 300 : 10_000),
      }),
    );
    if (answer === undefined) return;
    const again = 'code' in answer && answer.code === 'CALL_TWICE';
    this.#over(step, answer.call, answer.state, again);
  }

  async #out(
    step: string,
    answer: Dispatchable | PendingCall | StoppedCall | DispatchedCall | undefined,
  ): Promise<void> {
    if (!isDispatchable(answer)) return;
    const { call, state } = await this.#gate.send(answer, this.#sending(step));
    this.#over(step, call, state, false);
  }

  /** Asks for something that people must agree to, and keeps its ticket where everybody finds it. */
  async #ask(tool: string): Promise<void> {
    const step = this.#step(tool, `shared-${this.#random.below(CONTEXTS)}`);
    const answer = await this.#persist(step, () => this.#gate.begin(requestOf(step)));
    if (answer?.state === 'held') {
      const { call, ticket } = answer;
      this.#journal.write({ what: 'held', life: 0, step, call, ticket });
    } else await this.#sendOut(step, answer);
  }

  /** Whoever cannot say what came of it leaves that to the gate. */
  async #sendOut(
    step: string,
    answer: Dispatchable | PendingCall | StoppedCall | DispatchedCall | undefined,
  ): Promise<void> {
    try {
      await this.#out(step, answer);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#journal.write({ what: 'threw', life: 0, step, code: codeOf(error), message });
      if (!AGAIN.has(codeOf(error))) throw error;
    }
  }

  /** One of the last that anybody held. */
  #anyHeld(): PendingStep | undefined {
    for (const line of this.#lines.next()) {
      if (line.what === 'held') this.#held.set(line.call, line);
      if (line.what === 'over') this.#held.delete(line.call);
      const [oldest] = this.#held.keys();
      if (this.#held.size > WANTED && oldest !== undefined) this.#held.delete(oldest);
    }
    return this.#held.size === 0 ? undefined : this.#random.pick([...this.#held.values()]);
  }

  async #vote({ step, call }: PendingStep): Promise<void> {
    const grants = step.includes('send_mail') && this.#random.chance(0.5);
    const question = await this.#persist(step, () => this.#gate.desk.question(call));
    const result = await this.#persist(step, () =>
      this.#gate.desk.vote({
        call,
        subject: this.#random.pick(VOTERS),
        verdict: this.#random.chance(0.9) ? 'approve' : 'refuse',
        via: 'console',
        opened: true,
        binding: question?.binding ?? '',
        ...(grants ? { grant: { kind: 'session', uses: 1, endsInMs: this.#random.pick(GRANT_MS) } } : {}),
      }),
    );
    if (result !== undefined && result.refusedBecause === undefined)
      this.#journal.write({ what: 'voted', life: 0, step, call, state: result.state });
  }

  async #withHeld(work: (held: PendingStep) => Promise<void>): Promise<void> {
    const held = this.#anyHeld();
    if (held === undefined) await pause(20);
    else await work(held);
  }

  async #onAndOn(work: () => Promise<void>, restMs: number): Promise<void> {
    while (!existsSync(files.stop)) {
      await work();
      await pause(restMs);
    }
  }

  async work(): Promise<void> {
    const resume = (): Promise<void> =>
      this.#withHeld(async ({ step, ticket }) => {
        await this.#sendOut(
          step,
          await this.#persist(step, () => this.#gate.resume(ticket, requestOf(step))),
        );
      });
    await Promise.all([
      this.#onAndOn(() => this.#run('office/read_note', `own-${name}`), 20),
      this.#onAndOn(() => this.#run('office/slow', 'shared-0'), 20),
      this.#onAndOn(() => this.#run('mail/send_mail', 'shared-1'), 40),
      this.#onAndOn(() => this.#ask('office/delete_note'), 60),
      this.#onAndOn(() => this.#ask('mail/send_mail'), 60),
      this.#onAndOn(() => this.#withHeld((held) => this.#vote(held)), 20),
      this.#onAndOn(resume, 20),
      this.#onAndOn(resume, 20),
    ]);
  }
}

// whoever started this is gone
process.stdin.on('end', () => process.exit(EXIT.wrong)).resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();

const main = async (): Promise<void> => {
  const journal = new Journal(files.journal);
  const keys = openKeys(files.keys);
  const opened = await openPostgresStore({ url, keys, busyMs: BUSY_MS });
  const { store, dispatch } = await asBroken(
    { store: opened, dispatch: oracleDispatcher(files.socket) },
    { socket: files.socket, journal: [] },
  );
  const gate = await createGate({
    policy: JSON.parse(readFileSync(files.policy, 'utf8')) as Policy,
    store,
    keys,
    people: PEOPLE,
    clock: opened.clock,
    catalogue: catalogueOfLife(),
    limits: {
      questionsAnHour: 1_000_000,
      pendingPerPrincipal: 1_000_000,
      approvalMs: APPROVAL_MS,
      sweepMs: 200,
      checkpointRows: 50,
    },
  });
  journal.write({ what: 'begins', life: 0, instance: store.instance });
  process.stdout.write(`${store.instance}\n`);
  try {
    await new ClusterWorker(gate, journal, dispatch).work();
  } finally {
    await gate.close();
    await store.close();
  }
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${codeOf(error)}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = error instanceof CallgateError ? EXIT.stopped : EXIT.wrong;
}
