import type { Json, JsonObject, ServerSettings, ToolDescription, TracedTool, Trust } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';

/** What the operator knows of one tool besides what it says itself. */
export type OperatorWord = Pick<
  ToolDescription,
  'overrides' | 'reviews' | 'observations' | 'contract' | 'quarantine'
>;

export interface ServerWord {
  /** The operator's name for where these tools come from. */
  readonly server: string;
  /** `untrusted` where nothing is said. */
  readonly trust?: Trust;
  readonly settings?: ServerSettings;
  readonly operator?: Readonly<Record<string, OperatorWord>>;
}

/** A tool as MCP defines it: every adapter brings its framework's tools into this form, and no other. */
export interface Definition extends JsonObject {
  readonly name: string;
  readonly inputSchema: Json;
}

const TWICE = 'it is defined twice, in different ways';

/** The catalogue of these definitions, as they are now. A tool that is defined twice in different ways is set apart. */
export const catalogueFrom = (
  definitions: readonly Definition[],
  { server, trust = 'untrusted', settings, operator = {} }: ServerWord,
): ToolCatalogue => {
  const known = new Map<string, TracedTool>();
  for (const definition of definitions) {
    const { name } = definition;
    const word = Object.hasOwn(operator, name) ? operator[name] : {};
    const tool = describeTool({ ...word, server, trust, definition });
    const before = known.get(name);
    const other =
      before !== undefined &&
      (before.tool.definition !== tool.definition || before.tool.quarantine === TWICE);
    const described = other
      ? describeTool({ ...word, server, trust, definition, quarantine: TWICE })
      : (before?.tool ?? tool);
    known.set(name, traceTool(described, definition, settings));
  }
  return {
    find: (kind, from, target) => (kind === 'tool' && from === server ? known.get(target) : undefined),
  };
};

/** Several catalogues as one; the first that knows a tool counts. */
export const joinCatalogues = (...catalogues: readonly ToolCatalogue[]): ToolCatalogue => ({
  find: (kind, server, target) => {
    for (const catalogue of catalogues) {
      const found = catalogue.find(kind, server, target);
      if (found !== undefined) return found;
    }
    return undefined;
  },
});
