import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf, gatedTools, recordUserMessages, joinCatalogues } from '@callgate/adapters/ai-sdk';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { jsonSchema, tool as sdkTool } from 'ai';
import { onTestFinished } from 'vitest';
import { newHome, runCallgate } from './init-layout.ts';
import type { CallAnswer, Layout, LayoutOptions, LayoutServer } from './layout.ts';

export interface AdapterLayout extends Layout {
  readonly gate: Gate;
  readonly say: (text: string) => Promise<void>;
}

type ReceivedCalls = { readonly name: string; readonly arguments: unknown }[];

const toolsOf = ({ tools, texts }: LayoutServer, calls: ReceivedCalls) =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, annotations, _meta }) => [
      name,
      sdkTool({
        description: String(description ?? name),
        inputSchema: jsonSchema((inputSchema ?? { type: 'object' }) as JsonObject),
        metadata: JSON.parse(JSON.stringify({ annotations, _meta })),
        execute: async (input: unknown) => {
          calls.push({ name, arguments: input });
          return texts?.[name] ?? `${name} ${JSON.stringify(input)}`;
        },
      }),
    ]),
  );

/** A program on the AI SDK that has the gate inside it. */
export const openAdapterLayout = async ({
  servers,
  policy = 'balanced',
}: LayoutOptions): Promise<AdapterLayout> => {
  const folder = newHome();
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const calls = new Map(servers.map(({ alias }) => [alias, [] as ReceivedCalls]));
  const raw = servers.map((server) => ({ server, tools: toolsOf(server, calls.get(server.alias) ?? []) }));
  const catalogues = await Promise.all(
    raw.map(({ server, tools }) => catalogueOf(tools, { server: server.alias, trust: server.trust })),
  );
  const keys = openKeys(join(home, 'callgate.key'));
  const store = await openSqliteStore({ path: join(home, 'callgate.db'), keys });
  const gate = await createGate({
    policy: presetPolicy(policy as 'balanced'),
    store,
    keys,
    catalogue: joinCatalogues(...catalogues),
  });
  onTestFinished(async () => {
    await gate.close();
    await store.close();
  });
  const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
  const gated = new Map(
    raw.map(({ server, tools }) => [server.alias, gatedTools(gate, tools, { server: server.alias, ...who })]),
  );
  const received: Layout['received'] = (server) => calls.get(server) ?? [];
  let next = 0;
  return {
    name: 'adapter',
    home,
    gate,
    received,
    bytes: (server) => JSON.stringify(received(server)),
    say: async (text) => {
      await recordUserMessages(gate, who, [{ role: 'user', content: text }]);
    },
    callgate: (...words) => runCallgate(folder, words),
    call: async (server, tool, args): Promise<CallAnswer> => {
      const before = received(server).length;
      const execute = gated.get(server)?.[tool]?.execute;
      if (execute === undefined) throw new Error(`${server} has no tool ${tool}`);
      next += 1;
      const options = { toolCallId: `call-${next}`, messages: [], context: undefined };
      try {
        const result: unknown = await execute(args as never, options as never);
        const text = typeof result === 'string' ? result : JSON.stringify(result);
        return { text, isError: false, ran: received(server).length > before };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return { text, isError: true, ran: received(server).length > before };
      }
    },
  };
};
