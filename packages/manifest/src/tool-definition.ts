import type { JsonObject } from '@callgate/core';
import { ARGUMENT_ROLES_KEY, DIRECTORY_KEY, UNDO_KEY } from '@callgate/core/vocabulary';
import { makeAnnotations, makeMeta } from './make-annotations.ts';
import type { ManifestTool, Manifest } from './manifest.ts';

/** A tool as MCP lists it, with its hints in both homes. */
export type ToolDefinition = JsonObject & {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: JsonObject;
  readonly _meta: JsonObject;
};

/** One tool as MCP lists it. What depends on arguments is not in it: a definition says the worst case. */
export const definitionOf = (tool: ManifestTool): ToolDefinition => {
  const annotations = makeAnnotations(tool.hints);
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    annotations,
    _meta: {
      ...tool.other,
      ...makeMeta(annotations),
      ...(tool.arguments === undefined ? {} : { [ARGUMENT_ROLES_KEY]: tool.arguments }),
      ...(tool.directory === undefined ? {} : { [DIRECTORY_KEY]: tool.directory }),
      ...(tool.undo === undefined ? {} : { [UNDO_KEY]: tool.undo }),
    },
  };
};

/** The tools of a manifest as MCP lists them: hints in `annotations`, and all but the standard ones in `_meta` too. */
export const definitionsOf = (manifest: Manifest): readonly ToolDefinition[] =>
  manifest.tools.map(definitionOf);
