import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { formatProblem, loadPolicy } from '@callgate/policy';

const POLICY = `
extends: balanced
rules:
  - id: never-wipe
    tools: ["app/wipe_notes"]
    then: block
    reason: notes are not wiped by agents
`;

const policy = (): Gate['policy'] => {
  const loaded = loadPolicy([{ name: 'policy.yaml', text: POLICY }]);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY', loaded.problems.map(formatProblem).join('\n'));
};

export interface ExampleGate {
  readonly gate: Gate;
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** A gate on one file in this folder. Every process opens it for itself. */
export const openGateIn = async (folder: string, catalogue: ToolCatalogue): Promise<ExampleGate> => {
  const keys = openKeys(join(folder, 'keys'));
  const store = await openSqliteStore({ path: join(folder, 'gate.db'), keys });
  const gate = await createGate({ policy: policy(), store, keys, catalogue });
  const close = async (): Promise<void> => {
    await gate.close();
    await store.close();
  };
  return { gate, store, close };
};

/** A gate for a program that is over soon; its folder goes with it. */
export const openGate = async (catalogue: ToolCatalogue): Promise<Gate> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-quick-start-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (await openGateIn(folder, catalogue)).gate;
};
