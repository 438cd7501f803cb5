import type { JsonObject } from '@callgate/core';
import { onTestFinished } from 'vitest';
import type { Oracle } from '../../../gateway/test/oracle.ts';
import { oracle } from '../../../gateway/test/oracle.ts';
import type { LayoutServer } from './layout.ts';

export interface LayoutUpstream {
  readonly server: LayoutServer;
  readonly oracle: Oracle;
  /** How it is started. */
  readonly entry: { readonly command: string; readonly args: readonly string[] };
}

export const textResult = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });

/** Servers that log every byte, by alias. */
export const openUpstreams = async (
  servers: readonly LayoutServer[],
): Promise<ReadonlyMap<string, LayoutUpstream>> => {
  const upstreams = new Map<string, LayoutUpstream>();
  for (const server of servers) {
    const opened = oracle();
    onTestFinished(() => opened.close());
    const texts = Object.entries(server.texts ?? {});
    opened.says({
      tools: [...server.tools],
      toolResults: Object.fromEntries(texts.map(([tool, text]) => [tool, textResult(text)])),
      ...server.says,
    });
    const { reach } = await opened.server(server.alias);
    if (reach.kind !== 'stdio') throw new Error('an oracle over stdio was wanted');
    upstreams.set(server.alias, {
      server,
      oracle: opened,
      entry: { command: reach.command, args: [...reach.args, ...(server.args ?? [])] },
    });
  }
  return upstreams;
};
