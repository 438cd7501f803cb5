import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { readShippedPacks } from '@callgate/catalogue/packs';
import type { ToolReview } from '@callgate/core/disclose';
import { digestDefinition } from '@callgate/core/disclose';
import type { AllowChoice } from '@callgate/gate/confirm';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { allowIn, personAnswer } from '../person-answer.ts';
import type { PipeClient, TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';
import { realServer, roomFor } from './servers.ts';

const open: TestGateway[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** The digests of what a server lists, by the names of its tools. */
const listDigests = async ({ reach }: ServerConfig): Promise<ReadonlyMap<string, string>> => {
  if (reach.kind !== 'stdio') throw new Error(reach.kind);
  const { command, args, env, cwd } = reach;
  const child = spawn(command, [...args], {
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const say = (message: JsonObject): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const info = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  say({ id: 1, method: 'initialize', params: info });
  say({ method: 'notifications/initialized' });
  say({ id: 2, method: 'tools/list' });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: readonly JsonObject[] } };
      if (id === 2)
        return new Map(result?.tools?.map((tool) => [String(tool['name']), digestDefinition(tool).digest]));
    }
    throw new Error('the server ended');
  } finally {
    child.kill();
  }
};

/**
 * What the shipped pack says of the tools. The schemas that one version of a server lists depend on the libraries it was
 * installed with, so the digests are those of this installation.
 */
const reviewsOf = async (name: string, config: ServerConfig): Promise<readonly ToolReview[]> => {
  const { outcome } = readShippedPacks().find(({ path }) => path.endsWith(`/${name}.yaml`)) ?? {};
  if (outcome?.ok !== true) throw new Error(`no pack ${name}`);
  const digests = await listDigests(config);
  return Object.entries(outcome.pack.tools).flatMap(([tool, { set, why }]) => {
    const definition = digests.get(tool);
    const { at } = outcome.pack.reviewed;
    return definition === undefined ? [] : [{ definition, set, by: `pack ${name}`, at, reason: why }];
  });
};

interface FirstHour {
  readonly at: TestGateway;
  readonly room: string;
  /** What the person chooses at the next prompts. */
  allow: AllowChoice;
  connect(): Promise<PipeClient>;
}

/** The filesystem server as `init` leaves it where its reviewed pack fits: not trusted, described by the pack. */
const firstHour = async (folder?: string, room = realpathSync(roomFor('filesystem'))): Promise<FirstHour> => {
  mkdirSync(join(room, 'plans'), { recursive: true });
  writeFileSync(join(room, 'notes.txt'), 'buy milk');
  const server = await realServer('filesystem', room, { trust: 'untrusted' });
  const at = await openTestGateway({
    servers: [{ ...server, reviews: await reviewsOf('filesystem', server) }],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000, readingMs: 0 } }),
    ...(folder === undefined ? {} : { folder }),
  });
  open.push(at);
  const hour: FirstHour = {
    at,
    room,
    allow: 'once',
    connect: async () => {
      const client = at.connect({
        capabilities: { elicitation: {} },
        answer: (_, form) => personAnswer(form, 'approve', hour.allow),
      });
      await client.initialize();
      return client;
    },
  };
  return hour;
};

const runs = async (client: PipeClient, tool: string, args: JsonObject): Promise<void> => {
  const { result } = await client.call(tool, args);
  expect(result, JSON.stringify(result)).not.toHaveProperty('isError');
};

