import type { Options, SdkMcpToolDefinition } from '@anthropic-ai/claude-agent-sdk';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import * as z from 'zod';
import { claudeHome } from './claude-home.ts';
import type { ClaudeScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

export interface ClaudeRun {
  readonly script: readonly ClaudeScriptStep[];
  readonly prompt?: string;
  readonly options: Partial<Options>;
}

export interface ClaudeResult {
  readonly told: Readonly<Record<string, string>>;
  /** All that the model was sent. */
  readonly sent: string;
}

type TextTool = SdkMcpToolDefinition<Record<string, z.ZodType>>;

/** A tool that takes one text, which is `nothing` where none is given. */
export const textTool = (
  name: string,
  run: (text: string) => Promise<string>,
  annotations: object = {},
): TextTool =>
  tool(
    name,
    name,
    { text: z.string().default('nothing') },
    async ({ text }) => ({ content: [{ type: 'text', text: await run(text) }] }),
    { annotations, alwaysLoad: true },
  ) as unknown as TextTool;

export const serverOf = (name: string, tools: TextTool[]): NonNullable<Options['mcpServers']> => ({
  [name]: createSdkMcpServer({ name, tools }),
});

/** One query of Claude Code with these options. */
export const runClaude = async ({ script, prompt = 'Go.', options }: ClaudeRun): Promise<ClaudeResult> => {
  const model = await scriptedModel(script);
  const home = claudeHome(model.url);
  // it may run as root here
  const env = { ...home.options.env, IS_SANDBOX: '1' };
  try {
    for await (const _ of query({ prompt, options: { ...home.options, ...options, env } }));
    return { told: model.told(), sent: JSON.stringify(model.asked) };
  } finally {
    await model.close();
    home.close();
  }
};
