import type { Json, JsonObject } from '@callgate/core';
import { display, getOwn } from '@callgate/core';
import { conversionMessages } from '@callgate/messages/conversion';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { Manifest } from '../manifest.ts';
import type { ConvertedTool, ImportResult } from './build-manifest.ts';
import { buildManifest } from './build-manifest.ts';
import { getObject, getText, readTools } from './read-tools.ts';
import type { VendorLimits } from './vendor.ts';
import { fromVendor, toVendor } from './vendor.ts';

/** A function tool of the Responses API. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonObject;
  /** Strict mode takes only some schemas, so nothing is made strict. */
  readonly strict: false;
  readonly output_schema?: JsonObject;
}

/** A function tool of the chat completions API. */
export interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
  };
}

const NAMES = /^[a-zA-Z0-9_-]{1,64}$/;
const RESPONSES: VendorLimits = { vendor: 'OpenAI', names: NAMES, outputSchema: true };
const CHAT: VendorLimits = { vendor: 'OpenAI', names: NAMES, outputSchema: false };

/** The tools of a manifest for the Responses API. */
export const toOpenAi = (
  manifest: Manifest,
): { readonly tools: OpenAiTool[]; readonly lost: readonly ConversionLoss[] } => {
  const converted = manifest.tools.map((tool) => toVendor(tool, RESPONSES));
  return {
    tools: converted.map(({ parts: { name, description, inputSchema, outputSchema } }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters: inputSchema,
      strict: false,
      ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    })),
    lost: converted.flatMap(({ lost }) => lost),
  };
};

/** The tools of a manifest for the chat completions API. */
export const toOpenAiChat = (
  manifest: Manifest,
): { readonly tools: OpenAiChatTool[]; readonly lost: readonly ConversionLoss[] } => {
  const converted = manifest.tools.map((tool) => toVendor(tool, CHAT));
  return {
    tools: converted.map(({ parts: { name, description, inputSchema } }) => ({
      type: 'function',
      function: {
        name,
        ...(description === undefined ? {} : { description }),
        parameters: inputSchema,
      },
    })),
    lost: converted.flatMap(({ lost }) => lost),
  };
};

const READ: ReadonlySet<string> = new Set(
  'type name description parameters output_schema function'.split(' '),
);

/** `strict: false` and null are what a manifest gives back by itself. */
const unreadIn = (tool: JsonObject): string[] =>
  Object.entries(tool)
    .filter(([key, value]) => !READ.has(key) && value !== null && !(key === 'strict' && value === false))
    .map(([key]) => key);

const fromTool = (tool: JsonObject): ConvertedTool => {
  const type = getOwn(tool, 'type');
  const called = getObject(tool, 'function') ?? tool;
  const name = getText(called, 'name') ?? '';
  if (type !== 'function' || name === '') {
    const why =
      type === 'function'
        ? conversionMessages.unnamed
        : conversionMessages.runByOpenAi({ type: display(String(type)) });
    return { lost: [{ tool: name, what: 'tool', why }] };
  }
  const description = getText(called, 'description');
  const outputSchema = getObject(called, 'output_schema');
  return fromVendor(
    {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: getObject(called, 'parameters'),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    [...new Set([...unreadIn(tool), ...unreadIn(called)])],
    'OpenAI',
  );
};

/** A manifest of function tools of either API. Hints that no sentence says are not known. */
export const fromOpenAi = (content: Json): ImportResult => buildManifest(readTools(content).map(fromTool));
