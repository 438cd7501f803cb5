import type { Json, JsonObject, ToolDescription, TracedTool, Trust } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { ServerSettings } from '@callgate/core/label';
import { withAutorunFiles } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { autorunFiles } from './autorun-files.ts';

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
  /** Patterns of files that run later, besides those that Callgate knows and the folders of PATH. */
  readonly autorunFiles?: readonly string[];
}

/** A tool as MCP defines it: every adapter brings its framework's tools into this form, and no other. */
export interface Definition extends JsonObject {
  readonly name: string;
  readonly inputSchema: Json;
}

const TWICE = 'it is defined twice, in different ways';

/**
 * The catalogue of these definitions, as they are now. A tool that is defined twice in different ways is set apart. The
 * gate checks arguments by the schema of the definition, except those of `selfChecking` tools: a library's schema may
 * change what it takes, so the framework applies it before the gate judges what it made.
 */
export const catalogueFrom = (
  definitions: readonly Definition[],
  { server, trust = 'untrusted', settings, operator = {}, autorunFiles: more }: ServerWord,
  selfChecking: ReadonlySet<string> = new Set(),
): ToolCatalogue => {
  const known = new Map<string, TracedTool>();
  const files = autorunFiles(more);
  for (const definition of definitions) {
    const { name } = definition;
    const word = Object.hasOwn(operator, name) ? operator[name] : {};
    const tool = withAutorunFiles(describeTool({ ...word, server, trust, definition }), definition, files);
    const before = known.get(name);
    const other =
      before !== undefined &&
      (before.tool.definition !== tool.definition || before.tool.quarantine === TWICE);
    const described = other
      ? describeTool({ ...word, server, trust, definition, quarantine: TWICE })
      : (before?.tool ?? tool);
    const traced = traceTool(described, definition, settings);
    known.set(name, selfChecking.has(name) ? { ...traced, inputSchema: null } : traced);
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
