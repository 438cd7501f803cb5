import type { Json } from '@callgate/core';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { Manifest } from '../manifest.ts';
import { fromAnthropic, toAnthropic } from './anthropic.ts';
import type { ImportResult } from './build-manifest.ts';
import { fromGoogle, toGoogle } from './google.ts';
import { fromMcp, toMcp } from './mcp.ts';
import { fromOpenAi, toOpenAi, toOpenAiChat } from './openai.ts';

/** Forms of tools that a manifest is converted from and to. */
export const TOOL_FORMATS = ['mcp', 'openai', 'openai-chat', 'anthropic', 'google'] as const;

export type ToolFormat = (typeof TOOL_FORMATS)[number];

export interface ToolConverter {
  /** What people call it. */
  readonly title: string;
  to(manifest: Manifest): { readonly tools: readonly object[]; readonly lost: readonly ConversionLoss[] };
  from(content: Json): ImportResult;
}

export const CONVERTERS: Readonly<Record<ToolFormat, ToolConverter>> = {
  mcp: { title: 'MCP', to: toMcp, from: fromMcp },
  openai: { title: 'OpenAI Responses', to: toOpenAi, from: fromOpenAi },
  'openai-chat': { title: 'OpenAI chat', to: toOpenAiChat, from: fromOpenAi },
  anthropic: { title: 'Anthropic', to: toAnthropic, from: fromAnthropic },
  google: { title: 'Google', to: toGoogle, from: fromGoogle },
};
