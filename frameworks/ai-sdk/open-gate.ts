import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf } from '@callgate/adapters/ai-sdk';
import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { formatProblem, loadPolicy } from '@callgate/policy';
import type { ToolSet } from 'ai';

const readPolicy = (path: string): Gate['policy'] => {
  const loaded = loadPolicy([{ name: path, text: readFileSync(path, 'utf8') }]);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY', loaded.problems.map(formatProblem).join('\n'));
};

export interface AiSdkGate {
  readonly gate: Gate;
  readonly store: Store;
}

/** A gate on one file in this folder. Every process opens it for itself. */
export const openGate = async (folder: string, tools: ToolSet): Promise<AiSdkGate> => {
  const keys = openKeys(join(folder, 'keys'));
  const store = await openSqliteStore({ path: join(folder, 'gate.db'), keys });
  const gate = await createGate({
    policy: readPolicy(join(import.meta.dirname, 'policy.yaml')),
    store,
    keys,
    catalogue: await catalogueOf(tools, { server: 'app', trust: 'owned' }),
  });
  return { gate, store };
};
