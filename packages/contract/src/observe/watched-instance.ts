import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import { verifyErrors } from '@callgate/messages/errors/verify';
import { findProgram } from '../sandbox/find-program.ts';
import { isInside } from '../sandbox/is-inside.ts';
import { isUsualWrite } from '../sandbox/stray-writes.ts';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '../sandbox/sandbox.ts';
import type { FoundObservations, ObservedSurroundings } from './find-observations.ts';
import { findObservations } from './find-observations.ts';
import type { Observation } from './observation.ts';
import { readStrace } from './read-strace.ts';
import { snapshotPaths } from './snapshot-paths.ts';
import { straceCommand } from './strace-command.ts';

export interface WatchSettings extends Pick<ObservedSurroundings, 'secrets' | 'markers'> {
  /** Folders for temporary files. */
  readonly temporary: readonly string[];
  /** Nothing in them is temporary but caches and logs. */
  readonly homes: readonly string[];
  readonly backend: SandboxBackend;
  /** The program. */
  readonly strace: string;
  readonly request: Pick<SandboxRequest, 'command' | 'args' | 'env' | 'roots' | 'hidden'> & {
    readonly cwd: string;
  };
}

const MAX_LOG_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 250;
/** For a server to end by itself, and for strace to write down its end. */
const END_MS = 1000;
const KILLED_MS = 10_000;

/** One server in a sandbox of its own, from which nothing lasts, with strace around it. */
export class WatchedInstance {
  readonly server: SandboxedServer;
  readonly #settings: WatchSettings;
  readonly #folder: string;
  readonly #limit: NodeJS.Timeout;
  #isTooLong = false;

  static async start(settings: WatchSettings): Promise<WatchedInstance> {
    const { backend, strace, request } = settings;
    const folder = await mkdtemp(join(tmpdir(), 'callgate-verify-'));
    try {
      const server = await backend.start({
        ...request,
        class: { writes: true, network: false },
        allow: [],
        preview: true,
        watcher: straceCommand(join(folder, 'log'), { strace, setpriv: findProgram('setpriv') }),
      });
      return new WatchedInstance(settings, folder, server);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(settings: WatchSettings, folder: string, server: SandboxedServer) {
    this.#settings = settings;
    this.#folder = folder;
    this.server = server;
    // a server that does not stop must not fill the disk
    this.#limit = setInterval(() => void this.#checkLength(), LOOK_MS);
  }

  /** Where its files are seen from here. */
  get root(): string {
    return `/proc/${this.server.insidePid ?? 0}/root`;
  }

  async observe(from: number): Promise<FoundObservations> {
    if (this.#isTooLong) throw new CallgateError(verifyErrors.logTooLong());
    const { request, secrets, markers } = this.#settings;
    const found = findObservations(readStrace(await readFile(this.#log, 'utf8')), {
      command: [request.command, ...request.args],
      cwd: request.cwd,
      from,
      roots: request.roots,
      isTemporary: (path) => this.#isTemporary(path),
      secrets,
      markers,
      existed: existsSync,
    });
    if (!found.started) throw new CallgateError(verifyErrors.nothingSeen());
    return found;
  }

  /** Watches files that are written to through memory. Tells which of them changed since. */
  async watchMemory(): Promise<() => Promise<readonly Observation[]>> {
    const { roots } = this.#settings.request;
    const { mapped } = await this.observe(0);
    const paths = mapped.filter(
      (path) => roots.some((root) => isInside(path, root)) || !this.#isTemporary(path),
    );
    const before = await snapshotPaths(this.root, paths);
    return async () => {
      const after = await snapshotPaths(this.root, paths);
      return paths
        .filter((path) => before.get(path) !== after.get(path))
        .map((what) => ({ kind: 'wrote', what }));
    };
  }

  /** Lets it end as servers do, then ends it: what it does at its end is seen. */
  async end(): Promise<void> {
    const { child } = this.server;
    child.stdin.end();
    await this.#gone(END_MS);
    this.#kill();
    await this.#gone(KILLED_MS);
  }

  /** Ends all, and nothing of it is left. */
  async close(): Promise<void> {
    clearInterval(this.#limit);
    await this.server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #log(): string {
    return join(this.#folder, 'log');
  }

  #isTemporary(path: string): boolean {
    const { homes, temporary } = this.#settings;
    const home = homes.find((folder) => isInside(path, folder));
    if (home !== undefined) return isUsualWrite(path.slice(home.length));
    return isUsualWrite(path) || temporary.some((folder) => isInside(path, folder));
  }

  async #gone(ms: number): Promise<void> {
    const { child } = this.server;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const late = new AbortController();
    await Promise.race([
      once(child, 'exit', { signal: late.signal }),
      setTimeout(ms, undefined, { signal: late.signal }),
    ]);
    late.abort();
  }

  #kill(): void {
    try {
      process.kill(this.server.insidePid ?? 0, 'SIGKILL');
    } catch {
      // it is gone
    }
  }

  async #checkLength(): Promise<void> {
    const { size } = await stat(this.#log).catch(() => ({ size: 0 }));
    if (size <= MAX_LOG_BYTES) return;
    this.#isTooLong = true;
    this.#kill();
  }
}
