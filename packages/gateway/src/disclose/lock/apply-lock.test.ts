import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Override } from '@callgate/core/disclose';
import { digestDefinition } from '@callgate/core/disclose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lists, serverConfig, openCatalogue, tool } from '../../../test/disclose/catalogue-harness.ts';
import { serverIdentity } from '../../config/server-identity.ts';
import type { Pin } from '../pin-store.ts';
import { MemoryPinStore } from '../pin-store.ts';
import { AcceptedFiles } from './accepted-files.ts';
import { writeLock } from './write-lock.ts';
import type { Lock } from './read-lock.ts';
import { readLock } from './read-lock.ts';
import { applyLock } from './apply-lock.ts';
import type { LockAuthor, LockInput } from './make-lock.ts';
import { makeLock } from './make-lock.ts';

const READ = tool('read', { annotations: { readOnlyHint: true, openWorldHint: false } });
const SEND = tool('send');
const IDENTITY = serverIdentity(serverConfig('s').reach);
const OTHER_REACH = { kind: 'stdio', command: 'y', args: [], env: {} } as const;

const pinned = (): LockInput => {
  const pins = new MemoryPinStore();
  openCatalogue([serverConfig('s')], { pins }).catalogue.update(
    's',
    lists(
      { tool: [SEND, READ], prompt: [{ name: 'p' }], template: [{ name: 't', uriTemplate: 'a:{x}' }] },
      IDENTITY,
    ),
  );
  return { server: 's', identity: IDENTITY, pins: pins.read('s', IDENTITY), reviews: [], overrides: [] };
};

const REVIEW = {
  definition: digestDefinition(SEND).digest,
  set: { destructive: 'no', openWorld: 'no', readOnly: 'yes' } as const,
  by: 'ann',
  at: '2026-01-31T12:00:00Z',
  reason: 'read: "the code"\nand tried it # twice',
};

const lockOf = (servers: readonly LockInput[], before: Lock | null = null): Lock =>
  makeLock(servers, before, MAKER);

const MAKER: LockAuthor = { by: 'bob', at: '2026-02-01T00:00:00.000Z' };
const LATER: LockAuthor = { by: 'carl', at: '2026-03-01T00:00:00.000Z' };

const full = (): Lock =>
  lockOf([
    {
      ...pinned(),
      reviews: [REVIEW],
      overrides: [
        { tools: 's*', override: { set: {}, roles: { to: 'destination' }, directory: true } },
        { tools: '*', override: { set: {}, roles: { path: 'payload' }, definition: 'sha256:other' } },
      ],
    },
  ]);

const read = (text: string): Lock => {
  const outcome = readLock('callgate.lock.yaml', text);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.lock;
};

