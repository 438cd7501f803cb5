import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keys } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { openPostgresStore, verifyJournals } from '@callgate/cluster';
import { openSqliteStore } from '@callgate/gate/sqlite';
import type { PlaceDatabase } from '../stores.ts';
import { stores } from '../stores.ts';
import { bundle, bundleName } from './bundle.ts';
import type { FaultFiles } from './files.ts';
import { FollowedJournal } from './followed-journal.ts';
import type { JournalLine } from './journal.ts';
import { filesIn } from './files.ts';
import type { FaultScene } from './judge.ts';
import { ADDRESS } from './open-place.ts';
import { ORACLE } from './script.ts';
import type { InjectedFault } from './strace.ts';
import { wasInjected, wasKilled, withFault } from './strace.ts';
import { policyOfLife } from './tools.ts';

/** Programs that are started often, each in one file. */
export interface Programs {
  readonly life: string;
  readonly worker: string;
  readonly oracle: string;
  remove(): void;
}

const ENTRIES = { life: 'life.ts', worker: 'worker.ts', oracle: '../harness/oracle-main.ts' } as const;

/** Where one run of all tests keeps them for all of its files. */
const SHARED =
  process.env['CALLGATE_TEST_RUN'] === undefined ? undefined : join(tmpdir(), 'callgate-programs');

const programsIn = (folder: string, remove: () => void): Programs => ({
  life: join(folder, bundleName(ENTRIES.life)),
  worker: join(folder, bundleName(ENTRIES.worker)),
  oracle: join(folder, bundleName(ENTRIES.oracle)),
  remove,
});

export const makePrograms = async (): Promise<Programs> => {
  if (SHARED !== undefined && existsSync(SHARED)) return programsIn(SHARED, () => {});
  const folder = mkdtempSync(join(tmpdir(), 'callgate-programs-'));
  for (const entry of Object.values(ENTRIES)) await bundle(entry, folder);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (SHARED === undefined) return programsIn(folder, remove);
  try {
    renameSync(folder, SHARED);
  } catch {
    // another file was first
    remove();
  }
  return programsIn(SHARED, () => {});
};

export interface LifeOptions {
  /** Does not go on with what earlier lives left. */
  readonly fresh?: boolean;
  readonly fault?: InjectedFault;
  readonly failpoint?: string;
  /** The name of a broken gate. */
  readonly broken?: string;
  /** Called with the process that lives as soon as its gate is open. */
  readonly onReady?: (child: ChildProcess) => void;
  /** Runs the command inside another one. */
  readonly wrap?: (command: readonly string[], place: FaultPlace) => readonly string[];
}

/** How a life came to its end. */
export interface LifeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was killed, and what killed it was meant to. */
  readonly killed: boolean;
  /** The fault that was asked for came to be. */
  readonly injected: boolean;
  /** It did not end by itself. */
  readonly hung: boolean;
  readonly complaint: string;
}

/** Somebody who works on and on. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** As the store calls them. */
  readonly instance: string;
  readonly ended: Promise<Pick<LifeEnd, 'code' | 'signal' | 'complaint'>>;
}

/** Many times as long as a life takes on a busy machine. */
const PATIENCE_MS = 240_000;

/** A folder with a database, and an upstream that belongs to it. */
export class FaultPlace implements FaultScene {
  readonly folder: string;
  readonly files: FaultFiles;
  readonly #programs: Programs;
  readonly #oracle: ChildProcess;
  readonly #database: PlaceDatabase | undefined;
  #followed: FollowedJournal | undefined;

  private constructor(
    programs: Programs,
    folder: string,
    oracle: ChildProcess,
    database: PlaceDatabase | undefined,
  ) {
    this.folder = folder;
    this.files = filesIn(folder);
    this.#programs = programs;
    this.#oracle = oracle;
    this.#database = database;
  }

