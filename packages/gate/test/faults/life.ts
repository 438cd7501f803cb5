import { readFileSync } from 'node:fs';
import type { Policy } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL } from '@callgate/core';
import type {
  Dispatchable,
  CallRequest,
  ApprovalChannel,
  DispatchContext,
  Dispatcher,
  FinishedCall,
  Gate,
  PendingCall,
  StoppedCall,
} from '@callgate/gate';
import type { DispatchedCall, ContextName } from '@callgate/gate/host';
import { createGate, isDispatchable, openKeys } from '@callgate/gate';
import { failpointFromEnv, oracleDispatcher } from '@callgate/gate/testing';
import { asBroken, neverSyncs } from './broken-gates.ts';
import { Journal, readJournal } from './journal.ts';
import type { JournalLine } from './journal.ts';
import { EXIT, filesIn } from './files.ts';
import { openHere } from './open-place.ts';
import type { ScriptAction, ScriptStep } from './script.ts';
import { SCRIPT, STEPS, isStep } from './script.ts';
import { catalogueOfLife } from './tools.ts';

/**
 * The scripted life, as a program of its own: `life.ts FOLDER [fresh]`. It goes on with whatever an earlier run left
 * unfinished in the folder, and then lives once more; with `fresh` it only lives. Whatever anybody outside the gate
 * comes to know, it writes into the journal at once.
 */
const [, , folder = '.', fresh] = process.argv;
const files = filesIn(folder);
const acts = failpointFromEnv() ?? (() => {});
let failpoints = 0;
const failpoint = (name: string): void => {
  failpoints += 1;
  acts(name);
};

/** Told by the store: nothing was written, and it may be tried again. */
const REFUSED: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_BUSY']);
/** Told by the store: this process has to end. */
const BROKEN: ReadonlySet<string> = new Set(['STORE_UNKNOWN', 'STORE_BROKEN']);

/** How long a requester waits for people. */
const PATIENCE_MS = 20_000;

/** The store is broken, and whoever asked has been told. */
class BrokenStoreError extends Error {}

const CONTEXT: DispatchContext = {
  signal: new AbortController().signal,
  progress: () => {},
  watch: () => {},
};

type GateAnswer = Dispatchable | PendingCall | StoppedCall | DispatchedCall | FinishedCall;

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'NOT_OURS');

class Life {
  readonly #gate: Gate;
  readonly #journal: Journal;
  readonly #dispatch: Dispatcher;
  readonly #life: number;
  readonly #known: readonly JournalLine[];
  #refused = false;

  constructor(gate: Gate, journal: Journal, dispatch: Dispatcher, life: number) {
    this.#gate = gate;
    this.#journal = journal;
    this.#dispatch = dispatch;
    this.#life = life;
    this.#known = readJournal(files.journal).filter((line) => 'life' in line && line.life === life);
  }

  async live(instance: string): Promise<void> {
    const life = this.#life;
    this.#journal.write({ what: 'begins', life, instance });
    for (const together of SCRIPT) {
      const left = together.filter(({ id }) => !this.#isOver(id));
      const ended = await Promise.allSettled(left.map((one) => this.#told(one)));
      const broken = ended.find((each) => each.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
    }
    // what was refused is asked for again by the next run
    if (!this.#refused) this.#journal.write({ what: 'ends', life });
  }

  #isOver(id: string): boolean {
    return this.#known.some(
      (line) => (line.what === 'over' || line.what === 'did') && 'step' in line && line.step === id,
    );
  }

  /** An error is an answer too: the host writes it down, and goes on if it may. */
  async #told(one: ScriptStep | ScriptAction): Promise<void> {
    const { id: step } = one;
    const life = this.#life;
    this.#journal.write({ what: 'asks', life, step });
    try {
      if (isStep(one)) await this.#step(one);
      else await this.#deed(one);
    } catch (error) {
      const code = codeOf(error);
      const message = error instanceof Error ? error.message : String(error);
      this.#journal.write({ what: 'threw', life, step, code, message });
      this.#refused ||= REFUSED.has(code);
      if (REFUSED.has(code)) return;
      throw BROKEN.has(code) ? new BrokenStoreError(code) : error;
    }
  }

  #context(server: string): ContextName {
    return { principal: LOCAL_PRINCIPAL.subject, context: `${server}-${this.#life}`, authenticated: true };
  }

  #request({ id, tool, sameAs }: ScriptStep): CallRequest {
    const [server = '', name = ''] = tool.split('/');
    return {
      kind: 'tool',
      server,
      name,
      arguments: { life: this.#life, step: sameAs ?? id },
      principal: LOCAL_PRINCIPAL,
      context: `${server}-${this.#life}`,
      authenticated: true,
      key: id,
    };
  }

  async #deed({ id: step, deed }: ScriptAction): Promise<void> {
    this.#journal.write({ what: 'did', life: this.#life, step, rows: await this.#do(deed) });
  }

  /** How many rows of the record were promised with it. */
  async #do(deed: ScriptAction['deed']): Promise<number> {
    const context = this.#context('mail');
    if (deed === 'declassify') {
      let rows = 0;
      for (const label of ['untrusted', 'private'] as const)
        if (await this.#gate.desk.declassify({ ...context, label, by: 'local', reason: 'I read it all' }))
          rows += 1;
      return rows;
    }
    if (deed === 'hear') await this.#gate.hear(context, { text: 'file my mail' });
    if (deed === 'sweep') await this.#gate.sweep();
    if (deed === 'end-context') await this.#gate.endContext(context);
    return deed === 'sweep' ? 0 : 1;
  }

