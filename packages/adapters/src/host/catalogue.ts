import { delimiter } from 'node:path';
import type { Json, JsonObject, ToolDescription, TracedTool, TrustLevel } from '@callgate/core';
import { describeTool, isJsonObject, traceTool } from '@callgate/core';
import type { ServerSettings } from '@callgate/core/label';
import type { KnownHost } from '@callgate/core/host-tools';
import {
  addAutorunOverrides,
  pathFolders,
  hostAlias,
  listHostTools,
  makeUndescribedTool,
} from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { toJson, isObject } from './host-options.ts';

let onPath: { readonly path: string | undefined; readonly folders: readonly string[] } | undefined;

/** The folders of this process's PATH, as one list: patterns are compiled by list. */
const foldersOnPath = (): readonly string[] => {
  const path = process.env['PATH'];
  if (onPath === undefined || onPath.path !== path) onPath = { path, folders: pathFolders(path, delimiter) };
  return onPath.folders;
};

/** Patterns of files that run later, besides those of the table: the folders of PATH, and what the operator adds. */
export const autorunFiles = (more: readonly string[] = []): readonly string[] =>
  more.length === 0 ? foldersOnPath() : [...foldersOnPath(), ...more];

/** What the operator knows of one tool besides what it says itself. */
export type OperatorToolSettings = Pick<
  ToolDescription,
  'overrides' | 'reviews' | 'observations' | 'contract' | 'quarantine'
>;

export interface ToolServerOptions {
  /** The operator's name for where these tools come from. */
  readonly server: string;
  /** `untrusted` where nothing is said. */
  readonly trust?: TrustLevel;
  readonly settings?: ServerSettings;
  readonly operator?: Readonly<Record<string, OperatorToolSettings>>;
  /** Patterns of files that run later, besides those that Callgate knows and the folders of PATH. */
  readonly autorunFiles?: readonly string[];
}

/** A tool as MCP defines it: every adapter brings its framework's tools into this form, and no other. */
export interface McpToolDefinition extends JsonObject {
  readonly name: string;
  readonly inputSchema: Json;
}

const DEFINED_TWICE = adapterMessages.tools.definedTwice;

const objectOf = (value: unknown): JsonObject | undefined => {
  const json = toJson(value);
  return isJsonObject(json) ? json : undefined;
};

/** The claims in what a framework has beside a tool, under the names of MCP. */
export const readClaimMembers = (
  holder: unknown,
): Readonly<Partial<Record<'annotations' | '_meta', JsonObject>>> => {
  if (!isObject(holder)) return {};
  // what a prototype holds is nobody's claim
  const claimed = (key: string): JsonObject | undefined =>
    Object.hasOwn(holder, key) ? objectOf(holder[key]) : undefined;
  const annotations = claimed('annotations');
  const meta = claimed('_meta');
  return {
    ...(annotations === undefined ? {} : { annotations }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
};

/**
 * The catalogue of these definitions, as they are now. A tool that is defined twice in different ways is quarantined. The
 * gate checks arguments by the schema of the definition, except those of `selfChecking` tools: a library's schema may
 * change what it takes, so the framework applies it before the gate judges what it made.
 */
export const catalogueFrom = (
  definitions: readonly McpToolDefinition[],
  { server, trust = 'untrusted', settings, operator = {}, autorunFiles: more }: ToolServerOptions,
  selfChecking: ReadonlySet<string> = new Set(),
): ToolCatalogue => {
  const known = new Map<string, TracedTool>();
  const files = autorunFiles(more);
  for (const definition of definitions) {
    const { name } = definition;
    const word = Object.hasOwn(operator, name) ? operator[name] : {};
    const tool = addAutorunOverrides(describeTool({ ...word, server, trust, definition }), definition, files);
    const before = known.get(name);
    const other =
      before !== undefined &&
      (before.tool.definition !== tool.definition || before.tool.quarantine === DEFINED_TWICE);
    const described = other
      ? describeTool({ ...word, server, trust, definition, quarantine: DEFINED_TWICE })
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

/** The catalogue of the tools that an agent program runs by itself. What nobody has described is there as undescribed. */
export const builtInCatalogue = (host: KnownHost, more?: readonly string[]): ToolCatalogue => {
  const alias = hostAlias(host);
  const known = listHostTools(host, autorunFiles(more));
  return {
    find: (kind, server, target) =>
      kind === 'tool' && server === alias
        ? (known.get(target) ?? makeUndescribedTool(alias, target))
        : undefined,
  };
};