describe('a lock', () => {
  it('says of every tool its digest, its claims and what was decided by whom, when and why', () => {
    expect(full().servers['s']).toEqual({
      identity: IDENTITY,
      tools: {
        read: { definition: digestDefinition(READ).digest, claims: { readOnly: 'yes', openWorld: 'no' } },
        send: {
          definition: digestDefinition(SEND).digest,
          classification: { set: REVIEW.set, by: 'ann', at: REVIEW.at, why: REVIEW.reason },
          roles: { to: 'destination' },
          directory: true,
        },
      },
      prompts: { p: { definition: expect.any(String) } },
      templates: { 'a:{x}': { definition: expect.any(String) } },
    });
  });

  it('reads as it was written, and is written the same again', () => {
    const text = writeLock(full());
    expect(read(text)).toEqual(full());
    expect(writeLock(read(text))).toBe(text);
  });

  it('reads names that YAML would take for something else', () => {
    const names = ['on', 'null', '1', '1e3', 'true', '-', '0x1', '2026-01-01', '.5'];
    const pins = new Map(
      names.map((name): [string, Pin] => [
        `tool ${name}`,
        {
          kind: 'tool',
          name,
          definition: tool(name),
          digest: digestDefinition(tool(name)).digest,
          firstSeen: 1,
        },
      ]),
    );
    const lock = lockOf([{ ...pinned(), pins }]);
    expect(Object.keys(read(writeLock(lock)).servers['s']?.tools ?? {}).toSorted()).toEqual(names.toSorted());
  });

  it('keeps what people decided for definitions that are the same, and drops it for others', () => {
    const kept = lockOf([pinned()], full());
    expect(kept).toEqual(full());
    const pins = new Map(pinned().pins);
    const send = pins.get('tool send');
    if (send !== undefined) pins.set('tool send', { ...send, digest: digestDefinition(READ).digest });
    const changed = lockOf([{ ...pinned(), pins }], full());
    expect(changed.servers['s']?.tools['send']).toEqual({ definition: digestDefinition(READ).digest });
  });

  it('keeps nothing that people decided about another command or url under the same alias', () => {
    const before = lockOf([{ ...pinned(), reviews: [REVIEW], identities: ['me@example.com'] }], full());
    expect(lockOf([pinned()], before)).toEqual(before);
    const identity = serverIdentity(OTHER_REACH);
    const elsewhere = { ...pinned(), identity };
    expect(lockOf([elsewhere], before)).toEqual(lockOf([elsewhere]));
    expect(lockOf([elsewhere], before).servers['s']?.tools['send']).toEqual({
      definition: digestDefinition(SEND).digest,
    });
  });

  const reasoned = (more: Partial<Override> = {}): LockInput => ({
    ...pinned(),
    overrides: [
      { tools: 'se*', override: { set: { readOnly: 'yes' }, reason: 'it only shows', ...more } },
      { tools: 'send', override: { set: { openWorld: 'no' }, reason: 'no network' } },
      { tools: 'send', override: { set: { destructive: 'no' } } },
    ],
  });

  it('takes what the configuration says of a tool with a reason for the word of whoever makes it', () => {
    const lock = lockOf([reasoned()]);
    expect(lock.servers['s']?.tools['send']?.classification).toEqual({
      set: { readOnly: 'yes', openWorld: 'no' },
      ...MAKER,
      why: 'it only shows; no network',
    });
    expect(lock.servers['s']?.tools['read']).not.toHaveProperty('classification');
    expect(read(writeLock(lock))).toEqual(lock);
  });

  it('is the same when it is made again later, and says who changed what was said', () => {
    const lock = lockOf([reasoned()]);
    expect(makeLock([reasoned()], lock, LATER)).toEqual(lock);
    const changed = makeLock([reasoned({ set: { readOnly: 'no' } })], lock, LATER);
    expect(changed.servers['s']?.tools['send']?.classification).toMatchObject({
      set: { readOnly: 'no', openWorld: 'no' },
      ...LATER,
    });
  });

  it.each<[string, Partial<Override>]>([
    [
      'under a condition',
      { when: { type: 'literal', value: true } as unknown as NonNullable<Override['when']> },
    ],
    ['of another definition', { definition: digestDefinition(READ).digest }],
  ])('leaves out what is said %s', (_, more) => {
    const lock = lockOf([reasoned(more)]);
    expect(lock.servers['s']?.tools['send']?.classification?.set).toEqual({ openWorld: 'no' });
  });

  it('holds the addresses of whoever works with a server, which count where the configuration names none', () => {
    const lock = lockOf([{ ...pinned(), identities: ['me@example.com'] }]);
    expect(read(writeLock(lock))).toEqual(lock);
    expect(lockOf([pinned()], lock)).toEqual(lock);
    const own = (said?: readonly string[]): unknown =>
      applyLock([serverConfig('s', { audience: said === undefined ? {} : { identities: said } })], lock)[0]
        ?.audience.identities;
    expect(own()).toEqual(['me@example.com']);
    expect(own(['you@example.com'])).toEqual(['you@example.com']);
  });

  const WRONG: readonly (readonly [string, string, string])[] = [
    ['a key nobody knows', 'version: 1\nserver: {}\n', '2:1 LOCK_KEY'],
    ['another version', 'version: 2\nservers: {}\n', '1:10 LOCK_SHAPE'],
    ['no servers', 'version: 1\n', '1:1 LOCK_SHAPE'],
    ['no YAML', 'version: [1\n', '2:1 LOCK_YAML'],
    ['a key twice', 'version: 1\nversion: 1\nservers: {}\n', '2:1 LOCK_YAML'],
    [
      'a short digest',
      'version: 1\nservers:\n  s:\n    identity: x\n    tools:\n      a:\n        definition: sha256:1\n',
      '7:21 LOCK_SHAPE',
    ],
    [
      'a classification without a name to it',
      `version: 1\nservers:\n  s:\n    identity: x\n    tools:\n      a:\n        definition: ${IDENTITY}\n        classification: { set: {}, at: "2026-01-31T12:00:00Z", why: x }\n`,
      '8:25 LOCK_SHAPE',
    ],
    [
      'an answer that is neither',
      `version: 1\nservers:\n  s:\n    identity: x\n    tools:\n      a:\n        definition: ${IDENTITY}\n        claims: { readOnly: maybe }\n`,
      '8:29 LOCK_SHAPE',
    ],
  ];
  it.each(WRONG)('with %s is not read, and where it is wrong is told', (_, text, wanted) => {
    const outcome = readLock('callgate.lock.yaml', text);
    const told = outcome.ok
      ? []
      : outcome.problems.map(({ code, position: { line, column } }) => `${line}:${column} ${code}`);
    expect(told).toContain(wanted);
  });
});

