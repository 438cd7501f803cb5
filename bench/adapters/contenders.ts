import { join } from 'node:path';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  SuiteTool,
} from '../../packages/adapters/test/suite/driver.ts';
import { suiteTools } from '../../packages/adapters/test/suite/suite-tools.ts';
import type { ToolRunTimes } from './time-turn.ts';

export const CONTENDER_NAMES = ['bare', 'not synced', 'durable'] as const;

export type ContenderName = (typeof CONTENDER_NAMES)[number];

/** A way to have the same agent. */
export interface AdapterContender {
  readonly name: ContenderName;
  /** A conversation of its own. */
  readonly begin: () => Promise<Pick<Conversation, 'say' | 'close'>>;
  readonly close: () => Promise<void>;
}

/** The tools of the suite; the one that is called notes when. */
const notingTools = (runs: ToolRunTimes): readonly SuiteTool[] =>
  suiteTools([]).map((tool) => ({
    ...tool,
    run: async (input, signal) => {
      runs.push(performance.now());
      return await tool.run(input, signal);
    },
  }));

let conversations = 0;

const options = (): ConversationOptions => {
  conversations += 1;
  const who = { principal: LOCAL_PRINCIPAL, context: `conversation-${conversations}` };
  return { who, server: 'app', stream: false, waitMs: 0 };
};

const startGated = async (
  driver: Driver,
  tools: readonly SuiteTool[],
  folder: string,
  name: Exclude<ContenderName, 'bare'>,
): Promise<AdapterContender> => {
  const keys = memoryKeys();
  const path = join(folder, `${name}.db`);
  const store = await openSqliteStore({ path, keys, durable: name === 'durable' });
  const catalogue = await driver.catalogue(tools, 'owned');
  const gate = await createGate({ policy: presetPolicy('balanced'), store, keys, catalogue });
  return {
    name,
    begin: async () => await driver.converse(gate, tools, options()),
    close: async () => {
      await gate.close();
      await store.close();
    },
  };
};

/** The framework alone, and with the gate on a store that syncs nothing and on one that syncs everything. */
export const createContenders = async (
  driver: Driver,
  folder: string,
  runs: ToolRunTimes,
): Promise<readonly AdapterContender[]> => {
  const tools = notingTools(runs);
  const { bare } = driver;
  if (bare === undefined) throw new Error('its driver has no agent without a gate');
  return [
    { name: 'bare', begin: async () => await bare(tools, options()), close: async () => {} },
    await startGated(driver, tools, folder, 'not synced'),
    await startGated(driver, tools, folder, 'durable'),
  ];
};
