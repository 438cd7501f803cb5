import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openUndoJournal } from '@callgate/contract/overlay';
import { chooseSandbox } from '@callgate/contract/sandbox';
import type { JsonObject } from '@callgate/core';
import type { Override } from '@callgate/core/disclose';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { verifyAuditLog } from '@callgate/gate';
import { findRecordedChanges } from '@callgate/gate/record';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childEnv } from '../../src/config/child-env.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import type { ContractConfig, ServerConfig } from '../../src/config/gateway-config.ts';
import { approveCall } from '../approve-call.ts';
import type { PipeClient, TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';
import { CONTRACT, folders, listener } from './stage.ts';
import { readyBackends } from '../../../contract/test/escape/ready-backends.ts';

// with CI=true they are here, or it throws
await readyBackends();
const { backend } = await chooseSandbox();

const EDITOR = fileURLToPath(new URL('editor.py', import.meta.url));

const UNPRIVILEGED: Override = { set: { privilegedAccess: 'no' } };

const editor = (
  room: string,
  contract: Partial<ContractConfig> = {},
  trust: ServerConfig['trust'] = 'untrusted',
): ServerConfig => ({
  ...defaultServerConfig('editor', {
    kind: 'stdio',
    command: 'python3',
    args: [EDITOR],
    env: { ...childEnv({}), ...(contract.mode === 'transaction' ? { HOME: room } : {}) },
    cwd: room,
  }),
  contract: { ...CONTRACT, roots: [room], ...contract },
  trust,
  // a trusted server that says nothing of it is asked about
  overrides: [
    { tools: 'append*', override: UNPRIVILEGED },
    { tools: 'rename_folder', override: UNPRIVILEGED },
  ],
});

interface Room {
  readonly room: string;
  readonly at: TestGateway;
  readonly client: PipeClient;
  readonly file: string;
  /** Makes a call, and waits until people are asked about it. */
  ask(name: string, args: JsonObject): Promise<{ readonly call: string; readonly answer: Promise<string> }>;
  preview(call: string): Promise<unknown>;
  refuse(call: string): Promise<void>;
  events(call: string): Promise<readonly string[]>;
}

const openRoom = async (
  contract: Partial<ContractConfig> = {},
  trust?: ServerConfig['trust'],
): Promise<Room> => {
  const { room } = folders();
  const file = join(room, 'a.txt');
  writeFileSync(file, 'one\n');
  const at = await openTestGateway({
    servers: [editor(room, contract, trust)],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000, readingMs: 0 } }),
  });
  onTestFinished(() => at.close());
  const client = at.connect();
  await client.initialize();
  const { desk } = at.gateway.gate;
  const held = async (): Promise<readonly string[]> =>
    (await desk.read.search({ states: ['held'] }, { limit: 50 })).items.map(({ id }) => id);
  const asked = async (before: readonly string[]): Promise<string> => {
    let call: string | undefined;
    await expect
      .poll(async () => {
        call = (await held()).find((id) => !before.includes(id));
        const question = call === undefined ? undefined : await desk.question(call);
        return question?.preview ?? null;
      })
      .not.toBeNull();
    return call ?? '';
  };
  return {
    room,
    at,
    client,
    file,
    ask: async (name, args) => {
      const before = await held();
      const answer = client.call(name, args).then(({ result, error }) => JSON.stringify(result ?? error));
      return { call: await asked(before), answer };
    },
    preview: async (call) => (await desk.question(call))?.preview,
    refuse: async (call) => {
      const question = await desk.question(call);
      const { subject } = LOCAL_PRINCIPAL;
      const binding = question?.binding ?? '';
      await desk.vote({ call, subject, verdict: 'refuse', via: 'console', opened: true, binding });
    },
    events: async (call) => (await desk.read.rowsOfCall(call)).map(({ event }) => event),
  };
};

const isEditorRunning = (): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(join('/proc', name, 'cmdline')))
    .some((name) => {
      try {
        return readFileSync(join('/proc', name, 'cmdline'), 'utf8').includes(EDITOR);
      } catch {
        return false;
      }
    });

const journalOf = ({ at }: Room): readonly string[] =>
  existsSync(join(at.folder, 'undo'))
    ? readdirSync(join(at.folder, 'undo')).filter((name) => name.startsWith('call-'))
    : [];

const checkLog = async ({ at }: Room): Promise<void> =>
  expect(await verifyAuditLog(at.gateway.gate.desk.read, { keys: at.gateway.keys })).toMatchObject({
    problems: [],
  });

