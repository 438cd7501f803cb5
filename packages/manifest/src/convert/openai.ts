import type { Json, JsonObject } from '@callgate/core';
import { display, own } from '@callgate/core';
import type { Lost } from '../lost.ts';
import type { Manifest } from '../manifest.ts';
import type { Converted, FromResult } from './build.ts';
import { manifestOf } from './build.ts';
import { objectAt, textAt, toolsIn } from './read-tools.ts';
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
): { readonly tools: OpenAiTool[]; readonly lost: readonly Lost[] } => {
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
): { readonly tools: OpenAiChatTool[]; readonly lost: readonly Lost[] } => {
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

const fromTool = (tool: JsonObject): Converted => {
  const type = own(tool, 'type');
  const called = objectAt(tool, 'function') ?? tool;
  const name = textAt(called, 'name') ?? '';
  if (type !== 'function' || name === '') {
    const why =
      type === 'function' ? 'it has no name' : `OpenAI runs tools of type ${display(String(type))} itself`;
    return { lost: [{ tool: name, what: 'tool', why }] };
  }
  const description = textAt(called, 'description');
  const outputSchema = objectAt(called, 'output_schema');
  return fromVendor(
    {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: objectAt(called, 'parameters'),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    [...new Set([...unreadIn(tool), ...unreadIn(called)])],
    'OpenAI',
  );
};

/** A manifest of function tools of either API. Hints that no sentence says are not known. */
export const fromOpenAi = (content: Json): FromResult => manifestOf(toolsIn(content).map(fromTool));
