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
): { readonly tools: AnthropicTool[]; readonly lost: readonly ConversionLoss[] } => {
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

const fromTool = (tool: JsonObject): ConvertedTool => {
  const name = getText(tool, 'name') ?? '';
  const type = getOwn(tool, 'type') ?? null;
  const isCustom = type === null || type === 'custom';
  if (!isCustom || name === '') {
    const why = isCustom
      ? conversionMessages.unnamed
      : conversionMessages.definedByAnthropic({ type: display(String(type)) });
    return { lost: [{ tool: name, what: 'tool', why }] };
  }
  const description = getText(tool, 'description');
  return fromVendor(
    {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: getObject(tool, 'input_schema'),
    },
    Object.entries(tool)
      .filter(([key, value]) => !READ.has(key) && value !== null)
      .map(([key]) => key),
    'Anthropic',
  );
};

/** A manifest of tools that the caller runs. Hints that no sentence says are not known. */
export const fromAnthropic = (content: Json): ImportResult => buildManifest(readTools(content).map(fromTool));