describe.skipIf(!backend.canPreview)('a call that changes files', () => {
  it('is shown with exactly what it would change, and changes exactly that once it is approved', async () => {
    const room = await openRoom();
    const { call, answer } = await room.ask('edit', { path: room.file, to: 'two\n' });
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
    expect(await room.preview(call)).toMatchObject({
      changes: [{ root: room.room, path: 'a.txt', diff: [{ line: 2, removed: [], added: ['two'] }] }],
    });
    await approveCall(room.at.gateway, call);
    expect(await answer).toContain('edited by');
    expect(readFileSync(room.file, 'utf8')).toBe('one\ntwo\n');
    expect(await room.events(call)).toEqual([
      'held',
      'previewing',
      'previewed',
      'vote',
      'approved',
      'dispatching',
      'file-changes',
      'done',
    ]);
    await checkLog(room);
    const journal = openUndoJournal(room.at.folder, Date.now);
    await journal.undo(call, journal.find(call)?.digest ?? '');
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
  });

  it('is forgotten where its gateway ends before it is decided, by the next one at the latest', async () => {
    const room = await openRoom();
    const { call } = await room.ask('edit', { path: room.file });
    // as a process leaves it that was killed
    const kept = join(room.at.folder, 'undo', `call-${call}`);
    const copy = join(room.room, 'kept');
    cpSync(kept, copy, { recursive: true });
    const { folder } = room.at;
    await room.refuse(call);
    await expect.poll(() => journalOf(room)).toEqual([]);
    await room.at.gateway.close();
    cpSync(copy, kept, { recursive: true });
    const next = await openTestGateway({ servers: [], folder });
    onTestFinished(() => next.close());
    await expect.poll(() => existsSync(kept)).toBe(false);
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
  });

  it('changes nothing where it is refused, and nothing of it is kept', async () => {
    const room = await openRoom();
    const { call, answer } = await room.ask('remove', { path: room.file });
    expect(journalOf(room)).toHaveLength(1);
    await room.refuse(call);
    expect(await answer).not.toContain('removed');
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
    await expect.poll(() => journalOf(room)).toEqual([]);
    await expect.poll(() => room.events(call)).toContain('file-changes');
    await checkLog(room);
  });

  it('changes nothing where something else changed the file meanwhile, and says so', async () => {
    const room = await openRoom();
    const { call, answer } = await room.ask('edit', { path: room.file });
    writeFileSync(room.file, 'mine\n');
    await approveCall(room.at.gateway, call);
    expect(await answer).toContain('Something else changed');
    expect(readFileSync(room.file, 'utf8')).toBe('mine\n');
    await expect.poll(() => journalOf(room)).toEqual([]);
    await checkLog(room);
  });

  it('of two that change the same file, the one that is approved later changes nothing', async () => {
    const room = await openRoom();
    const { call } = await room.ask('edit', { path: room.file, to: 'two\n' });
    expect(await room.preview(call)).toMatchObject({ digest: expect.any(String) });
    const second = await room.ask('edit', { path: room.file, to: 'three\n' });
    await approveCall(room.at.gateway, second.call);
    expect(await second.answer).toContain('edited by');
    // the first was shown what it would change of a file that has changed since
    await approveCall(room.at.gateway, call);
    await expect.poll(() => room.events(call)).toContain('file-changes');
    expect(await room.events(call)).not.toContain('done');
    expect(readFileSync(room.file, 'utf8')).toBe('one\nthree\n');
  });

  it('runs for real where it moves a folder, which copies cannot, and people are told', async () => {
    const room = await openRoom();
    mkdirSync(join(room.room, 'd'));
    const { call, answer } = await room.ask('move_folder', {
      path: join(room.room, 'd'),
      to: join(room.room, 'e'),
    });
    expect(await room.preview(call)).toEqual({ problem: expect.any(String) });
    expect(readdirSync(room.room).toSorted()).toEqual(['a.txt', 'd']);
    await approveCall(room.at.gateway, call);
    expect(await answer).toContain('moved');
    expect(readdirSync(room.room).toSorted()).toEqual(['a.txt', 'e']);
    expect(journalOf(room)).toEqual([]);
  });

  it('reaches nothing while it is previewed', async () => {
    const room = await openRoom();
    const { port, heard } = await listener();
    const { call } = await room.ask('told', { to: String(port) });
    expect(await room.preview(call)).toEqual({ problem: expect.any(String) });
    expect(heard()).toBe(0);
    await room.refuse(call);
  });

  it('that changes nothing says so', async () => {
    const room = await openRoom();
    const { call } = await room.ask('nothing', {});
    expect(await room.preview(call)).toMatchObject({ changes: [], more: 0 });
    await room.refuse(call);
  });

  it.each<readonly [string, string, Partial<ContractConfig>]>([
    ['may reach anything', 'publish', {}],
    ['may reach a list', 'edit', { allow: ['127.0.0.1:9'] }],
  ])('does not run before it is approved where it %s', async (_, name, contract) => {
    const room = await openRoom(contract);
    const { desk } = room.at.gateway.gate;
    const answer = room.client.call(name, { path: room.file });
    let call = '';
    await expect
      .poll(async () => {
        call = (await desk.read.search({ states: ['held'] }, { limit: 5 })).items[0]?.id ?? '';
        return call;
      })
      .not.toBe('');
    expect(await room.events(call)).toEqual(['held']);
    expect(journalOf(room)).toEqual([]);
    await room.refuse(call);
    await answer;
    expect(await room.events(call)).not.toContain('previewing');
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
  });
});

