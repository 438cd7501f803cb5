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
export type { Condition, ConditionalHints, DeclaredTool, Hints, Manifest } from './manifest.ts';
export { definitionOf, definitionsOf } from './definitions.ts';
export type { ToolDefinition } from './definitions.ts';
export { catalogueParts, overridesOf } from './overrides.ts';
export type { CatalogueParts } from './overrides.ts';
export { checkInput, disclose, loadManifest, readManifest } from './load.ts';
export type { ManifestInput, ManifestOutcome } from './load.ts';
export { formatManifestProblem } from './problem.ts';
export type { ManifestProblem } from './problem.ts';
export { manifestSchema } from './file-schema.ts';
export { CONVERTERS, FORMATS } from './convert/formats.ts';
export type { Converter, Format } from './convert/formats.ts';
export type { FromResult } from './convert/build.ts';
export type { Lost } from './lost.ts';
export { fromMcp, toMcp } from './convert/mcp.ts';
export { fromOpenAi, toOpenAi, toOpenAiChat } from './convert/openai.ts';
export type { OpenAiChatTool, OpenAiTool } from './convert/openai.ts';
export { fromAnthropic, toAnthropic } from './convert/anthropic.ts';
export type { AnthropicTool } from './convert/anthropic.ts';
export { fromGoogle, toGoogle } from './convert/google.ts';
export type { GoogleTool } from './convert/google.ts';
export { PHRASES, readSentences, sentenceFor, withSentence, withoutSentence } from './sentence.ts';
