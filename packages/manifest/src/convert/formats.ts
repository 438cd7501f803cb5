import type { Json } from '@callgate/core';
import type { Lost } from '../lost.ts';
import type { Manifest } from '../manifest.ts';
import { fromAnthropic, toAnthropic } from './anthropic.ts';
import type { FromResult } from './build.ts';
import { fromGoogle, toGoogle } from './google.ts';
import { fromMcp, toMcp } from './mcp.ts';
import { fromOpenAi, toOpenAi, toOpenAiChat } from './openai.ts';

/** Forms of tools that a manifest is converted from and to. */
export const FORMATS = ['mcp', 'openai', 'openai-chat', 'anthropic', 'google'] as const;

export type Format = (typeof FORMATS)[number];

export interface Converter {
  /** What people call it. */
  readonly title: string;
  to(manifest: Manifest): { readonly tools: readonly object[]; readonly lost: readonly Lost[] };
  from(content: Json): FromResult;
}

export const CONVERTERS: Readonly<Record<Format, Converter>> = {
  mcp: { title: 'MCP', to: toMcp, from: fromMcp },
  openai: { title: 'OpenAI Responses', to: toOpenAi, from: fromOpenAi },
  'openai-chat': { title: 'OpenAI chat', to: toOpenAiChat, from: fromOpenAi },
  anthropic: { title: 'Anthropic', to: toAnthropic, from: fromAnthropic },
  google: { title: 'Google', to: toGoogle, from: fromGoogle },
};
