import type { Json, JsonObject } from '@callgate/core';
import { display, own } from '@callgate/core';
import type { Lost } from '../lost.ts';
import type { Manifest } from '../manifest.ts';
import type { Converted, FromResult } from './build.ts';
import { manifestOf } from './build.ts';
import { objectAt, textAt, toolsIn } from './read-tools.ts';
import type { VendorLimits } from './vendor.ts';
import { fromVendor, toVendor } from './vendor.ts';

/** A tool of the Messages API that the caller runs. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonObject & { readonly type: 'object' };
}

const LIMITS: VendorLimits = {
  vendor: 'Anthropic',
  names: /^[a-zA-Z0-9_-]{1,128}$/,
  outputSchema: false,
};

/** The tools of a manifest for the Messages API. */
export const toAnthropic = (
  manifest: Manifest,
): { readonly tools: AnthropicTool[]; readonly lost: readonly Lost[] } => {
  const converted = manifest.tools.map((tool) => toVendor(tool, LIMITS));
  return {
    tools: converted.map(({ parts: { name, description, inputSchema } }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: { ...inputSchema, type: 'object' },
    })),
    lost: converted.flatMap(({ lost }) => lost),
  };
};

const READ: ReadonlySet<string> = new Set(['type', 'name', 'description', 'input_schema']);

const fromTool = (tool: JsonObject): Converted => {
  const name = textAt(tool, 'name') ?? '';
  const type = own(tool, 'type') ?? null;
  const isCustom = type === null || type === 'custom';
  if (!isCustom || name === '') {
    const why = isCustom
      ? 'it has no name'
      : `Anthropic defines tools of type ${display(String(type))} itself`;
    return { lost: [{ tool: name, what: 'tool', why }] };
  }
  const description = textAt(tool, 'description');
  return fromVendor(
    {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: objectAt(tool, 'input_schema'),
    },
    Object.entries(tool)
      .filter(([key, value]) => !READ.has(key) && value !== null)
      .map(([key]) => key),
    'Anthropic',
  );
};

/** A manifest of tools that the caller runs. Hints that no sentence says are not known. */
export const fromAnthropic = (content: Json): FromResult => manifestOf(toolsIn(content).map(fromTool));