describe('a lock in use', () => {
  const definitions = {
    tool: [SEND, READ],
    prompt: [{ name: 'p' }],
    template: [{ name: 't', uriTemplate: 'a:{x}' }],
  };

  it('sets nothing apart that is as it says', () => {
    const { catalogue, codes } = openCatalogue([serverConfig('s')]);
    catalogue.setLock(full());
    catalogue.update('s', lists(definitions, IDENTITY));
    expect(codes()).toEqual([]);
    expect(catalogue.find('tool', 's', 'send')?.tool.quarantine).toBeNull();
  });

  it('sets apart what is not as it says, what it does not know, and everything behind another command', () => {
    const { catalogue, codes } = openCatalogue([serverConfig('s'), serverConfig('free')]);
    catalogue.setLock(full());
    catalogue.update(
      's',
      lists({ ...definitions, tool: [{ ...SEND, title: 'T' }, READ, tool('new')] }, IDENTITY),
    );
    catalogue.update('free', lists({ tool: [tool('new')] }));
    const apart = (name: string): boolean => catalogue.find('tool', 's', name)?.tool.quarantine !== null;
    expect([apart('send'), apart('read'), apart('new')]).toEqual([true, false, true]);
    expect(codes()).toEqual(['LOCK_MISMATCH', 'LOCK_MISMATCH']);
    for (const { message } of catalogue.diagnoses) expect(message).toMatch(/: callgate lock$/);
    expect(catalogue.find('tool', 'free', 'new')?.tool.quarantine).toBeNull();
    catalogue.update('s', lists(definitions, 'sha256:other'));
    expect([apart('send'), apart('read')]).toEqual([true, true]);
    expect(catalogue.find('prompt', 's', 'p')?.tool.quarantine).not.toBeNull();
    catalogue.setLock(null);
    expect([apart('send'), apart('read')]).toEqual([false, false]);
  });

  it('relaxes nothing by being there, and what was decided once it was accepted', () => {
    const { catalogue } = openCatalogue([serverConfig('s')]);
    catalogue.setLock(full());
    catalogue.update('s', lists(definitions, IDENTITY));
    expect(catalogue.find('tool', 's', 'send')?.mutates).toBe(true);
    catalogue.setServers(applyLock([serverConfig('s')], full()));
    expect(catalogue.find('tool', 's', 'send')).toMatchObject({ mutates: false, directory: true });
    expect(catalogue.find('tool', 's', 'read')?.mutates).toBe(true);
  });

  it('says nothing about another command or url under the same alias, even where it was accepted', () => {
    const lock = lockOf([{ ...pinned(), identities: ['me@example.com'] }], full());
    const config = serverConfig('s', { reach: OTHER_REACH });
    expect(applyLock([config], lock)).toEqual([config]);
    expect(applyLock([serverConfig('s')], lock)).toMatchObject([
      {
        reviews: [{ by: 'ann' }],
        overrides: [{ tools: 'send' }],
        audience: { identities: ['me@example.com'] },
      },
    ]);
  });
});

describe('accepted files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'callgate-accepted-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are those of which the operator accepted every letter, as what they are', () => {
    const files = new AcceptedFiles(folder);
    expect(files.isAccepted('lock', 'a: 1')).toBe(false);
    files.accept('lock', 'a: 1', { path: '/w/callgate.lock.yaml', at: 7 });
    const later = new AcceptedFiles(folder);
    expect(later.isAccepted('lock', 'a: 1')).toBe(true);
    expect(later.isAccepted('lock', 'a: 1 ')).toBe(false);
    expect(later.isAccepted('policy', 'a: 1')).toBe(false);
    expect(later.list()).toMatchObject([{ kind: 'lock', path: '/w/callgate.lock.yaml', at: 7 }]);
  });

  it('are no longer once they are taken back', () => {
    const files = new AcceptedFiles(folder);
    const { digest: accepted } = files.accept('config', 'x', { path: 'x', at: 1 });
    files.accept('config', 'y', { path: 'y', at: 1 });
    files.withdraw(accepted);
    expect([files.isAccepted('config', 'x'), files.isAccepted('config', 'y')]).toEqual([false, true]);
  });

  it('are none where the list of them cannot be read, and nothing is written over it', () => {
    const files = new AcceptedFiles(folder);
    files.accept('lock', 'x', { path: 'x', at: 1 });
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{');
    expect(files.isAccepted('lock', 'x')).toBe(false);
    expect(() => files.accept('lock', 'y', { path: 'y', at: 1 })).toThrow(/Cannot read/);
  });
});
