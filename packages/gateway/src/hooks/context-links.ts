import type { JsonObject } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import { contextKey } from '@callgate/core/label';
import { receiveArguments } from '@callgate/core/receive';
import type { ContextName } from '@callgate/gate/host';
import { BoundedMap } from '../disclose/bounded-map.ts';
import { parseMcpToolName } from './host-events.ts';

/** A call of a host: the same before and after it. */
export interface HostCall {
  /** The agent's context, as the hooks name it. */
  readonly context: string;
  /** The host's own id of the call. */
  readonly callKey: string;
}

/** A host is about to call an MCP tool; whether it goes through here is seen when it arrives. */
export interface CallAnnouncement extends HostCall {
  /** The host's name of the tool: `mcp__server__tool`. */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The contexts of the host's process and of those that started it, where they can be told. */
  readonly processes?: readonly string[];
}

export interface ContextLinksOptions {
  /** Whether a tool of this name is among those that are served here, by the name that clients call it by. */
  serves(tool: string): boolean;
  /** What clients call the connection to us, where that is known. */
  readonly serverKey?: string;
  now(): number;
}

/**
 * Where an announced call goes. `unsure`: a tool of that name is served here, and nobody knows whether the server that
 * the host names is this one.
 */
export type AnnouncementRoute = 'here' | 'unsure' | 'elsewhere';

/** Whose a call that arrived is. */
export interface AdoptedContext {
  /** The host's context that the connection belongs to; undefined where that is not known yet. */
  readonly context: string | undefined;
  /** Other contexts that may have made this very call: their labels count for it. */
  readonly others: readonly string[];
  /** What `carried` was last told of this connection. */
  readonly carried: string | undefined;
}

interface AnnouncedCall {
  readonly id: string;
  readonly context: string;
  readonly tool: string;
  readonly argumentsDigest: string;
  readonly processes: readonly string[];
  readonly at: number;
}

/** A context that a host's session shares calls with, and what it had touched when that was last joined. */
interface ContextPair {
  readonly context: ContextName;
  readonly touched: string | undefined;
}

interface ConnectionLink {
  readonly context: string;
  readonly carried: string | undefined;
}

const MAX_ANNOUNCED = 1024;
const MAX_ARRIVED = 4096;
const MAX_CONNECTIONS = 4096;
const MAX_PAIRED = 1024;
const MAX_PAIRS = 64;
/** A host may ask its person in between. */
const FRESH_MS = 10 * 60_000;

/** Hosts put an underscore where a name has a character that models may not use. */
export const toHostToolName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** Configurations and hosts each write a server's name with other signs. */
const foldKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether the server that a host names is the one that clients call so. */
const compareServerKey = (serverKey: string, server: string): AnnouncementRoute => {
  // `init` numbers a name that is taken
  const keys = [serverKey, serverKey.replace(/-\d+$/, '')];
  if (keys.map(foldKey).includes(foldKey(server))) return 'here';
  // `init` and hosts each replace letters that they cannot write, and not by the same
  const pattern = server.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '*');
  return keys.some((key) => globMatches(pattern, key.toLowerCase())) ? 'unsure' : 'elsewhere';
};

const serverOf = (tool: string): string => parseMcpToolName(tool)?.server ?? '';

/** Forgets the oldest where there are too many. */
const dropOldest = (map: Map<string, unknown>, most: number): void => {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};

const idOf = ({ context, callKey }: HostCall): string => JSON.stringify([context, callKey]);

/**
 * Joins what comes over a connection to the session of the host that makes the calls: both are one agent's context,
 * and labels and words that hooks reported count for its MCP calls. A connection that belongs to a session stays
 * there until the host has forgotten that session.
 */
export class ContextLinks {
  readonly #options: ContextLinksOptions;
  readonly #announced: Map<string, AnnouncedCall> = new Map();
  readonly #arrived: BoundedMap<string, true> = new BoundedMap(MAX_ARRIVED);
  readonly #links: Map<string, ConnectionLink> = new Map();
  /** Servers by whose name calls of a session have arrived. */
  readonly #servers: BoundedMap<string, true> = new BoundedMap(MAX_ARRIVED);
  readonly #pairs: Map<string, Map<string, ContextPair>> = new Map();
  readonly #unnamed: BoundedMap<string, true> = new BoundedMap(MAX_CONNECTIONS);

  constructor(options: ContextLinksOptions) {
    this.#options = options;
  }

  /** Hooks have announced calls here: only then does a call have to be looked for. */
  isUsed = false;

  /** Whether the tool is served here, so that its call is gated when it arrives. */
  serves(tool: string): boolean {
    const target = parseMcpToolName(tool)?.tool;
    return target !== undefined && this.#options.serves(target);
  }