  static async make(programs: Programs, folder?: string): Promise<FaultPlace> {
    const made = folder ?? mkdtempSync(join(tmpdir(), 'callgate-life-'));
    const { policy, socket, log } = filesIn(made);
    writeFileSync(policy, JSON.stringify(policyOfLife()));
    const oracle = spawn(
      process.execPath,
      [programs.oracle, '--socket', socket, '--log', log, '--script', JSON.stringify(ORACLE)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const exited = once(oracle, 'close').then(() => {
      throw new Error('the upstream did not start');
    });
    await Promise.race([once(oracle.stdout, 'data'), exited]);
    exited.catch(() => {});
    return new FaultPlace(programs, made, oracle, await stores().database?.());
  }

  /** Opens its store when nobody lives in it any more. */
  async open(keys: Keys): Promise<Store> {
    await this.#database?.untilLeft();
    return await this.openBeside(keys);
  }

  /** Opens its store beside whoever lives in it. */
  async openBeside(keys: Keys): Promise<Store> {
    return this.#database === undefined
      ? await openSqliteStore({ path: this.files.database, keys })
      : await openPostgresStore({ url: this.#database.url, keys });
  }

  async problems(): Promise<readonly string[]> {
    if (this.#database === undefined) return [];
    const { problems, waiting } = await verifyJournals(this.#database.url);
    return waiting === 0 ? problems : [...problems, `${waiting} rows of journals are not in the record`];
  }

  /** The journal as far as it has come, for those who look again and again. */
  get journal(): readonly JournalLine[] {
    return (this.#followed ??= new FollowedJournal(this.files.journal)).lines;
  }

  /** Leaves the folder as it is. */
  async leave(): Promise<void> {
    this.#followed?.close();
    this.#followed = undefined;
    const exited = once(this.#oracle, 'close');
    this.#oracle.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.leave();
    await this.#database?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #command({ fresh = false, fault, wrap = (command) => command }: LifeOptions): readonly string[] {
    const life = [process.execPath, this.#programs.life, this.folder, ...(fresh ? ['fresh'] : [])];
    return wrap(fault === undefined ? life : withFault(fault, this.trace, life), this);
  }

  get #env(): Readonly<NodeJS.ProcessEnv> {
    // a life makes the same system calls each time, whatever was run before
    return { ...process.env, NODE_COMPILE_CACHE: undefined, [ADDRESS]: this.#database?.url ?? '' };
  }

  /** What strace wrote last. */
  get trace(): string {
    return join(this.folder, 'trace');
  }

  async live(options: LifeOptions = {}): Promise<LifeEnd> {
    const [program = '', ...args] = this.#command(options);
    const { failpoint = '', broken = '', fault, onReady } = options;
    const child = spawn(program, args, {
      env: {
        ...this.#env,
        CALLGATE_FAILPOINT: failpoint,
        CALLGATE_BROKEN_GATE: broken,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000);
    });
    child.stdout.once('data', () => onReady?.(child));
    let hung = false;
    const patience = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    clearTimeout(patience);
    return {
      code,
      signal,
      hung,
      killed: !hung && signal === 'SIGKILL' && (fault === undefined || wasKilled(this.trace)),
      injected: fault !== undefined && wasInjected(this.trace),
      complaint,
    };
  }

  /** Starts somebody who works on and on. Resolves when their gate is open. */
  async work(name: string, env: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
    const child = spawn(process.execPath, [this.#programs.worker, this.folder, name], {
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000);
    });
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
    if (!Buffer.isBuffer(said)) throw new Error(`nobody works: ${complaint}`);
    return {
      child,
      instance: said.toString().trim(),
      ended: ended.then(([code, signal]) => ({ code, signal, complaint })),
    };
  }

  /** Resolves when the upstream has written down everything that was sent before. */
  async upstreamIsIdle(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      const socket = connect(this.files.socket);
      socket.end();
      socket.resume();
      await once(socket, 'close');
    }
  }
}

/** The folder of a place in which something was wrong stays. */
export const inPlace = async <T>(programs: Programs, work: (place: FaultPlace) => Promise<T>): Promise<T> => {
  const place = await FaultPlace.make(programs);
  let done = false;
  try {
    const value = await work(place);
    done = true;
    return value;
  } finally {
    await (done ? place.remove() : place.leave());
  }
};
