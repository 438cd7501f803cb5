import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keys } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { openPostgresStore, verifyJournals } from '@callgate/cluster';
import type { OracleProcess } from '@callgate/gate/testing';
import { spawnOracle } from '@callgate/gate/testing';
import postgres from 'postgres';
import { parseEntry } from '../../gate/src/record/entry-schema.ts';
import { Cluster } from './postgres/cluster.ts';
import type { BrokenGate } from '../../gate/test/faults/broken-gates.ts';
import { bundle } from '../../gate/test/faults/bundle.ts';
import type { FaultFiles } from '../../gate/test/faults/files.ts';
import { filesIn } from '../../gate/test/faults/files.ts';
import type { FaultScene } from '../../gate/test/faults/judge.ts';
import { ORACLE } from '../../gate/test/faults/script.ts';
import { pause, until } from '../../gate/test/faults/until.ts';
import { Relay } from './relay.ts';
import { policyOfCompany } from './shared-tools.ts';

export interface CompanyWorker {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly complaint: string;
  }>;
}

export const makeWorker = async (): Promise<{ readonly program: string; remove(): void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-programs-'));
  return {
    program: await bundle('../../../cluster/test/worker.ts', folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const asked = async (cluster: Cluster, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe(sql))];
  } finally {
    await client.end();
  }
};

const STANDBY = 'standby';

export interface CompanyOptions {
  /** Whether a standby follows the server, and every commit waits for it. */
  readonly follows?: boolean;
}

/** Several gates in processes of their own on one database with a standby, and an upstream that remembers. */
export class Company implements FaultScene {
  readonly selfApproval = false;
  readonly folder: string;
  readonly files: FaultFiles;
  readonly #program: string;
  readonly #oracle: OracleProcess;
  readonly #relay: Relay | undefined;
  #primary: Cluster;
  #standby: Cluster | undefined;

  private constructor(
    folder: string,
    program: string,
    oracle: OracleProcess,
    relay: Relay | undefined,
    primary: Cluster,
  ) {
    this.folder = folder;
    this.files = filesIn(folder);
    this.#program = program;
    this.#oracle = oracle;
    this.#relay = relay;
    this.#primary = primary;
  }

  static async found(program: string, { follows = true }: CompanyOptions = {}): Promise<Company> {
    const folder = mkdtempSync(join(tmpdir(), 'callgate-company-'));
    const { policy, socket, log } = filesIn(folder);
    writeFileSync(policy, JSON.stringify(policyOfCompany()));
    const oracle = await spawnOracle({ socketPath: socket, logPath: log, script: ORACLE });
    const primary = await Cluster.start({
      // a standby that lost its server comes back soon
      settings: { wal_retrieve_retry_interval: "'100ms'" },
    });
    // what nobody cuts goes straight to the server
    const relay = follows ? await Relay.to(primary.port) : undefined;
    const company = new Company(folder, program, oracle, relay, primary);
    if (follows) await company.#follow();
    return company;
  }

  get url(): string {
    return this.#relay?.url('callgate') ?? this.#primary.url();
  }

  open(keys: Keys): Promise<Store> {
    return openPostgresStore({ url: this.url, keys });
  }

  async problems(): Promise<readonly string[]> {
    const { problems, waiting } = await verifyJournals(this.url);
    return waiting === 0 ? problems : [...problems, `${waiting} rows of journals are not in the record`];
  }

  /** A row stands in the record at the time of the latest before it, whoever wrote that; its journal has its own. */
  async writtenAt(): Promise<ReadonlyMap<string, number>> {
    const rows = await asked(this.#primary, 'SELECT at, bytes FROM callgate.journal');
    return new Map(
      rows.map(({ at, bytes }) => {
        if (!(bytes instanceof Uint8Array)) throw new Error('a row of a journal has no bytes');
        return [parseEntry(bytes).id, Number(at)];
      }),
    );
  }

  async upstreamIsIdle(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      const socket = connect(this.files.socket);
      socket.end();
      socket.resume();
      await once(socket, 'close');
    }
  }

  /** @param broken The name of a broken gate. */
  async work(name: string, skewMs: number, broken: BrokenGate | '' = ''): Promise<CompanyWorker> {
    const child = spawn(process.execPath, [this.#program, this.folder, name, this.url, String(skewMs)], {
      env: { ...process.env, CALLGATE_BROKEN_GATE: broken },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000);
    });
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
    if (!Buffer.isBuffer(said)) throw new Error(`nobody works: ${complaint}`);
    return { name, child, ended: ended.then(([code, signal]) => ({ code, signal, complaint })) };
  }

  /** The server crashes and starts again. */
  async restart(): Promise<void> {
    await this.#primary.end('immediate');
    await this.#primary.run();
  }

  /** The server crashes for good, and its standby takes its place. */
  async promote(): Promise<void> {
    const next = this.#standby;
    if (next === undefined) throw new Error('nobody follows');
    await this.#primary.end('immediate');
    this.#relay?.lead(undefined);
    await next.promote();
    next.configure({ synchronous_standby_names: "''" });
    await asked(next, 'SELECT pg_reload_conf()');
    await this.#primary.remove();
    this.#primary = next;
    this.#relay?.lead(next.port);
    await this.#follow();
  }

  /** The server stands still for a while, with every connection open. */
  async freeze(ms: number): Promise<void> {
    const goOn = await this.#primary.freeze();
    await pause(ms);
    goOn();
  }

  /** Connections are cut, and the server knows nothing of it. */
  cut(): void {
    this.#relay?.lead(this.#primary.port);
  }

  async remove(keep: boolean): Promise<void> {
    await this.#relay?.close();
    await this.#standby?.remove();
    await this.#primary.remove();
    await this.#oracle.stop();
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Somebody follows, and every commit waits for them. */
  async #follow(): Promise<void> {
    this.#standby = await this.#primary.standby(STANDBY);
    this.#primary.configure({ synchronous_standby_names: `'${STANDBY}'` });
    await asked(this.#primary, 'SELECT pg_reload_conf()');
    const isSynchronous =
      "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
    await until(async () => (await asked(this.#primary, isSynchronous)).length > 0);
  }
}
