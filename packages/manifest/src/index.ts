/**
 * Disclosure manifests: what tools do, in the words of the vocabulary, for tools without MCP; and conversions from and
 * to what others use.
 *
 * @example
 * import { catalogueParts, disclose, toOpenAi } from '@callgate/manifest';
 *
 * const manifest = disclose({ tools: [{ name, description, inputSchema, hints: { readOnly: true, openWorld: false } }] });
 * const { definitions, operator } = catalogueParts(manifest);
 * const { tools, lost } = toOpenAi(manifest);
 *
 * @module
 */
export { catalogueParts, overridesOf } from './overrides.ts';
export { fromAnthropic, toAnthropic } from './convert/anthropic.ts';
export { fromGoogle, toGoogle } from './convert/google.ts';
export { fromMcp, toMcp } from './convert/mcp.ts';
export { fromOpenAi, toOpenAi, toOpenAiChat } from './convert/openai.ts';
export type { ImportResult } from './convert/build-manifest.ts';
export type { ToolFormat } from './convert/tool-formats.ts';
export { CONVERTERS, TOOL_FORMATS } from './convert/tool-formats.ts';
export type { ToolDefinition } from './tool-definition.ts';
export { manifestSchema } from './manifest-schema.ts';
export { definitionOf, definitionsOf } from './tool-definition.ts';
export { disclose, loadManifest, readManifest } from './load-manifest.ts';
export type { ConversionLoss } from './conversion-loss.ts';
export type { ManifestHints, Manifest } from './manifest.ts';
export type { ManifestProblem } from './manifest-problem.ts';
export { formatManifestProblem } from './manifest-problem.ts';
