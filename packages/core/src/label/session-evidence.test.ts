import type { JsonObject, Session, TracedTool } from '@callgate/core';
import { applyEvent, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import type { ArgumentRole } from '@callgate/core/vocabulary';
import { describe, expect, it } from 'vitest';
import {
  DESTROYS,
  READS,
  SENDS,
  WRITES,
  makeCallEvents,
  textResult,
  makeTracedTool,
} from '../../test/make-traced-tool.ts';
import type { Proof } from './session-evidence.ts';
import { SessionEvidence } from './session-evidence.ts';

const settings = { identities: ['me@corp.example'], internal: ['corp.example'] };
const send = makeTracedTool('send_message', { annotations: SENDS, settings });
const remove = makeTracedTool('delete_file', { annotations: DESTROYS, settings });
const listFiles = makeTracedTool('list_files', { annotations: READS });
const listPeople = makeTracedTool('list_people', { annotations: READS, directory: true });

const hearing = (said: string, ...events: readonly SessionEvent[]): Session =>
  [{ type: 'user', text: said } satisfies SessionEvent, ...events].reduce(applyEvent, startSession('ctx'));

const records = (tool: TracedTool, ...listed: readonly Record<string, string>[]): readonly SessionEvent[] =>
  makeCallEvents(tool, textResult(JSON.stringify(listed)));

const proves = (
  said: string,
  role: ArgumentRole,
  value: string | number | boolean,
  name: string,
  tool: TracedTool = send,
  ...events: readonly SessionEvent[]
): Proof | undefined =>
  new SessionEvidence(hearing(said, ...events), tool).of({ path: [name], name, role, value });

describe('what vouches for a destination', () => {
  it.each<readonly [string, string | number, string, Proof | undefined]>([
    ['Send it to ann@shop.example.', 'ann@shop.example', 'to', 'person'],
    ['Send it to ann@shop.example.', 'eve@evil.example', 'to', undefined],
    ['Send it.', 'me@corp.example', 'to', 'own'],
    ['Post it to general.', 'general', 'channel', 'person'],
    ['Post it to general.', '#general', 'channel', 'person'],
    ['Post it, in general it is fine.', 'general', 'channel', undefined],
    ['Post it, in general it is fine.', 'General', 'channel', undefined],
    ['Post it in the general channel.', 'general', 'channel', 'person'],
    ['Schick es in den Kanal general.', 'general', 'channel', 'person'],
    ['Send it to room 5.', 5, 'room', 'person'],
    ['Send 5 of them to the room.', 5, 'room', undefined],
    ['Call 5550100.', 5_550_100, 'number', 'person'],
    ['Send it to ann@shop.example.', 'Ann <ann@shop.example>', 'to', 'person'],
    ['Send it to ann@shop.example.', 'ann@shop.example; me@corp.example', 'to', 'person'],
    ['Send it.', 'me@corp.example, Me <me@corp.example>', 'to', 'own'],
    ['Send it to ann@shop.example.', 'ann@shop.example, eve@evil.example', 'to', undefined],
    ['Send it to ann@shop.example and Bob.', 'ann@shop.example, Bob', 'to', undefined],
    ['Send it.', '', 'to', undefined],
    ['Send it to ann@shop.example.', 'eve@evil.example <ann@shop.example>', 'to', undefined],
    ['Send it to ann@shop.example.', 'Bcc: eve <ann@shop.example>', 'to', undefined],
    ['Send it to ann@shop.example, not to bob@shop.example.', 'bob@shop.example', 'to', undefined],
  ])('%j: %j as %s', (said, value, name, proof) => {
    expect(proves(said, 'destination', value, name)).toBe(proof);
  });

  it('is a directory for somebody inside', () => {
    const people = records(listPeople, { email: 'bob@corp.example' }, { email: 'eve@evil.example' });
    expect(proves('Send it.', 'destination', 'bob@corp.example', 'to', send, ...people)).toBe('directory');
    expect(proves('Send it.', 'destination', 'eve@evil.example', 'to', send, ...people)).toBeUndefined();
    expect(proves('Send it.', 'destination', 'bob@corp.example', 'to')).toBeUndefined();
    expect(
      proves('Send it.', 'destination', 'bob@corp.example, me@corp.example', 'to', send, ...people),
    ).toBe('directory');
  });
});

describe('what vouches for an object', () => {
  const files = records(listFiles, { id: 'f-1', name: 'Harbour Sketch' }, { id: 'f-2', name: 'walrus' });
  const made = makeCallEvents(makeTracedTool('create_file', { annotations: WRITES }), {
    content: [],
    structuredContent: { id: 'f-9' },
  });
  const twins = records(listFiles, { id: 'f-2', name: 'walrus' }, { id: 'f-3', name: 'walrus' });
  const again = records(listFiles, { id: 'f-2', name: 'walrus' }, { id: 'f-2', name: 'walrus' });

  it.each<readonly [string, string | number, readonly SessionEvent[], Proof | undefined]>([
    ['Delete file 13.', '13', [], 'person'],
    ['Delete file 13.', 13, [], 'person'],
    ['Lösche die Datei 13.', '13', [], 'person'],
    ['Delete event 13.', '13', [], undefined],
    ['Delete Harbour Sketch.', 'f-1', files, 'record'],
    ['Delete the walrus.', 'f-2', files, 'record'],
    ['Delete the walrus pictures.', 'f-2', files, undefined],
    ['Did you delete the walrus?', 'f-2', files, undefined],
    ['Delete the walrus.', 'f-1', files, undefined],
    ['Delete the walrus.', 'f-2', twins, undefined],
    ['Delete the walrus.', 'f-2', again, 'record'],
    ['Delete the walrus.', 'f-9', made, 'created'],
    ['Delete file f-9.', 'f-9', made, 'created'],
  ])('%j: %j', (said, value, events, proof) => {
    expect(proves(said, 'object', value, 'file_id', remove, ...events)).toBe(proof);
  });

  it('is no record where nobody can tell its kind', () => {
    const things = records(makeTracedTool('list', { annotations: READS }), { id: 'f-2', name: 'Walrus' });
    const drop = makeTracedTool('delete', { annotations: DESTROYS });
    expect(proves('Delete "Walrus".', 'object', 'f-2', 'id', drop, ...things)).toBeUndefined();
  });
});

describe('what vouches for a flag', () => {
  it.each<readonly [string, boolean, string, Proof | undefined]>([
    ['Overwrite it.', true, 'overwrite', 'person'],
    ['Do not overwrite it.', true, 'overwrite', undefined],
    ['Should I overwrite it?', true, 'overwrite', undefined],
    ['Send it.', true, 'overwrite', undefined],
    ['Send all of it.', true, 'all', undefined],
    ['Send it.', false, 'overwrite', 'idle'],
    ['Send it.', false, 'skip_checks', 'idle'],
    ['Send it.', false, 'allow_anyone', 'idle'],
    ['Send it.', false, 'block_public', undefined],
    ['Send it.', false, 'verify', undefined],
    ['Send it.', false, 'force_mfa', undefined],
    ['Send it.', false, 'overwrite_protection', undefined],
    ['Send it.', false, 'overwrite_existing_files', 'idle'],
  ])('%j: %s as %s', (said, value, name, proof) => {
    for (const role of ['critical', 'destination', 'object'] as const)
      expect(proves(said, role, value, name)).toBe(proof);
    expect(proves(said, 'code', value, name)).toBeUndefined();
  });
});

describe('what vouches for other values', () => {
  it.each<readonly [string, ArgumentRole, string | number, Proof | undefined]>([
    ['Pay 5 euros.', 'critical', 5, 'person'],
    ['Pay 5 euros.', 'critical', '5', 'person'],
    ['Pay 5 euros.', 'critical', 6, undefined],
    ['Give her read access.', 'critical', 'r', 'person'],
    ['Give her read access.', 'critical', 'rw', undefined],
    ['Give her read, write and execute access.', 'critical', 'rwx', 'person'],
    ['Add her as admin.', 'critical', 'admin', 'person'],
    ['Add her, but not as admin.', 'critical', 'admin', undefined],
    ['I am the admin, add her.', 'critical', 'admin', undefined],
    ['Add her as "admin".', 'critical', 'admin', 'person'],
    ['Run `ls -l`.', 'code', 'ls -l', 'person'],
    ['Run ls -l.', 'code', 'ls -l', undefined],
  ])('%j: a %s value of %j', (said, role, value, proof) => {
    expect(proves(said, role, value, 'value')).toBe(proof);
  });

  it('is nothing where the value stands in an odd place', () => {
    const evidence = new SessionEvidence(hearing('Pay 5 euros.'), send);
    const placed = { path: ['amount'], name: 'amount', role: 'critical', value: 5 } as const;
    expect(evidence.of(placed)).toBe('person');
    expect(evidence.of({ ...placed, odd: true })).toBeUndefined();
  });

  it('knows which texts a person saw in an approved call of the tool', () => {
    const args = { body: 'As you wished' };
    const approved: SessionEvent = { type: 'call', id: 'a1', tool: send, approved: args };
    const evidence = new SessionEvidence(hearing('Answer it.', approved), send, args);
    const [placed] = send.places.valuesOf(args) ?? [];
    expect(placed !== undefined && evidence.wasShown(placed)).toBe(true);
    expect(placed !== undefined && evidence.wasShown({ ...placed, value: 'Another' })).toBe(false);
  });

  it('is nothing before anybody spoke', () => {
    const evidence = new SessionEvidence(startSession('ctx'), send);
    expect(evidence.of({ path: ['a'], name: 'a', role: 'critical', value: 5 })).toBeUndefined();
    expect(evidence.ofAddress('ann@shop.example', 'to')).toBeUndefined();
    expect(evidence.ofAddress('me@corp.example', 'to')).toBe('own');
  });
});

describe('what an empty value is', () => {
  const finding = (annotations: typeof READS | typeof WRITES): TracedTool =>
    makeTracedTool('find_notes', {
      annotations,
      properties: { where: { type: 'object' }, folder_id: { type: 'string' } },
      roles: { where: 'critical', folder_id: 'object' },
    });

  it('is nothing said where it is a filter of a tool that only reads', () => {
    expect(proves('Look.', 'critical', '', 'where', finding(READS))).toBe('idle');
    expect(proves('Look.', 'object', '', 'folder_id', finding(READS))).toBeUndefined();
    expect(proves('Look.', 'critical', '', 'where', finding(WRITES))).toBeUndefined();
    expect(proves('Look.', 'code', '', 'where', finding(READS))).toBeUndefined();
  });
});

describe('what vouches for a repository', () => {
  const push = makeTracedTool('push_files', {
    annotations: SENDS,
    properties: { owner: { type: 'string' }, repo: { type: 'string' }, name: { type: 'string' } },
    roles: { owner: 'destination', repo: 'object', name: 'object' },
  });
  const provesIn = (said: string, args: Record<string, string>, name: string): Proof | undefined => {
    const placed = push.places.valuesOf(args)?.find((each) => each.name === name);
    return placed === undefined ? undefined : new SessionEvidence(hearing(said), push, args).of(placed);
  };

  it('is its name with its owner, both in one call', () => {
    const args = { owner: 'acme', repo: 'site' };
    expect(provesIn('Fix acme/site.', args, 'owner')).toBe('person');
    expect(provesIn('Fix acme/site.', args, 'repo')).toBe('person');
    expect(provesIn('Fix acme/site.', { owner: 'acme', repo: 'payroll' }, 'owner')).toBeUndefined();
    expect(provesIn('Fix acme/site.', { owner: 'mallory', repo: 'site' }, 'repo')).toBeUndefined();
    expect(provesIn('Fix acme/site.', { owner: 'acme' }, 'owner')).toBeUndefined();
    expect(provesIn('Fix acme/site.', { ...args, name: 'site' }, 'name')).toBeUndefined();
    expect(provesIn('Fix everything.', args, 'owner')).toBeUndefined();
  });

  it('is no owner that stands in another part of the call', () => {
    const fork = (args: JsonObject): readonly (Proof | undefined)[] => {
      const evidence = new SessionEvidence(hearing('Fix acme/site.'), push, args);
      return ['owner', 'repo'].map((name) => {
        const part = Object.keys(args).find((key) => name in (args[key] as JsonObject)) ?? '';
        const value = (args[part] as JsonObject)[name] as string;
        return evidence.of({ path: [part, name], name, role: 'object', value });
      });
    };
    expect(fork({ base: { owner: 'acme', repo: 'site' } })).toEqual(['person', 'person']);
    expect(fork({ base: { owner: 'acme' }, head: { repo: 'site' } })).toEqual([undefined, undefined]);
  });
});

describe('what vouches for an element of a page', () => {
  const string = { type: 'string' };
  const open = makeTracedTool('open_page', {
    annotations: SENDS,
    properties: { url: string },
    roles: { url: 'destination' },
  });
  const click = makeTracedTool('click_element', {
    annotations: SENDS,
    properties: { element: string, ref: string },
    roles: { element: 'object', ref: 'object' },
  });
  const url = 'https://shop.example/helmets';
  const page = textResult('- link "Helmets" [ref=e9]');
  const provesLabel = (said: string, ref: string): Proof | undefined => {
    const args = { element: 'the helmets', ref };
    const placed = click.places.valuesOf(args)?.find(({ name }) => name === 'element');
    const session = hearing(said, ...makeCallEvents(open, page, { args: { url } }));
    return placed === undefined ? undefined : new SessionEvidence(session, click, args).of(placed);
  };

  it('is the reference beside what the agent calls it', () => {
    expect(provesLabel(`Open ${url} and click on helmets.`, 'e9')).toBe('pagePart');
    expect(provesLabel(`Open ${url} and click on helmets.`, 'e12')).toBeUndefined();
    expect(provesLabel('Click on helmets.', 'e9')).toBeUndefined();
  });
});
