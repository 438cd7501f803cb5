import { canonical } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import type { MalformedTool, ToolListing } from './read-tools.ts';
import { readTools } from './read-tools.ts';
import type { ClientLike } from './shapes.ts';

const NOTHING: ToolListing = { definitions: [], malformed: [] };

/** The tools of one server as they are now. */
export class ClientCatalogue implements ToolCatalogue {
  readonly server: string;
  readonly #client: ClientLike;
  readonly #word: ToolServerOptions;
  #read: ToolListing = NOTHING;
  #found: ToolCatalogue;
  #reading: Promise<void> | undefined;

  constructor(client: ClientLike, word: ToolServerOptions) {
    this.server = word.server;
    this.#client = client;
    this.#word = word;
    this.#found = catalogueFrom([], word);
  }

  /** All of their members, also those that the SDK does not know. */
  get definitions(): readonly McpToolDefinition[] {
    return this.#read.definitions;
  }

  /** What the server lists and nobody can call. */
  get malformed(): readonly MalformedTool[] {
    return this.#read.malformed;
  }

  find(...[kind, server, target]: Parameters<ToolCatalogue['find']>): ReturnType<ToolCatalogue['find']> {
    return this.#found.find(kind, server, target);
  }

  /** Resolves when no list is being read. One that could not be read is asked for again. */
  async settled(gate?: Gate): Promise<void> {
    try {
      await this.#reading;
    } catch {
      await this.refresh(gate);
    }
  }

  /**
   * Reads the list anew. Until that is done calls wait; if it cannot be read there are no tools. With a gate, what was
   * approved for definitions that are gone is over.
   */
  async refresh(gate?: Gate): Promise<void> {
    const before = this.#reading?.catch(() => {});
    const reading = (async () => {
      await before;
      await this.#readAnew(gate);
    })();
    this.#reading = reading;
    // the next call of a tool reports it
    reading.catch(() => {});
    await reading;
  }

  async #readAnew(gate: Gate | undefined): Promise<void> {
    const before = canonical(this.#read.definitions);
    try {
      this.#use(await readTools(this.#client));
    } catch (error) {
      this.#use(NOTHING);
      throw error;
    } finally {
      if (gate !== undefined && canonical(this.#read.definitions) !== before)
        await gate.redefined(this.server);
    }
    for (const { name, problem } of gate === undefined ? [] : this.malformed)
      await gate?.tell({
        code: 'TOOL_MALFORMED',
        message: adapterMessages.alerts.unusableTool({ tool: `${this.server}/${name}`, problem }),
        onceAnHour: `${this.server}/${name}`,
      });
  }

  #use(read: ToolListing): void {
    this.#read = read;
    this.#found = catalogueFrom(read.definitions, this.#word);
  }
}

/** The tools of the server that this client is connected to, read loosely. Give it to `createGate`, then to `gatedClient`. */
export const catalogueOf = async (client: ClientLike, word: ToolServerOptions): Promise<ClientCatalogue> => {
  const catalogue = new ClientCatalogue(client, word);
  await catalogue.refresh();
  return catalogue;
};
