import type { TracedTool } from '@callgate/core';
import type { Catalogue, TracingOptions } from '../catalogue/read.ts';
import { tracedTools } from '../catalogue/read.ts';

export class CatalogueTools {
  readonly #servers: ReadonlyMap<string, ReadonlyMap<string, TracedTool>>;

  constructor({ servers }: Pick<Catalogue, 'servers'>, options: TracingOptions = {}) {
    this.#servers = new Map(
      servers.map((server) => [
        server.name,
        new Map(tracedTools(server, options).map((traced) => [traced.tool.name, traced])),
      ]),
    );
  }

  find(server: string, tool: string): TracedTool | undefined {
    return this.#servers.get(server)?.get(tool);
  }
}
