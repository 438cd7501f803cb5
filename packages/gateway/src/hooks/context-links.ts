import type { JsonObject } from '@callgate/core';
import { receiveArguments } from '@callgate/core';
import { BoundedMap } from '../disclose/bounded-map.ts';
import { mcpTool } from './host-events.ts';

/** A host is about to call an MCP tool; whether it goes through here is seen when it arrives. */
export interface Announcement {
  /** The agent's context, as the hooks name it. */
  readonly context: string;
  /** The host's name of the tool: `mcp__server__tool`. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface ContextLinksOptions {
  /** Whether a tool of this name is among those that are served here, by the name that clients call it by. */
  serves(tool: string): boolean;
  now(): number;
}

interface Announced {
  readonly context: string;
  readonly tool: string;
  readonly at: number;
}

const MAX_ANNOUNCED = 1024;
const MAX_CONNECTIONS = 4096;
/** A host may ask its person in between. */
const FRESH_MS = 10 * 60_000;
const MAX_ALIKE = 16;

/** Hosts put an underscore where a name has a character that models may not use. */
const asHostsWrite = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/**
 * Joins what comes over a connection to the session of the host that makes the calls: both are one agent's context,
 * and labels and words that hooks reported count for its MCP calls.
 */
export class ContextLinks {
  readonly #options: ContextLinksOptions;
  readonly #announced: BoundedMap<string, readonly Announced[]> = new BoundedMap(MAX_ANNOUNCED);
  readonly #adopted: BoundedMap<string, string> = new BoundedMap(MAX_CONNECTIONS);

  constructor(options: ContextLinksOptions) {
    this.#options = options;
  }

  /** Nothing was announced. */
  get isEmpty(): boolean {
    return this.#announced.size === 0;
  }

  /** Whether the tool is served here, so that its call is gated when it arrives. */
  serves(tool: string): boolean {
    const target = mcpTool(tool)?.tool;
    return target !== undefined && this.#options.serves(target);
  }

  /** Remembers what is about to come. True where it is served here. */
  announce({ context, tool, arguments: args }: Announcement): boolean {
    if (!this.serves(tool)) return false;
    const { argumentsDigest } = receiveArguments(args);
    const at = this.#options.now();
    const alike = this.#fresh(argumentsDigest).slice(-MAX_ALIKE + 1);
    this.#announced.set(argumentsDigest, [...alike, { context, tool, at }]);
    return true;
  }

  /**
   * The host's context that a call belongs to: the one that announced it, else the one this connection was last used
   * for. Undefined where no hook has spoken of this connection; then it is a context of its own.
   */
  adopt(connectionKey: string, toolName: string, argumentsDigest: string): string | undefined {
    const announced = this.#take(toolName, argumentsDigest);
    if (announced !== undefined) this.#adopted.set(connectionKey, announced.context);
    return this.#adopted.get(connectionKey);
  }

  /** The context of what is no tool call: a resource, a prompt, a completion. */
  contextOf(connectionKey: string): string | undefined {
    return this.#adopted.get(connectionKey);
  }

  #fresh(argumentsDigest: string): readonly Announced[] {
    const oldest = this.#options.now() - FRESH_MS;
    return (this.#announced.get(argumentsDigest) ?? []).filter(({ at }) => at >= oldest);
  }

  #take(toolName: string, argumentsDigest: string): Announced | undefined {
    const fresh = this.#fresh(argumentsDigest);
    const found = fresh.find(({ tool }) => asHostsWrite(tool).endsWith(`__${asHostsWrite(toolName)}`));
    if (found === undefined) return undefined;
    this.#announced.set(
      argumentsDigest,
      fresh.filter((each) => each !== found),
    );
    return found;
  }
}
