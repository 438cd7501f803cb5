import { CallgateError, display } from '@callgate/core';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { SandboxBackend, SandboxedServer, SandboxViolation } from '@callgate/contract/sandbox';
import { releaseProcessGroup, trackProcessGroup } from '../dispatch/process-group.ts';
import type { ServerProcess, StdioEndpoint } from '../dispatch/start-server.ts';
import type {
  ServerHello,
  Upstream,
  UpstreamEvents,
  UpstreamFactory,
  UpstreamSettings,
} from '../dispatch/upstream.ts';
import type { Place } from './places.ts';
import { startInstance } from './start-instance.ts';

export interface InstanceParts {
  readonly place: Place;
  readonly backend: SandboxBackend | null;
  readonly settings: UpstreamSettings;
  readonly reach: StdioEndpoint;
  readonly roots: readonly string[];
  readonly open: UpstreamFactory;
  readonly events: UpstreamEvents;
  /** What was tried while these tools ran; no other call was out. */
  readonly violated: (tools: ReadonlySet<string>, violations: readonly SandboxViolation[]) => void;
}

/** Looking for what was tried takes at most one part in so many of the time. */
const REST = 20;

/** One process of a server, in one place. It starts when it is needed. */
export class Instance {
  readonly place: Place;
  readonly upstream: Upstream;
  readonly #parts: InstanceParts;
  #sandbox: SandboxedServer | undefined;
  #isUp = false;
  readonly #runs: Set<{ readonly tool: string | null }> = new Set();
  #needs = 0;
  /** Tools that ran since it was looked at what was tried. */
  #suspects: Set<string> = new Set();
  #checking: Promise<void> = Promise.resolve();
  #restUntil = 0;
  #nextCheck: NodeJS.Timeout | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: InstanceParts) {
    const { place, settings, reach, open, events } = parts;
    const { contract: _, ...plain } = settings;
    this.place = place;
    this.#parts = parts;
    this.upstream = open(
      { ...plain, reach, ...(place.isSandboxed ? { start: () => this.#start() } : {}) },
      {
        ...events,
        lost: (error) => {
          this.#isUp = false;
          events.lost(error);
        },
      },
    );
  }

  /** It was reached and has not been lost since. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** What holds it by now; undefined where nothing does. */
  get sandbox(): SandboxedServer | undefined {
    return this.#sandbox;
  }

  get isBusy(): boolean {
    return this.#runs.size + this.#needs > 0;
  }

  /** Starts it where it does not run. What it tried while it started is no tool's. */
  async hello(): Promise<ServerHello> {
    const before = this.#sandbox;
    const hello = await this.upstream.hello();
    this.#isUp = true;
    if (this.#sandbox !== before) {
      this.#check();
      await this.#checking;
    }
    return hello;
  }

  /** Is not stopped meanwhile. */
  async whileNeeded<T>(work: () => Promise<T>): Promise<T> {
    this.#needs += 1;
    try {
      return await work();
    } finally {
      this.#needs -= 1;
    }
  }

  /** Runs a call of this tool; null is no tool. */
  async during<T>(tool: string | null, work: () => Promise<T>): Promise<T> {
    const run = { tool };
    this.#runs.add(run);
    if (tool !== null) this.#suspects.add(tool);
    try {
      return await work();
    } finally {
      this.#runs.delete(run);
      if (this.#runs.size === 0) this.#check();
    }
  }

  /** Looks at what was tried, and blames what ran since it was looked at last. What takes long is not done all the time. */
  #check(): void {
    const sandbox = this.#sandbox;
    if (sandbox === undefined || this.#nextCheck !== undefined) return;
    const left = this.#restUntil - performance.now();
    if (left > 0) {
      this.#nextCheck = setTimeout(() => {
        this.#nextCheck = undefined;
        this.#check();
      }, left);
      this.#nextCheck.unref();
      return;
    }
    this.#checking = this.#checking.then(async () => {
      const before = this.#suspects;
      this.#suspects = new Set([...this.#runs].flatMap(({ tool }) => tool ?? []));
      const startedAt = performance.now();
      const seen = await sandbox.violations().catch(() => []);
      const now = performance.now();
      this.#restUntil = now + (now - startedAt) * REST;
      // a call that came meanwhile may be the one that did it
      if (seen.length > 0) this.#parts.violated(new Set([...before, ...this.#suspects]), seen);
    });
  }

  async #start(): Promise<ServerProcess> {
    const { backend, place, reach, roots, settings } = this.#parts;
    const sandbox = await startInstance(backend, {
      command: reach.command,
      args: reach.args,
      cwd: reach.cwd ?? reach.clientFolder ?? process.cwd(),
      env: reach.env,
      class: { writes: place.writes, network: place.network },
      roots,
      hidden: settings.hidden ?? [],
      allow: settings.contract?.allow ?? [],
    });
    const { child } = sandbox;
    if (child.exitCode !== null || child.signalCode !== null) {
      await sandbox.close();
      throw new CallgateError(
        upstreamErrors.notStarted({
          server: display(settings.server),
          problem: upstreamMessages.faults.exitStatus({ status: child.exitCode }),
        }),
      );
    }
    this.#sandbox = sandbox;
    this.#restUntil = 0;
    if (child.pid !== undefined) trackProcessGroup(child.pid);
    return {
      child,
      signal: (signal) => void child.kill(signal),
      release: () => {
        if (this.#sandbox === sandbox) this.#sandbox = undefined;
        this.#ended = this.#remove(sandbox);
      },
    };
  }

  async #remove(sandbox: SandboxedServer): Promise<void> {
    clearTimeout(this.#nextCheck);
    this.#nextCheck = undefined;
    await this.#checking;
    const seen = await sandbox.violations().catch(() => []);
    if (seen.length > 0) this.#parts.violated(this.#suspects, seen);
    if (sandbox.child.pid !== undefined) releaseProcessGroup(sandbox.child.pid);
    await sandbox.close();
  }

  async close(): Promise<void> {
    await this.upstream.close();
    await this.#ended.catch(() => {});
  }
}
