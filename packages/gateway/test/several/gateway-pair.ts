import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Policy } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { GatewayConfig } from '../../src/config/gateway-config.ts';
import type { Gateway } from '../../src/gateway.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { PipeClient } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

export const WITHIN_MS = 60_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 2 * WITHIN_MS);
afterAll(() => cluster.remove());

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
}, WITHIN_MS);

export interface PairedGateway {
  readonly gateway: Gateway;
  /** Both have the same context, as one agent's over HTTP have. */
  readonly client: PipeClient;
}

export interface GatewayPair {
  readonly oracles: Readonly<Record<'mail' | 'notes', Oracle>>;
  readonly processes: readonly [PairedGateway, PairedGateway];
}

export interface PairOptions {
  readonly clock?: Clock;
  /** Of the second. */
  readonly policy?: Policy;
  /** Each has a folder of its own, with the same key, as on two machines. */
  readonly isApart?: boolean;
  /** What the servers behind the second say instead. */
  readonly saysLater?: JsonObject;
}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-pair-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Two processes on one database, with the same two servers behind each, which say the same. */
export const openGatewayPair = async (
  says: JsonObject,
  more: Partial<GatewayConfig> = {},
  { clock, policy, isApart = false, saysLater }: PairOptions = {},
): Promise<GatewayPair> => {
  const first = newFolder();
  const oracles = { mail: oracle(), notes: oracle() };
  for (const each of Object.values(oracles)) {
    each.says(says);
    closers.push(() => each.close());
  }
  const store = { path: `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}` };
  const begin = async (folder: string, own?: Policy): Promise<PairedGateway> => {
    const servers = [
      await oracles.mail.server('mail', { trust: 'trusted' }),
      await oracles.notes.server('notes', { trust: 'trusted' }),
    ];
    const at = await openTestGateway({
      folder,
      servers,
      config: (config) => ({ ...config, ...more, store }),
      ...(own === undefined ? {} : { policy: own }),
      ...(clock === undefined ? {} : { clock }),
    });
    closers.push(() => at.close());
    await at.gateway.ready;
    const client = at.connect();
    await client.initialize();
    return { gateway: at.gateway, client };
  };
  const one = await begin(first);
  if (!isApart) return { oracles, processes: [one, await begin(first, policy)] };
  const second = newFolder();
  for (const name of ['callgate.key', 'callgate.key.pub'])
    if (existsSync(join(first, name))) copyFileSync(join(first, name), join(second, name));
  if (saysLater !== undefined) for (const each of Object.values(oracles)) each.says(saysLater);
  return { oracles, processes: [one, await begin(second, policy)] };
};
