import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { postgresBinaries } from './binaries.ts';

/** The server does not run as root; this one is there on every machine. */
const NOBODY = 65_534;

const owner = (): { readonly uid?: number; readonly gid?: number } =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const own = (path: string): void => {
  if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

/** Makes the folder `data` there. */
const makeData = (folder: string): void => {
  const how = ['-U', 'callgate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const initdb = join(postgresBinaries(), 'initdb');
  execFileSync(initdb, ['-D', join(folder, 'data'), ...how], { stdio: 'pipe', cwd: folder, ...owner() });
};

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-pg-'));
  chmodSync(folder, 0o755);
  own(folder);
  return folder;
};

/** Whether the folder of temporary files is that of one run of all tests. */
const IS_RUN = process.env['CALLGATE_TEST_RUN'] !== undefined && process.platform !== 'win32';

/** The data of a server that was never used, made once a run: it takes longer than starting one. */
const emptyData = (): string => {
  const place = join(tmpdir(), 'callgate-pg-empty');
  if (!existsSync(place)) {
    const draft = makeFolder();
    makeData(draft);
    try {
      renameSync(draft, place);
    } catch {
      // somebody else was first
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return join(place, 'data');
};

export interface ClusterOptions {
  /** false: nothing is synced, which is quicker; for tests that cut no power. */
  readonly durable?: boolean;
  /** Lines of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const READY = 'database system is ready to accept';

/** One real server with its own data, on loopback. */
export class Cluster {
  readonly #folder: string;
  readonly #durable: boolean;
  readonly port: number;
  #server: ChildProcess | undefined;
  #said = '';

  private constructor(folder: string, port: number, durable: boolean) {
    this.#folder = folder;
    this.port = port;
    this.#durable = durable;
  }

  static async start({ durable = false, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
    const cluster = await Cluster.#at(durable);
    if (IS_RUN) execFileSync('cp', ['-a', emptyData(), cluster.#data], { cwd: cluster.#folder, ...owner() });
    else makeData(cluster.#folder);
    cluster.configure({
      max_connections: '200',
      shared_buffers: "'32MB'",
      wal_level: 'replica',
      max_wal_senders: '10',
      hot_standby: 'on',
      ...settings,
    });
    await cluster.run();
    return cluster;
  }

  static async #at(durable: boolean): Promise<Cluster> {
    return new Cluster(makeFolder(), await freePort(), durable);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  url(database: string = 'postgres'): string {
    return `postgres://callgate@127.0.0.1:${this.port}/${database}`;
  }

  configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), lines.join(''));
  }

  /** Starts the server again over its data, whatever state they are in. */
  async run(): Promise<void> {
    const server = spawn(
      join(postgresBinaries(), 'postgres'),
      ['-D', this.#data, '-p', String(this.port), '-h', '127.0.0.1', '-k', ''].concat(
        this.#durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
      ),
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: this.#folder, ...owner() },
    );
    this.#server = server;
    this.#said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    const end = performance.now() + 120_000;
    while (!this.#said.includes(READY)) {
      if (server.exitCode !== null || server.signalCode !== null)
        throw new Error(`the server ended: ${this.#said}`);
      if (performance.now() > end) throw new Error(`the server did not start within 120 s: ${this.#said}`);
      await sleep(10);
    }
  }

  /** Ends the server: `immediate` as a crash does, without a checkpoint. */
  async end(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  /** Stops every process of the server where it stands. The function it returns lets them go on. */
  async freeze(): Promise<() => void> {
    const sql = postgres(this.url(), { max: 1, onnotice: () => {} });
    const rows = await sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
    await sql.end();
    const pids = [this.#server?.pid ?? 0, ...rows.map(({ pid }) => pid)].filter((pid) => pid > 1);
    const signal = (name: NodeJS.Signals): void => {
      for (const pid of pids)
        try {
          process.kill(pid, name);
        } catch {
          // it ended meanwhile
        }
    };
    signal('SIGSTOP');
    return () => signal('SIGCONT');
  }

  /** A second server that follows this one. */
  async standby(name: string = 'standby'): Promise<Cluster> {
    const follower = await Cluster.#at(this.#durable);
    const sql = postgres(this.url(), { max: 1, onnotice: () => {} });
    try {
      await sql`SELECT pg_backup_start('standby', true)`;
      cpSync(this.#data, follower.#data, {
        recursive: true,
        filter: (path) => !path.endsWith('postmaster.pid') && !path.endsWith('postmaster.opts'),
      });
      const [stopped] = await sql<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(false)`;
      writeFileSync(join(follower.#data, 'backup_label'), stopped?.labelfile ?? '');
    } finally {
      await sql.end();
    }
    writeFileSync(join(follower.#data, 'standby.signal'), '');
    execFileSync('chmod', ['700', follower.#data]);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, follower.#data]);
    follower.configure({
      primary_conninfo: `'host=127.0.0.1 port=${this.port} user=callgate application_name=${name}'`,
    });
    await follower.run();
    return follower;
  }

  /** A standby becomes the server that is written to. */
  async promote(): Promise<void> {
    const sql = postgres(this.url(), { max: 1, onnotice: () => {} });
    try {
      await sql`SELECT pg_promote(true, 60)`;
    } finally {
      await sql.end();
    }
  }

  async remove(): Promise<void> {
    await this.end('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
