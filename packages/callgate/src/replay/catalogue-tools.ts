import type { TracedTool } from '@callgate/core';
import type { CatalogueFile, TracingOptions } from '../catalogue/read-catalogue.ts';
import { traceTools } from '../catalogue/read-catalogue.ts';

export class CatalogueTools {
  readonly #servers: ReadonlyMap<string, ReadonlyMap<string, TracedTool>>;

  constructor({ servers }: Pick<CatalogueFile, 'servers'>, options: TracingOptions = {}) {
    this.#servers = new Map(
      servers.map((server) => [
        server.name,
        new Map(traceTools(server, options).map((traced) => [traced.tool.name, traced])),
      ]),
    );
  }

  find(server: string, tool: string): TracedTool | undefined {
    return this.#servers.get(server)?.get(tool);
  }
}