  /** Remembers what is about to come, unless it goes elsewhere. */
  announce(announcement: CallAnnouncement): AnnouncementRoute {
    const { context, tool, arguments: args, processes = [] } = announcement;
    const place = this.#placeOf(context, tool);
    if (place === 'elsewhere') return place;
    const id = idOf(announcement);
    if (this.#arrived.has(id)) return place;
    const { argumentsDigest } = receiveArguments(args);
    this.isUsed = true;
    this.#announced.set(id, { id, context, tool, argumentsDigest, processes, at: this.#options.now() });
    dropOldest(this.#announced, MAX_ANNOUNCED);
    return place;
  }

  #placeOf(context: string, tool: string): AnnouncementRoute {
    if (!this.serves(tool)) return 'elsewhere';
    const server = serverOf(tool);
    const { serverKey } = this.#options;
    if (serverKey !== undefined) return compareServerKey(serverKey, server);
    return this.#servers.has(JSON.stringify([context, server])) ? 'here' : 'unsure';
  }

  /**
   * A call has arrived over the pipe of a host process. One that belongs to nobody yet belongs from now on to the only
   * context that announced the call, if the same host process announced it; where several did, to none of them yet.
   * Another host can guess a call and make it, too: labels count for it, and nobody's words.
   */
  adopt(connection: string, toolName: string, argumentsDigest: string): AdoptedContext {
    const fitting = this.#fitting(toolName, argumentsDigest);
    const link = this.#links.get(connection);
    const own = fitting.find(({ context }) => context === link?.context);
    if (own !== undefined) this.#arrive(own, fitting);
    const fresh = this.#fresh(fitting);
    const contexts = [...new Set(fresh.map(({ context }) => context))];
    if (link !== undefined) return { ...link, others: own === undefined ? contexts : [] };
    const [first] = fresh;
    if (first === undefined || contexts.length > 1)
      return { context: undefined, others: contexts, carried: undefined };
    this.#arrive(first, fitting);
    if (!first.processes.includes(connection))
      return { context: undefined, others: contexts, carried: undefined };
    this.#links.set(connection, { context: first.context, carried: undefined });
    dropOldest(this.#links, MAX_CONNECTIONS);
    return { context: first.context, others: [], carried: undefined };
  }

  /** A call has arrived over a connection that no host has for itself. The contexts that have announced it. */
  arrive(toolName: string, argumentsDigest: string): readonly string[] {
    const fresh = this.#fresh(this.#fitting(toolName, argumentsDigest));
    const [first] = fresh;
    if (first !== undefined) this.#arrive(first, fresh);
    return [...new Set(fresh.map(({ context }) => context))];
  }

  /** A call that this session announced is made in another context: what that one touches counts in the session. */
  pair(session: string, context: ContextName): void {
    const pairs = this.#pairs.get(session) ?? new Map<string, ContextPair>();
    const key = contextKey(context);
    if (!pairs.has(key)) pairs.set(key, { context, touched: undefined });
    dropOldest(pairs, MAX_PAIRS);
    this.#pairs.set(session, pairs);
    dropOldest(this.#pairs, MAX_PAIRED);
  }

  pairsOf(session: string): readonly ContextPair[] {
    return [...(this.#pairs.get(session)?.values() ?? [])];
  }

  /** What the other context has touched counts in the session. */
  pairJoined(session: string, context: ContextName, touched: string): void {
    this.#pairs.get(session)?.set(contextKey(context), { context, touched });
  }

  /** What the connection had touched counts in its host's context, in which calls are judged from now on. */
  carried(connection: string, context: string, carried: string): void {
    const link = this.#links.get(connection);
    if (link?.context === context) this.#links.set(connection, { ...link, carried });
  }

  /** A call came over a connection that belonged to no session. */
  usedUnnamed(connection: string): void {
    this.#unnamed.set(connection, true);
  }

  wasUsedUnnamed(connection: string): boolean {
    return this.#unnamed.has(connection);
  }

  /** The host's context that a connection belongs to. */
  contextOf(connection: string): string | undefined {
    const link = this.#links.get(connection);
    return link?.carried === undefined ? undefined : link.context;
  }

  /** The call is over, and is not expected any more. True where it has arrived here. */
  over(call: HostCall): boolean {
    const id = idOf(call);
    this.#announced.delete(id);
    return this.#arrived.has(id);
  }

  /** The host has forgotten the session: its connections may be used by another. */
  release(context: string): void {
    for (const [connection, link] of this.#links)
      if (link.context === context) this.#links.delete(connection);
    for (const [id, announced] of this.#announced)
      if (announced.context === context) this.#announced.delete(id);
    this.#pairs.delete(context);
  }

  #fitting(toolName: string, digest: string): readonly AnnouncedCall[] {
    const end = `__${toHostToolName(toolName)}`;
    return [...this.#announced.values()].filter(
      ({ tool, argumentsDigest }) => argumentsDigest === digest && toHostToolName(tool).endsWith(end),
    );
  }

  #fresh(announced: readonly AnnouncedCall[]): readonly AnnouncedCall[] {
    const oldest = this.#options.now() - FRESH_MS;
    return announced.filter(({ at }) => at >= oldest);
  }

  #arrive({ id, context, tool }: AnnouncedCall, fitting: readonly AnnouncedCall[]): void {
    this.#announced.delete(id);
    // the same call was announced to two servers: which of them is here cannot be told
    const server = serverOf(tool);
    if (fitting.every((other) => serverOf(other.tool) === server))
      this.#servers.set(JSON.stringify([context, server]), true);
    this.#arrived.set(id, true);
  }
}