describe.skipIf(!backend.canPreview)('a call that is a transaction', () => {
  /** Policy lets calls that only add run by themselves. */
  const openTransactions = (): Promise<Room> => openRoom({ mode: 'transaction' }, 'trusted');
  const told = async ({ client }: Room, name: string, args: JsonObject): Promise<string> => {
    const { result, error } = await client.call(name, args);
    return JSON.stringify(result ?? error);
  };
  const only = async ({ at }: Room): Promise<string> => {
    const { items } = await at.gateway.gate.desk.read.search({}, { limit: 5 });
    expect(items).toHaveLength(1);
    return items[0]?.id ?? '';
  };

  it('runs on copies, is committed by policy, and can be undone', async () => {
    const room = await openTransactions();
    expect(await told(room, 'append', { path: room.file, to: 'two\n' })).toContain('edited by');
    expect(readFileSync(room.file, 'utf8')).toBe('one\ntwo\n');
    const call = await only(room);
    expect(await room.events(call)).toEqual(['dispatching', 'file-changes', 'file-changes', 'done']);
    await checkLog(room);
    const rows = await room.at.gateway.gate.desk.read.rowsOfCall(call);
    const journal = openUndoJournal(room.at.folder, Date.now);
    expect(findRecordedChanges(rows)).toBe(journal.find(call)?.digest);
    await journal.undo(call, findRecordedChanges(rows) ?? '');
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
  });

  it('leaves nothing half done where the tool fails', async () => {
    const room = await openTransactions();
    expect(await told(room, 'append_and_fail', { path: room.file })).toContain('half done');
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
    expect(await room.events(await only(room))).toEqual(['dispatching', 'done']);
    expect(journalOf(room)).toEqual([]);
    await checkLog(room);
  });

  it('leaves nothing where a folder is renamed, which copies cannot', async () => {
    const room = await openTransactions();
    mkdirSync(join(room.room, 'd'));
    const [path, to] = [join(room.room, 'd'), join(room.room, 'e')];
    expect(await told(room, 'rename_folder', { path, to })).toMatch(
      /failed.*Blocked by contract: it ran on copies/,
    );
    expect(readdirSync(room.room).toSorted()).toEqual(['a.txt', 'd']);
  });

  it('makes no place of secrets, which nobody was shown', async () => {
    const room = await openTransactions();
    for (const path of ['.ssh/authorized_keys', '.config/gh/hosts.yml']) {
      expect(await told(room, 'append', { path: join(room.room, path) })).toContain('place of secrets');
      expect(existsSync(join(room.room, path))).toBe(false);
    }
    expect(await told(room, 'append', { path: join(room.room, '.config/tool.json') })).toContain('edited by');
    expect(journalOf(room)).toHaveLength(1);
  });

  it('of several at once loses no change: each is in the file, or failed and says so', async () => {
    const room = await openTransactions();
    const lines = ['two', 'three', 'four'];
    const answers = await Promise.all(
      lines.map((line) => told(room, 'append', { path: room.file, to: `${line}\n` })),
    );
    const done = lines.filter((_, at) => answers[at]?.includes('edited by'));
    expect(done.length).toBeGreaterThan(0);
    expect(readFileSync(room.file, 'utf8').trim().split('\n').toSorted()).toEqual(
      ['one', ...done].toSorted(),
    );
    for (const answer of answers.filter((each) => !each.includes('edited by')))
      expect(answer).toContain('Something else changed');
    await checkLog(room);
  });

  it('commits nothing once nobody waits for it any more', async () => {
    const room = await openTransactions();
    const id = room.client.nextId;
    void room.client.call('append_and_hang', { path: room.file });
    const { read } = room.at.gateway.gate.desk;
    await expect.poll(async () => (await read.search({}, { limit: 5 })).items.length).toBe(1);
    room.client.notify('notifications/cancelled', { requestId: id });
    await room.at.gateway.close();
    // whatever ran on copies has ended
    await expect.poll(isEditorRunning, { timeout: 10_000 }).toBe(false);
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
    expect(journalOf(room)).toEqual([]);
  });

  it('is asked about first where policy wants that, and committed as it was shown', async () => {
    const room = await openTransactions();
    const { call, answer } = await room.ask('edit', { path: room.file, to: 'two\n' });
    expect(readFileSync(room.file, 'utf8')).toBe('one\n');
    await approveCall(room.at.gateway, call);
    expect(await answer).toContain('edited by');
    expect(readFileSync(room.file, 'utf8')).toBe('one\ntwo\n');
    expect(await room.events(call)).toContain('previewed');
  });
});
