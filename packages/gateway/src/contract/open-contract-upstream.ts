import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { SandboxContract } from '@callgate/core/disclose';
import type {
  SandboxBackend,
  SandboxBackendName,
  SandboxClass,
  SandboxLevel,
  SandboxViolation,
} from '@callgate/contract/sandbox';
import { chooseSandbox, enforcedBy } from '@callgate/contract/sandbox';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { contractMessages } from '@callgate/messages/contract';
import { contractErrors } from '@callgate/messages/errors/contract';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ContractConfig } from '../config/gateway-config.ts';
import { serverIdentity } from '../config/server-identity.ts';
import type { Enforcement, PlacedTool } from '../disclose/enforcement.ts';
import { openUpstream } from '../dispatch/open-upstream.ts';
import type { StdioEndpoint } from '../dispatch/start-server.ts';
import type {
  PreviewedCall,
  ControlMethod,
  OutboundRequest,
  ServerHello,
  Upstream,
  UpstreamEvents,
  UpstreamSettings,
} from '../dispatch/upstream.ts';
import { disconnectedError, notSentError, reasonText } from '../dispatch/upstream-errors.ts';
import type { Reply } from '../wire/json-rpc.ts';
import { explainDenial } from './explain-denial.ts';
import { Instance } from './instance.ts';
import type { Place } from './places.ts';
import { Places, breadth, placeKey } from './places.ts';
import { runPreview } from './run-preview.ts';
import { resolveCommand, runsElsewhere } from './resolve-command.ts';
import { findServerRoots } from './server-roots.ts';
import { classOfTool } from './tool-class.ts';

export interface ContractOptions {
  readonly choose?: () => Promise<{
    readonly backend: SandboxBackend;
    readonly refused: readonly { readonly name: string; readonly why: string }[];
  }>;
  /** How long a process that may do more than the tightest outlives its last call. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
/** A server that cannot start in a tight place often waits there for a network: the next place is not kept waiting. */
const TRIAL_MS = 15_000;
const MAX_TASKS = 1000;

/** What was found out before anything is started. */
interface InstancePlan {
  readonly places: Places;
  readonly backend: SandboxBackend | null;
  readonly reach: StdioEndpoint;
  readonly roots: readonly string[];
  /** Why there is no sandbox, or null. */
  readonly problem: string | null;
}

const isSubscription = (method: string): boolean =>
  method.startsWith('resources/') && method !== 'resources/read';

const isWithin = (now: Pick<SandboxContract, 'readOnly' | 'closedWorld'>, judged: SandboxContract): boolean =>
  (now.readOnly || !judged.readOnly) && (now.closedWorld || !judged.closedWorld);

const union = (classes: readonly SandboxClass[]): SandboxClass => ({
  writes: classes.some(({ writes }) => writes),
  network: classes.some(({ network }) => network),
});

/** A server whose tools run in processes that cannot do what their claims exclude. */
class ContractUpstream implements Upstream {
  readonly server: string;
  readonly identity: string;
  readonly #settings: UpstreamSettings;
  readonly #contract: ContractConfig;
  readonly #events: UpstreamEvents;
  readonly #options: ContractOptions;
  readonly #instances: Map<string, Instance> = new Map();
  readonly #idle: Map<Instance, NodeJS.Timeout> = new Map();
  /** What another process wrote meanwhile may not be seen by these. */
  readonly #stale: Set<Instance> = new Set();
  /** Which process goes on with a task. */
  readonly #tasks: Map<string, Instance> = new Map();
  #plan: Promise<InstancePlan> | undefined;
  #reaching: Promise<ServerHello> | undefined;
  #home: Instance | null = null;
  readonly #subscribed: Set<string> = new Set();
  #level: JsonObject | null = null;
  #closed = false;

  constructor(
    settings: UpstreamSettings,
    contract: ContractConfig,
    events: UpstreamEvents,
    options: ContractOptions,
  ) {
    this.server = settings.server;
    this.identity = serverIdentity(settings.reach);
    this.#settings = settings;
    this.#contract = contract;
    this.#events = events;
    this.#options = options;
  }

