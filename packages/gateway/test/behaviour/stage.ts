import type { JsonObject, Policy } from '@callgate/core';
import type { CallRow, StoredEntry } from '@callgate/gate/record';
import { openKeys, verifyAuditLog } from '@callgate/gate';
import { loadPolicy } from '@callgate/policy';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import type { GatewayConfig, ServerConfig } from '../../src/config/gateway-config.ts';
import type { Era } from '../../src/wire/eras.ts';
import { CLIENT_INFO_KEY } from '../../src/wire/eras.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { ConnectOptions, PipeClient, TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

export type PipeAnswer = Awaited<ReturnType<PipeClient['request']>>;

export const ERAS: readonly Era[] = ['legacy', 'modern'];

/** Client and server of every era. */
export const COMBINATIONS: readonly { readonly before: Era; readonly behind: Era }[] = ERAS.flatMap(
  (before) => ERAS.map((behind) => ({ before, behind })),
);

/** The same over every transport behind. The ones over HTTP are for the long form. */
export const PASSAGES: readonly {
  readonly before: Era;
  readonly behind: Era;
  readonly transport: 'stdio' | 'http';
}[] = (process.env['CALLGATE_DEEP'] === '1' ? (['stdio', 'http'] as const) : (['stdio'] as const)).flatMap(
  (transport) => COMBINATIONS.map((combination) => ({ ...combination, transport })),
);

/** A client that speaks one era and is asked in the words of both. */
export class Agent {
  readonly client: PipeClient;
  readonly era: Era;
  readonly #name: string;

  constructor(client: PipeClient, era: Era, name: string) {
    this.client = client;
    this.era = era;
    this.#name = name;
  }

  request(method: string, params: JsonObject = {}, meta: JsonObject = {}): Promise<PipeAnswer> {
    if (this.era === 'modern')
      return this.client.modern(method, params, {
        [CLIENT_INFO_KEY]: { name: this.#name, version: '1' },
        ...meta,
      });
    return this.client.request(method, Object.keys(meta).length === 0 ? params : { ...params, _meta: meta });
  }

  call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<PipeAnswer> {
    return this.request('tools/call', { name, arguments: args }, meta);
  }

  async tools(): Promise<readonly JsonObject[]> {
    return listOf(await this.request('tools/list'), 'tools');
  }

  async names(): Promise<readonly string[]> {
    return (await this.tools()).map(({ name }) => String(name)).toSorted();
  }

  /** Notifications of one method, as far as they have come. */
  heard(method: string): readonly JsonObject[] {
    return this.client.notifications.filter((each) => each.method === method).map(({ params }) => params);
  }
}

export const listOf = ({ result }: PipeAnswer, member: string): readonly JsonObject[] =>
  (result?.[member] ?? []) as readonly JsonObject[];

export const textOf = ({ result }: PipeAnswer): string => {
  const [first] = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return first?.text ?? '';
};

export const metaOf = (of: JsonObject | undefined): JsonObject => (of?.['_meta'] ?? {}) as JsonObject;

/** What Callgate says became of the call. */
export const decisionOf = ({
  result,
}: PipeAnswer): { readonly outcome?: string; readonly call?: string; readonly code?: string } =>
  (metaOf(result)['dev.callgate/decision'] as { outcome?: string; call?: string }) ?? {};

export interface StageOptions {
  readonly behind?: Era | 'both';
  readonly transport?: 'stdio' | 'http';
  /** By alias. One server `notes` where nothing is said. */
  readonly servers?: Readonly<Record<string, Partial<ServerConfig>>>;
  readonly says?: JsonObject;
  readonly config?: (config: GatewayConfig) => GatewayConfig;
  readonly policy?: Policy;
  readonly waitMs?: number;
}

export interface CallLife {
  readonly call: CallRow;
  readonly events: readonly StoredEntry['event'][];
}

/** A gateway with oracles behind it. */
export class Stage {
  readonly at: TestGateway;
  readonly oracles: Readonly<Record<string, Oracle>>;
  readonly configs: readonly ServerConfig[];

  constructor(at: TestGateway, oracles: Readonly<Record<string, Oracle>>, configs: readonly ServerConfig[]) {
    this.at = at;
    this.oracles = oracles;
    this.configs = configs;
  }

  oracle(name = 'notes'): Oracle {
    const found = this.oracles[name];
    if (found === undefined) throw new Error(`no oracle ${name}`);
    return found;
  }

  async agent(era: Era, options: ConnectOptions = {}): Promise<Agent> {
    const client = this.at.connect(options);
    if (era === 'legacy') await client.initialize();
    return new Agent(client, era, options.name ?? 'test');
  }

  /** Every call there was, in the order of their ids, with the rows that tell of it. */
  async lives(): Promise<readonly CallLife[]> {
    const { read } = this.at.gateway.gate.desk;
    const lives: CallLife[] = [];
    for (let after = ''; ; after = lives.at(-1)?.call.id ?? '') {
      const calls = await read.callsAfter(after, 500);
      if (calls.length === 0) return lives;
      for (const call of calls)
        lives.push({ call, events: (await read.rowsOfCall(call.id)).map(({ event }) => event) });
    }
  }

  /** The rows of every call of a tool, prompt or resource. */
  async eventsOf(target: string): Promise<readonly (readonly string[])[]> {
    return (await this.lives()).filter(({ call }) => call.target === target).map(({ events }) => events);
  }

  async held(): Promise<readonly CallRow[]> {
    const { items } = await this.at.gateway.gate.desk.read.search({ states: ['held'] }, { limit: 1000 });
    return items;
  }

