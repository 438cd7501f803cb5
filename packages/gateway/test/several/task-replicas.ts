import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import type { CallRow } from '@callgate/gate/record';
import { vi } from 'vitest';
import type { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import type { ConnectOptions, PipeClient, TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

export const TASKS: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} };

/** A schema that nobody else uses. */
export const databaseOn = (cluster: Cluster): string =>
  `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}`;

export const folderWithKeys = (like?: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-beside-'));
  for (const name of ['callgate.key', 'callgate.key.pub'])
    if (like !== undefined && existsSync(join(like, name))) cpSync(join(like, name), join(folder, name));
  return folder;
};

/** A gateway on a database, with the same servers as the others. */
export const openTaskReplica = async (
  folder: string,
  store: string,
  servers: readonly ServerConfig[],
): Promise<TestGateway> => {
  const at = await openTestGateway({
    servers,
    folder,
    config: (config) => ({
      ...config,
      store: { path: store },
      approvals: { ...config.approvals, questionsAnHour: 10_000, pendingPerPrincipal: 10_000 },
    }),
  });
  await at.gateway.ready;
  return at;
};

/** Several gateways on one database, as behind a balancer. */
export class TaskReplicas {
  readonly store: string;
  readonly #servers: readonly ServerConfig[];
  readonly #open: TestGateway[] = [];
  readonly #folders: string[] = [];

  constructor(store: string, servers: readonly ServerConfig[]) {
    this.store = store;
    this.#servers = servers;
  }

  /** A folder with the keys of the first, for one more. */
  folder(): string {
    const folder = folderWithKeys(this.#folders[0]);
    this.#folders.push(folder);
    return folder;
  }

  async one(): Promise<TestGateway> {
    const at = await openTaskReplica(this.folder(), this.store, this.#servers);
    this.#open.push(at);
    return at;
  }

  async three(): Promise<readonly [TestGateway, TestGateway, TestGateway]> {
    return [await this.one(), await this.one(), await this.one()];
  }

  async close(): Promise<void> {
    for (const at of this.#open.splice(0)) await at.close();
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/** The same agent at every gateway: its principal and its context are those of the first that connects there. */
export const agentAt = async (at: TestGateway, options: ConnectOptions = {}): Promise<PipeClient> => {
  const client = at.connect({ capabilities: TASKS, ...options });
  await client.initialize();
  return client;
};

export const startTask = async (client: PipeClient, name: string, args: JsonObject): Promise<string> => {
  const { result, error } = await client.request('tools/call', {
    name,
    arguments: args,
    task: { ttl: 60_000 },
  });
  const { taskId } = (result?.['task'] ?? {}) as { readonly taskId?: string };
  if (taskId === undefined) throw new Error(`no task: ${JSON.stringify(error ?? result)}`);
  return taskId;
};

export const statusAt = async (client: PipeClient, taskId: string): Promise<unknown> =>
  (await client.request('tasks/get', { taskId })).result?.['status'];

export const waitUntilPending = async ({ gateway }: TestGateway): Promise<CallRow> => {
  const held = async (): Promise<CallRow | undefined> =>
    (await gateway.gate.desk.read.search({ states: ['held'] }, { limit: 1 })).items[0];
  return await vi.waitUntil(held, { timeout: 20_000, interval: 20 });
};

export const approveAt = async ({ gateway }: TestGateway, call: string): Promise<void> => {
  const { desk } = gateway.gate;
  const question = await desk.question(call);
  await desk.vote({
    call,
    subject: 'local',
    verdict: 'approve',
    via: 'terminal',
    binding: question?.binding ?? '',
    opened: true,
  });
};

export const stateOf = async ({ gateway }: TestGateway, target: string): Promise<unknown> =>
  (await gateway.gate.desk.read.search({ target }, { limit: 1 })).items[0]?.state;