describe('the first hour with server-filesystem and its reviewed pack', () => {
  it('asks once for the writes of a folder, never for reads, and again for everything else', async () => {
    const hour = await firstHour();
    const { room, at } = hour;
    const client = await hour.connect();
    await runs(client, 'list_directory', { path: room });
    for (let time = 0; time < 3; time += 1)
      await runs(client, 'read_text_file', { path: join(room, 'notes.txt') });
    expect(client.asked).toHaveLength(0);

    hour.allow = 'folder';
    await runs(client, 'write_file', { path: join(room, 'plans/may.md'), content: 'rest' });
    expect(client.asked).toHaveLength(1);
    expect(allowIn(client.asked[0]?.params ?? {})).toEqual({
      once: 'Only this call',
      folder: `Allow write_file of filesystem on files in ${room}/plans and below, for 30 days`,
      session: 'Allow write_file of filesystem with any arguments in this session, for at most 24 hours',
      always: 'Allow write_file of filesystem with any arguments, for 30 days',
    });
    expect(String(client.asked[0]?.params['message']).split('\n').length).toBeLessThanOrEqual(12);

    hour.allow = 'once';
    await runs(client, 'write_file', { path: join(room, 'plans/june.md'), content: 'work' });
    mkdirSync(join(room, 'plans/2027'));
    await runs(client, 'write_file', { path: join(room, 'plans/2027/july.md'), content: 'sea' });
    await runs(client, 'read_text_file', { path: join(room, 'plans/may.md') });
    expect(client.asked).toHaveLength(1);

    await runs(client, 'write_file', { path: join(room, 'elsewhere.md'), content: 'x' });
    expect(client.asked).toHaveLength(2);
    await runs(client, 'write_file', { path: join(room, 'plans/.hidden'), content: 'x' });
    expect(client.asked).toHaveLength(3);
    await runs(client, 'edit_file', {
      path: join(room, 'plans/may.md'),
      edits: [{ oldText: 'rest', newText: 'play' }],
    });
    expect(client.asked).toHaveLength(4);
    await runs(client, 'move_file', {
      source: join(room, 'plans/may.md'),
      destination: join(room, 'gone.md'),
    });
    expect(client.asked).toHaveLength(5);
    expect(Object.keys(allowIn(client.asked[4]?.params ?? {}))).toEqual(['once', 'session']);

    const { read } = at.gateway.gate.desk;
    const { items } = await read.grants({ limit: 10 }, { live: true, now: Date.now() });
    expect(items).toMatchObject([{ scope: { kind: 'folder', folder: join(room, 'plans') }, usesLeft: 998 }]);
    expect(readFileSync(join(room, 'plans/june.md'), 'utf8')).toBe('work');
  });

  it('asks once also where the write comes first', async () => {
    const hour = await firstHour();
    const client = await hour.connect();
    hour.allow = 'session';
    const write = (name: string): Promise<void> =>
      runs(client, 'write_file', { path: join(hour.room, name), content: 'x' });
    await write('a.md');
    hour.allow = 'once';
    await write('b.md');
    await write('plans/c.md');
    expect(client.asked).toHaveLength(1);
    expect(allowIn(client.asked[0]?.params ?? {})['session']).toContain('also after its own results');
    // what was read since may steer the next write
    await runs(client, 'read_text_file', { path: join(hour.room, 'notes.txt') });
    await write('d.md');
    expect(client.asked).toHaveLength(2);
  });

  it('remembers after a restart, and forgets where the grant is revoked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cg-hour-'));
    const first = await firstHour(folder);
    const client = await first.connect();
    first.allow = 'always';
    const path = join(first.room, 'plans/a.md');
    await runs(client, 'write_file', { path, content: 'x' });
    expect(client.asked).toHaveLength(1);
    await open.pop()?.close();

    const second = await firstHour(folder, first.room);
    const again = await second.connect();
    await runs(again, 'write_file', { path, content: 'y' });
    expect(again.asked).toHaveLength(0);
    const { desk } = second.at.gateway.gate;
    const [grant] = (await desk.read.grants({ limit: 1 }, { live: true, now: Date.now() })).items;
    expect(grant).toMatchObject({ scope: { kind: 'tool' }, usesLeft: 999 });
    await desk.revoke(grant?.id ?? '', LOCAL_PRINCIPAL.subject, 'enough');
    await runs(again, 'write_file', { path, content: 'z' });
    expect(again.asked).toHaveLength(1);
    await open.pop()?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(existsSync(folder)).toBe(false);
  });
});