  /** Waits until so many calls are held, and gives them back. */
  async untilHeld(count = 1): Promise<readonly CallRow[]> {
    await vi.waitUntil(async () => (await this.held()).length === count, { timeout: 10_000, interval: 20 });
    return await this.held();
  }

  async vote(
    call: string,
    verdict: 'approve' | 'refuse' = 'approve',
    more: Partial<Parameters<TestGateway['gateway']['gate']['desk']['vote']>[0]> = {},
  ): ReturnType<TestGateway['gateway']['gate']['desk']['vote']> {
    const { desk } = this.at.gateway.gate;
    const question = await desk.question(call);
    return await desk.vote({
      call,
      subject: 'local',
      verdict,
      via: 'terminal',
      binding: question?.binding ?? '',
      opened: true,
      ...more,
    });
  }

  async alerts(): Promise<readonly string[]> {
    const { items } = await this.at.gateway.gate.desk.read.alerts({ limit: 1000 });
    return items.map(({ code, message }) => `${code} ${message}`);
  }
}

/** How the rows of a call must follow each other for it to be in that state. */
const LIVES: Readonly<Record<CallRow['state'], RegExp>> = {
  blocked: /^blocked$/,
  held: /^held( vote)*$/,
  approved: /^held( vote)* approved$/,
  refused: /^held( vote)*( approved)? refused$/,
  expired: /^held( vote)*( approved)? expired$/,
  withdrawn: /^held( vote)*( approved)? withdrawn$/,
  dispatching: /^(held( vote)*( approved)? )?dispatching( dispatching)*$/,
  done: /^(held( vote)*( approved)? )?dispatching( dispatching)* done$/,
  failed: /^(held( vote)*( approved)? )?dispatching( dispatching)* failed$/,
  indeterminate: /^(held( vote)*( approved)? )?dispatching( dispatching)* indeterminate( settled)?$/,
};

const OF_GRANTS: ReadonlySet<string> = new Set(['grant', 'grant-used', 'grant-revoked', 'alert', 'rerouted']);

/** The record is whole, every call has the rows its life demands, and what a server got was let out and nothing else. */
export const checkRecord = async (stage: Stage): Promise<void> => {
  const { gate } = stage.at.gateway;
  const keys = openKeys(join(stage.at.folder, 'callgate.key'));
  expect(await verifyAuditLog(gate.desk.read, { keys })).toMatchObject({ ok: true, problems: [] });
  const lives = await stage.lives();
  for (const { call, events } of lives)
    expect(events.filter((event) => !OF_GRANTS.has(event)).join(' '), `${call.target} ${call.id}`).toMatch(
      LIVES[call.state],
    );
  for (const [server, { calls }] of Object.entries(stage.oracles)) {
    const out = lives.filter(({ call }) => call.server === server && call.kind === 'tool');
    const arrived = (states: readonly CallRow['state'][]): number =>
      out
        .filter(({ call }) => states.includes(call.state))
        .flatMap(({ events }) => events.filter((event) => event === 'dispatching')).length;
    expect(calls().length).toBeGreaterThanOrEqual(arrived(['done']));
    expect(calls().length).toBeLessThanOrEqual(arrived(['dispatching', 'done', 'failed', 'indeterminate']));
  }
};

const open: { close(): Promise<void> | void }[] = [];
const stages: Stage[] = [];

afterEach(async () => {
  try {
    for (const each of stages.splice(0)) await checkRecord(each);
  } finally {
    for (const each of open.splice(0).toReversed()) await each.close();
  }
});

/** Closed after the test. */
export const keepOpen = <T extends { close(): Promise<void> | void }>(thing: T): T => {
  open.push(thing);
  return thing;
};

export const stage = async (options: StageOptions = {}): Promise<Stage> => {
  const { behind = 'both', transport = 'stdio', servers = { notes: {} }, says, waitMs = 20_000 } = options;
  const oracles: Record<string, Oracle> = {};
  const configs: ServerConfig[] = [];
  for (const [name, more] of Object.entries(servers)) {
    const upstream = keepOpen(oracle(transport, behind));
    if (says !== undefined) upstream.says(says);
    oracles[name] = upstream;
    configs.push(await upstream.server(name, { trust: 'trusted', ...more }));
  }
  const at = keepOpen(
    await openTestGateway({
      servers: configs,
      config: (config) => {
        const wanted = {
          ...config,
          approvals: { ...config.approvals, waitMs, questionsAnHour: 10_000, pendingPerPrincipal: 10_000 },
        };
        return options.config?.(wanted) ?? wanted;
      },
      ...(options.policy === undefined ? {} : { policy: options.policy }),
    }),
  );
  const made = new Stage(at, oracles, configs);
  stages.push(made);
  await at.gateway.ready;
  return made;
};

/** A tool as the oracle lists it. */
export const tool = (name: string, annotations: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object' },
  annotations,
  ...more,
});

export const READS: JsonObject = { readOnlyHint: true, openWorldHint: false };
export const DESTROYS: JsonObject = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
/** Nothing private or strange comes back from it. */
export const QUIET: JsonObject = { ...READS, sensitiveDataHint: false, unsafeOutputHint: false };

export const loadedPolicy = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'test.yaml', text }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

/** A policy of these rules on top of the default. */
export const policyOf = (rules: string, more = ''): Policy =>
  loadedPolicy(`name: test\nextends: balanced\n${more}rules:\n${rules}`);