  async #step(step: ScriptStep): Promise<void> {
    const request = this.#request(step);
    const answer =
      step.how === 'hold'
        ? await this.#hold(step, request)
        : await this.#gate.run(request, this.#sending(step), { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { call, state } = answer;
    const again = 'code' in answer && answer.code === 'CALL_TWICE';
    this.#journal.write({ what: 'over', life: this.#life, step: step.id, call, state, again });
  }

  #sending(step: ScriptStep): Dispatcher {
    return async (dispatchable, context) => {
      const { call, attempt } = dispatchable;
      this.#journal.write({ what: 'sends', life: this.#life, step: step.id, call, attempt });
      return await this.#dispatch(dispatchable, context);
    };
  }

  async #hold(step: ScriptStep, request: CallRequest): Promise<StoppedCall | DispatchedCall | FinishedCall> {
    const life = this.#life;
    const kept = this.#known.find((line) => line.what === 'held' && line.step === step.id);
    let ticket = kept?.what === 'held' ? kept.ticket : undefined;
    let call = kept?.what === 'held' ? kept.call : '';
    if (ticket === undefined) {
      const begun = await this.#gate.begin(request);
      if (begun.state !== 'held') return await this.#out(step, begun);
      ({ ticket, call } = begun);
      this.#journal.write({ what: 'held', life, step: step.id, call, ticket });
    }
    if (step.vote === 'withdraw') {
      if (await this.#gate.withdraw(ticket, 'no longer wanted'))
        return { state: 'withdrawn', call, code: 'WITHDRAWN', reasons: [] };
    } else await this.#vote(step, call);
    return await this.#out(step, await this.#gate.resume(ticket, request));
  }

  async #vote(step: ScriptStep, call: string): Promise<void> {
    const question = await this.#gate.desk.question(call);
    const { state, refusedBecause } = await this.#gate.desk.vote({
      call,
      subject: 'local',
      verdict: step.vote === 'approve' ? 'approve' : 'refuse',
      via: 'callback',
      opened: true,
      binding: question?.binding ?? '',
      ...(step.grant === true ? { grant: { kind: 'session', uses: 1, endsInMs: 3_600_000 } } : {}),
    });
    // only what counted may not be lost
    if (refusedBecause === undefined)
      this.#journal.write({ what: 'voted', life: this.#life, step: step.id, call, state });
  }

  async #out(step: ScriptStep, answer: GateAnswer): Promise<StoppedCall | DispatchedCall | FinishedCall> {
    if (answer.state === 'held')
      throw new CallgateError('STILL_HELD', 'it waits although people have decided');
    if (!isDispatchable(answer)) return answer;
    try {
      return await this.#gate.settle(answer, await this.#sending(step)(answer, CONTEXT));
    } catch (error) {
      if (BROKEN.has(codeOf(error)) || REFUSED.has(codeOf(error))) throw error;
      return await this.#gate.settle(answer, { type: 'unknown', message: codeOf(error) });
    }
  }
}

const VOTED: ReadonlySet<unknown> = new Set(STEPS.filter(({ how }) => how === 'hold').map(({ id }) => id));

/** Says yes to what waits in this process; about the rest people decide at the desk. */
const yes: ApprovalChannel = {
  name: 'yes',
  ask: async ({ call, arguments: args }) => {
    const held = readJournal(files.journal).some((line) => line.what === 'held' && line.call === call);
    if (held || VOTED.has(args['step'])) return null;
    return { verdict: 'approve', subject: 'local', via: 'callback', opened: true };
  },
};

/** The first attempt of one tool finds nobody there. */
const upstream = (): Dispatcher => {
  const there = oracleDispatcher(files.socket, { failpoint });
  const nowhere = oracleDispatcher(`${files.socket}-nowhere`, { failpoint });
  return (call, context) =>
    call.target === 'put_key' && call.attempt === 1 ? nowhere(call, context) : there(call, context);
};

const unfinished = (lines: readonly JournalLine[]): number[] => {
  const ended = new Set(lines.flatMap((line) => (line.what === 'ends' ? [line.life] : [])));
  return [...new Set(lines.flatMap((line) => ('life' in line ? [line.life] : [])))].filter(
    (life) => !ended.has(life),
  );
};

const main = async (): Promise<void> => {
  const journal = new Journal(files.journal);
  const lines = readJournal(files.journal);
  const next = Math.max(0, ...lines.map((line) => ('life' in line ? line.life : 0))) + 1;
  const keys = openKeys(files.keys);
  const { store, dispatch } = await asBroken(
    {
      store: await openHere(files.database, keys, !neverSyncs()),
      dispatch: upstream(),
    },
    { socket: files.socket, journal: lines },
  );
  const gate = await createGate({
    // written by the test that starts this, with its revision
    policy: JSON.parse(readFileSync(files.policy, 'utf8')) as Policy,
    store,
    keys,
    catalogue: catalogueOfLife(),
    channels: [yes],
    remember: { path: files.anchors },
    limits: { backOffMs: 1, checkpointRows: 20, sweepMs: null },
    failpoint,
  });
  process.stdout.write('ready\n');
  try {
    for (const life of [...(fresh === 'fresh' ? [] : unfinished(lines)), next])
      await new Life(gate, journal, dispatch, life).live(store.instance);
  } finally {
    await gate.close();
    await store.close();
  }
  journal.write({ what: 'closed', instance: store.instance, failpoints });
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${codeOf(error)}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode =
    error instanceof BrokenStoreError || error instanceof CallgateError ? EXIT.stopped : EXIT.wrong;
}
