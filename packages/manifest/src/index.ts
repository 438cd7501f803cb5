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
export type { FromResult } from './convert/build.ts';
export type { Format } from './convert/formats.ts';
export { CONVERTERS, FORMATS } from './convert/formats.ts';
export type { ToolDefinition } from './definitions.ts';
export { definitionOf, definitionsOf } from './definitions.ts';
export { disclose, loadManifest, readManifest } from './load.ts';
export type { Lost } from './lost.ts';
export type { Hints, Manifest } from './manifest.ts';
export type { ManifestProblem } from './problem.ts';
export { formatManifestProblem } from './problem.ts';
