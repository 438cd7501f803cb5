import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate, GateOptions, Keys } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import type { Store } from '@callgate/gate/store';
import { createGate, memoryKeys, verifyAuditLog } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { loadPolicy } from '@callgate/policy';
import { expect, onTestFinished } from 'vitest';
import type { Conversation, Driver } from './driver.ts';
import type { ToolEffect } from './suite-tools.ts';
import { suiteTools } from './suite-tools.ts';

const RULES = `
rules:
  - id: never-wipe
    tools: ["app/wipe_notes"]
    then: block
    reason: notes are not wiped by agents
  - id: quick-tools
    tools: ["app/slow_*"]
    timeout: 50ms
    reason: they answer quickly or not at all
  - id: try-again
    tools: ["app/*_flaky"]
    retries: 2
    reason: its disk is busy now and then
`;

const policyOf = (preset: 'balanced' | 'intent'): GateOptions['policy'] => {
  const loaded = loadPolicy([{ name: 'policy.yaml', text: `extends: ${preset}\n${RULES}` }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

/** What outlives a process. */
export interface ScenePlace {
  readonly path: string;
  readonly keys: Keys;
  readonly done: ToolEffect[];
}

export interface SceneOptions {
  readonly preset?: 'balanced' | 'intent';
  readonly stream?: boolean;
  /** How long a driver that holds waits for people. */
  readonly waitMs?: number;
  readonly context?: string;
  /** Where an earlier scene has been. */
  readonly place?: ScenePlace;
}

/** A conversation at a real gate on a real store. */
export interface Scene {
  readonly gate: Gate;
  readonly conversation: Conversation;
  /** What the tools did, in this scene and in those before it at the same place. */
  readonly done: readonly ToolEffect[];
  readonly place: ScenePlace;
  /** Ends the process, as far as one can in one process. */
  readonly close: () => Promise<void>;
}

/** Longer than any test waits. */
export const LONG_MS = 600_000;
/** People never answer so quickly. */
export const SHORT_MS = 30;

const newPlace = (): ScenePlace => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { path: join(folder, 'gate.db'), keys: memoryKeys(), done: [] };
};

/** All calls, earliest first. */
export const callsOf = async (gate: Gate): Promise<readonly CallRow[]> =>
  await gate.desk.read.callsAfter('', 1000);

export const statesOf = async (gate: Gate): Promise<readonly string[]> =>
  (await callsOf(gate)).map(({ target, state }) => `${target} ${state}`);

/** Whatever happened: nothing is left out unsettled, and the record proves itself. */
const inOrder = async (gate: Gate, store: Store, keys: Keys): Promise<void> => {
  expect((await statesOf(gate)).filter((state) => state.endsWith(' dispatching'))).toEqual([]);
  expect(await verifyAuditLog(store.read, { keys })).toMatchObject({ ok: true, problems: [] });
};

export const openScene = async (driver: Driver, options: SceneOptions = {}): Promise<Scene> => {
  const { preset = 'balanced', stream = false, waitMs = LONG_MS, context = 'conversation-1' } = options;
  const place = options.place ?? newPlace();
  const { path, keys, done } = place;
  const tools = suiteTools(done);
  // what power cuts do is tested with the store
  const store = await openSqliteStore({ path, keys, durable: false });
  const catalogue = await driver.catalogue(tools, 'owned');
  const gate = await createGate({
    policy: policyOf(preset),
    store,
    keys,
    catalogue,
    limits: { backOffMs: 5 },
  });
  const who = { principal: LOCAL_PRINCIPAL, context };
  const conversation = await driver.converse(gate, tools, { who, server: 'app', stream, waitMs });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await conversation.close?.();
    try {
      await inOrder(gate, store, keys);
    } finally {
      await gate.close();
      await store.close();
    }
  };
  onTestFinished(close);
  return { gate, conversation, done, place, close };
};
