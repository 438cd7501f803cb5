import type { TracedTool } from '@callgate/core';
import { makeUndescribedTool } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { dropOldest } from '../host/per-gate.ts';
import type { ClientCatalogue } from '../mcp-client/client-catalogue.ts';

const MOST_UNDESCRIBED = 1000;

const TWO_DEFINITIONS = adapterMessages.tools.registeredTwice;

const toolKey = (server: string, name: string): string => JSON.stringify([server, name]);

const isSameTool = (one: TracedTool, other: TracedTool): boolean =>
  one === other || JSON.stringify(one.tool) === JSON.stringify(other.tool);

const quarantined = (traced: TracedTool): TracedTool => ({
  ...traced,
  tool: { ...traced.tool, quarantine: TWO_DEFINITIONS },
});

/** The catalogue of a gate inside a program. It grows as turns register tools and MCP clients. */
export class ToolRegistry implements ToolCatalogue {
  readonly #tools: Map<string, TracedTool> = new Map();
  readonly #undescribed: Map<string, TracedTool> = new Map();
  readonly #clients: Map<string, Set<WeakRef<ClientCatalogue>>> = new Map();

  /** Registers tools of a program. One that is there already in another form is quarantined. */
  add(tools: readonly TracedTool[]): void {
    for (const traced of tools) {
      const key = toolKey(traced.tool.server.name, traced.tool.name);
      const before = this.#tools.get(key);
      if (before === undefined) this.#tools.set(key, traced);
      else if (before.tool.quarantine !== TWO_DEFINITIONS && !isSameTool(before, traced))
        this.#tools.set(key, quarantined(traced));
    }
  }

  /** Registers the live tool list of an MCP client, for as long as the client is in use. */
  addClient(catalogue: ClientCatalogue): void {
    const { server } = catalogue;
    const clients = this.#clients.get(server) ?? new Set();
    this.#clients.set(server, clients.add(new WeakRef(catalogue)));
  }

  find(...[kind, server, target]: Parameters<ToolCatalogue['find']>): TracedTool | undefined {
    const known = kind === 'tool' ? this.#tools.get(toolKey(server, target)) : undefined;
    const listed = this.#clientsOf(server).flatMap((client) => client.find(kind, server, target) ?? []);
    const [first, ...others] = known === undefined ? listed : [known, ...listed];
    if (first !== undefined)
      return others.every((other) => isSameTool(first, other)) ? first : quarantined(first);
    return kind === 'tool' && !this.#clients.has(server) ? this.#undescribedTool(server, target) : undefined;
  }

  #clientsOf(server: string): readonly ClientCatalogue[] {
    const clients = this.#clients.get(server);
    if (clients === undefined) return [];
    const live: ClientCatalogue[] = [];
    for (const client of clients) {
      const catalogue = client.deref();
      if (catalogue === undefined) clients.delete(client);
      else live.push(catalogue);
    }
    return live;
  }

  /** The same object for the same name: the gate takes another one for a changed definition. */
  #undescribedTool(server: string, name: string): TracedTool {
    const key = toolKey(server, name);
    const tool = this.#undescribed.get(key) ?? makeUndescribedTool(server, name);
    this.#undescribed.set(key, tool);
    dropOldest(this.#undescribed, MOST_UNDESCRIBED);
    return tool;
  }
}