  async hello(): Promise<ServerHello> {
    if (this.#closed) throw disconnectedError(this.server);
    this.#reaching ??= this.#reach().finally(() => {
      this.#reaching = undefined;
    });
    return await this.#reaching;
  }

  async control(method: ControlMethod, params: JsonObject, signal?: AbortSignal): Promise<Json> {
    if (method === 'logging/setLevel') this.#level = params;
    await this.hello();
    const home = this.#home;
    if (home === null) throw disconnectedError(this.server);
    if (method === 'logging/setLevel')
      for (const instance of this.#instances.values())
        if (instance !== home && instance.isUp)
          instance.upstream.control(method, params, signal).catch(() => {});
    return await home.upstream.control(method, params, signal);
  }

  async send(call: Dispatchable, how: OutboundRequest, context: DispatchContext): Promise<Reply> {
    if (!isDispatchable(call)) throw new CallgateError(upstreamErrors.forged());
    const { places } = await this.#makePlan();
    const instance =
      call.kind === 'tool' && how.method === 'tools/call'
        ? await this.#instanceForTool(call, places, context.signal)
        : this.#instanceForOther(call, how);
    const tool = call.kind === 'tool' ? call.target : null;
    this.#cancelStop(instance);
    if (how.method === 'resources/subscribe') this.#subscribed.add(call.target);
    if (how.method === 'resources/unsubscribe') this.#subscribed.delete(call.target);
    return await instance
      .during(tool, () => instance.upstream.send(call, this.#withTaskNoted(how, instance), context))
      .then((reply) => explained(reply, instance.place, instance.sandbox?.backend))
      .finally(() => this.#endCall(instance, tool));
  }

  async preview<T>(
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
    read: (previewed: PreviewedCall) => Promise<T>,
  ): Promise<T> {
    const refuse = (why: string): CallgateError =>
      new CallgateError(contractErrors.required({ server: display(this.server), why }));
    if (!isDispatchable(call)) throw new CallgateError(upstreamErrors.forged());
    const plan = await this.#makePlan();
    const { backend, reach } = plan;
    const { place, closedWorld } = call.contract;
    const isHeld = backend?.level === 'enforced' && backend.canPreview && closedWorld === true;
    if (!isHeld || place === undefined || !place.writes || place.network || this.#contract.allow.length > 0)
      throw refuse(contractMessages.preview.notHeld);
    const writable = this.#rootsFor(plan, { ...place, isSandboxed: true });
    const request = { backend, settings: this.#settings, reach, roots: writable };
    return await runPreview(request, call, how, context, async (previewed) => {
      const instance = { writes: true, network: false, isSandboxed: true };
      this.#violated(instance, new Set([call.target]), previewed.violations);
      return await read({ ...previewed, reply: explained(previewed.reply, instance, backend.name, true) });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    const all = [...this.#instances.values()];
    this.#instances.clear();
    await Promise.allSettled(all.map((instance) => instance.close()));
  }

  #makePlan(): Promise<InstancePlan> {
    this.#plan ??= this.#findPlan().catch((error: unknown) => {
      this.#plan = undefined;
      throw error;
    });
    return this.#plan;
  }

  async #findPlan(): Promise<InstancePlan> {
    const { contract, allow, roots } = this.#contract;
    const { reach } = this.#settings;
    if (reach.kind !== 'stdio') throw this.#required(contractMessages.runsElsewhere);
    if (runsElsewhere(reach)) {
      if (contract === 'require') throw this.#required(contractMessages.runsElsewhere);
      this.#tell(
        'CONTRACT_DECLARED',
        contractMessages.elsewhere({ command: display(reach.command, { max: 80 }) }),
      );
      const places = new Places({ contract, allow, backend: null });
      return { places, backend: null, reach, roots: [], problem: contractMessages.runsElsewhere };
    }
    const { backend: found, refused } = await (this.#options.choose ?? chooseSandbox)();
    const isNone = found.name === 'none';
    const problem = isNone
      ? refused.map(({ name, why }) => contractMessages.wasRefused({ backend: name, why })).join('; ') ||
        contractMessages.noSandbox
      : null;
    if (isNone && contract === 'require') throw this.#required(problem ?? contractMessages.noSandbox);
    const backend = isNone ? null : found;
    const places = new Places({ contract, allow, backend });
    if (backend === null) {
      this.#tell(
        'CONTRACT_DECLARED',
        contractMessages.unsandboxed({ problem: problem ?? contractMessages.noSandbox }),
      );
      return { places, backend, reach, roots: [], problem };
    }
    const { command, args, folder } = await this.#resolve(reach);
    const resolved = { ...reach, command, args };
    return {
      places,
      backend,
      reach: resolved,
      roots: roots ?? findServerRoots(resolved, { program: folder }),
      problem,
    };
  }

  async #resolve(reach: StdioEndpoint): ReturnType<typeof resolveCommand> {
    try {
      return await resolveCommand(reach, { runsScripts: this.#contract.contract !== 'require' });
    } catch (error) {
      if (this.#contract.contract === 'require') throw error;
      this.#tell('CONTRACT_FETCH', contractMessages.unresolved({ problem: reasonText(error) }));
      return { command: reach.command, args: reach.args };
    }
  }

  async #reach(): Promise<ServerHello> {
    const plan = await this.#makePlan();
    const { places } = plan;
    if (this.#home !== null) {
      const hello = await this.#home.hello();
      if (places.noteLevel(this.#home.place, levelIn(this.#home))) this.#announce(places);
      return hello;
    }
    const tried = places.tightest;
    let failure: unknown;
    for (const [at, place] of tried.entries()) {
      const isLast = at === tried.length - 1;
      const instance = this.#instance(plan, place, isLast ? undefined : TRIAL_MS);
      try {
        const hello = await instance.hello();
        this.#home = instance;
        places.noteLevel(place, levelIn(instance));
        if (at > 0 && plan.problem === null) this.#tellWidened(place, failure);
        this.#announce(places);
        return hello;
      } catch (error) {
        failure ??= error;
        await this.#stop(instance);
        if (this.#closed) throw error;
        if (!isLast) places.markUnusable(place);
        // it is the server, then, and no sandbox
        else places.reset();
        if (isLast) throw tried.length === 1 && place.isSandboxed ? this.#notStarted(error) : error;
      }
    }
    throw disconnectedError(this.server);
  }

  #notStarted(error: unknown): CallgateError {
    return new CallgateError(
      contractErrors.required({ server: display(this.server), why: reasonText(error) }),
      { cause: error },
    );
  }

  #tellWidened(place: Place, failure: unknown): void {
    const problem = reasonText(failure);
    if (place.isSandboxed)
      this.#tell(
        'CONTRACT_WIDENED',
        contractMessages.widened({ to: contractMessages.place(place), problem }),
      );
    else this.#tell('CONTRACT_DECLARED', contractMessages.unsandboxed({ problem }));
  }

  #required(why: string): CallgateError {
    return new CallgateError(contractErrors.required({ server: display(this.server), why }));
  }

  #tell(code: string, fault: string): void {
    this.#events.misbehaved(code, fault);
  }

  /** Where the tools run by now. Decisions rest on it, so it is told as soon as it changes. */
  #announce(places: Places): void {
    if (this.#closed) return;
    const { mode } = this.#contract;
    const enforcement: Enforcement = {
      contracts: (tools) => {
        const classes = new Map(tools.map((tool: PlacedTool) => [tool.name, classOfTool(tool)]));
        const enabled = tools.filter(({ enabled: is }) => is).flatMap(({ name }) => classes.get(name) ?? []);
        const all = mode === 'single' ? union(enabled) : undefined;
        return new Map([...classes].map(([name, one]) => [name, places.contractOf(all ?? one)]));
      },
    };
    this.#events.enforces?.(enforcement);
  }

  #instance(plan: InstancePlan, place: Place, trialMs?: number): Instance {
    const key = placeKey(place);
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const { connectMs } = this.#settings;
    const instance: Instance = new Instance({
      place,
      backend: plan.backend,
      settings: { ...this.#settings, connectMs: Math.min(connectMs, trialMs ?? connectMs) },
      reach: plan.reach,
      roots: this.#rootsFor(plan, place),
      open: openUpstream,
      events: this.#eventsOf(() => instance),
      violated: (tools, seen) => this.#violated(place, tools, seen),
    });
    this.#instances.set(key, instance);
    return instance;
  }

  /** A claim takes power away, and nothing else does: who may write, may write what the user may in the home folder. */
  #rootsFor({ roots, reach }: InstancePlan, { writes }: Place): readonly string[] {
    if (!writes || this.#contract.roots !== undefined) return roots;
    const homes = [reach.env['HOME'], homedir()].filter(
      (home): home is string => home !== undefined && isAbsolute(home) && home !== '/' && existsSync(home),
    );
    return [...new Set([...roots, ...homes.map((home) => realpathSync(home))])];
  }

  #eventsOf(instance: () => Instance): UpstreamEvents {
    const events = this.#events;
    return {
      notification: (...told) => events.notification(...told),
      request: (request) => events.request(request),
      misbehaved: (code, message) => events.misbehaved(code, message),
      lastLine: (text) => events.lastLine?.(text),
      lost: (error) => {
        if (instance() === this.#home) events.lost(error);
      },
    };
  }

  /** One for each claim that was tested: a server may try a thousand things at once. */
  #violated(place: Place, tools: ReadonlySet<string>, seen: readonly SandboxViolation[]): void {
    // what it does while no tool runs is no tool's lie
    if (tools.size === 0) return;
    const [only, ...others] = tools;
    const tool = only !== undefined && others.length === 0 ? only : null;
    const written = place.writes ? undefined : seen.find(({ kind }) => kind === 'write');
    const reached = place.network ? undefined : seen.find(({ kind }) => kind === 'connection');
    if (written !== undefined)
      this.#events.violated?.({ ...written, tool, hint: { name: 'readOnly', value: 'no' } });
    if (reached !== undefined)
      this.#events.violated?.({ ...reached, tool, hint: { name: 'openWorld', value: 'yes' } });
  }

  /** The process for a tool, in the place it was judged for, and only if that enforces what it was judged by. */
  async #instanceForTool(call: Dispatchable, places: Places, signal: AbortSignal): Promise<Instance> {
    const { place: judged } = call.contract;
    const { notSent } = contractMessages;
    if (judged === undefined) throw notSentError(this.server, notSent.unplaced);
    const place = places.find(judged);
    if (place === undefined) throw notSentError(this.server, notSent.notHere);
    const instance = await this.#startIn(place, places, signal);
    const level = levelIn(instance);
    if (!isWithin(enforcedBy(place, level, this.#contract.allow), call.contract)) {
      if (places.noteLevel(place, level)) this.#announce(places);
      throw notSentError(this.server, notSent.weaker);
    }
    if (signal.aborted) throw notSentError(this.server, upstreamMessages.notSentReasons.cancelled);
    return instance;
  }

  async #startIn(place: Place, places: Places, signal: AbortSignal): Promise<Instance> {
    const plan = await this.#makePlan();
    await this.#restartIfStale(place);
    const instance = this.#instance(plan, place);
    this.#cancelStop(instance);
    try {
      const isNew = !instance.isUp;
      await instance.whileNeeded(() => orAborted(instance.hello(), signal));
      if (isNew) await this.#finishStart(instance);
      return instance;
    } catch (error) {
      this.#stopWhenIdle(instance);
      if (signal.aborted || error instanceof AbortedError)
        throw notSentError(this.server, upstreamMessages.notSentReasons.cancelled, error);
      if (instance !== this.#home && !instance.isBusy) {
        await this.#stop(instance);
        if (places.markUnusable(place)) {
          this.#tellWidened(places.of(place), error);
          this.#announce(places);
        }
      }
      throw notSentError(
        this.server,
        contractMessages.notSent.notStarted({ problem: reasonText(error) }),
        error,
      );
    }
  }

  async #finishStart(instance: Instance): Promise<void> {
    if (this.#level !== null && instance !== this.#home)
      await instance.upstream.control('logging/setLevel', this.#level).catch(() => {});
    const before = this.#home;
    if (this.#contract.mode !== 'single' || before === null || before === instance) return;
    // one process for all: the one that the lists were first read from has done its work
    this.#home = instance;
    if (!before.isBusy) await this.#stop(before);
  }

  /** A process that may have old content before it is started anew, so that it sees what another one wrote. */
  async #restartIfStale(place: Place): Promise<void> {
    const instance = this.#instances.get(placeKey(place));
    if (instance === undefined || !this.#stale.has(instance) || instance.isBusy) return;
    if (instance === this.#home && this.#subscribed.size > 0) return;
    this.#stale.delete(instance);
    if (instance === this.#home) this.#home = null;
    void this.#stop(instance);
    if (this.#home === null) await this.hello();
  }

  /** For what is no tool: the process that may do most, as it has what tools made; subscriptions stay where lists are read. */
  #instanceForOther(call: Dispatchable, how: OutboundRequest): Instance {
    const home = this.#home;
    if (home === null) throw notSentError(this.server, upstreamMessages.notSentReasons.connectionGone);
    if (isSubscription(how.method) || how.method === 'tools/resolve') return home;
    const task = how.method === 'tasks/update' ? this.#tasks.get(call.target) : undefined;
    if (task !== undefined) return task;
    return [...this.#instances.values()]
      .filter((instance) => instance === home || instance.isUp)
      .reduce((one, other) => (breadth(other.place) > breadth(one.place) ? other : one), home);
  }

  #withTaskNoted(how: OutboundRequest, instance: Instance): OutboundRequest {
    if (how.method !== 'tools/call' || how.follow === undefined) return how;
    const { follow } = how;
    return {
      ...how,
      follow: {
        status: (task) => {
          const id = task['taskId'];
          if (typeof id === 'string' && this.#tasks.size < MAX_TASKS) this.#tasks.set(id, instance);
          follow.status(task);
        },
      },
    };
  }

  #endCall(instance: Instance, tool: string | null): void {
    if (!instance.isBusy) for (const [id, one] of this.#tasks) if (one === instance) this.#tasks.delete(id);
    if (tool !== null && instance.place.writes) this.wrote();
    this.#stopWhenIdle(instance);
  }

  wrote(): void {
    if (this.#contract.roots !== undefined) return;
    // the content of files in the home folder is a copy for who cannot change them
    for (const instance of this.#instances.values()) if (!instance.place.writes) this.#stale.add(instance);
  }

  #cancelStop(instance: Instance): void {
    clearTimeout(this.#idle.get(instance));
    this.#idle.delete(instance);
  }

  /** One that may do more than the one that is there anyway is not left running. */
  #stopWhenIdle(instance: Instance): void {
    if (this.#closed || instance === this.#home || instance.isBusy) return;
    this.#cancelStop(instance);
    const timer = setTimeout(() => {
      this.#idle.delete(instance);
      if (!instance.isBusy && instance !== this.#home) void this.#stop(instance);
    }, this.#options.idleMs ?? IDLE_MS);
    timer.unref();
    this.#idle.set(instance, timer);
  }

  async #stop(instance: Instance): Promise<void> {
    const key = placeKey(instance.place);
    if (this.#instances.get(key) === instance) this.#instances.delete(key);
    this.#stale.delete(instance);
    this.#cancelStop(instance);
    await instance.close().catch(() => {});
  }
}

/** How well it holds a process that runs. */
const levelIn = ({ sandbox }: Instance): SandboxLevel => sandbox?.level ?? 'declared';

/** Nothing is explained where no sandbox holds it. */
const explained = (
  reply: Reply,
  { writes, network }: SandboxClass,
  backend: SandboxBackendName | undefined,
  onCopies = false,
): Reply =>
  backend === undefined || backend === 'none'
    ? reply
    : explainDenial(reply, { writes, network, refusesRights: backend === 'landlock', onCopies });

class AbortedError extends Error {}

const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new AbortedError());
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

export const openContractUpstream = (
  settings: UpstreamSettings,
  events: UpstreamEvents,
  options: ContractOptions = {},
): Upstream => {
  const { contract } = settings;
  return contract === undefined
    ? openUpstream(settings, events)
    : new ContractUpstream(settings, contract, events, options);
};
