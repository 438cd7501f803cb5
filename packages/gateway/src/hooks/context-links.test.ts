import type { JsonObject } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import type { CallAnnouncement } from './context-links.ts';
import { ContextLinks } from './context-links.ts';

const digestOf = (args: Parameters<typeof receiveArguments>[0]): string =>
  receiveArguments(args).argumentsDigest;

const linksAt = (): { links: ContextLinks; clock: { now: number } } => {
  const clock = { now: 1000 };
  const links = new ContextLinks({
    serves: (tool) => tool === 'search' || tool === 'a_b',
    now: () => clock.now,
  });
  return { links, clock };
};

const search = (context: string, args: JsonObject = {}, callKey = 'k1'): CallAnnouncement => ({
  context,
  callKey,
  tool: 'mcp__notes__search',
  arguments: args,
  processes: ['c1', 'c2'],
});

describe('a connection and the session of its host', () => {
  it('are joined by a call that was announced, whatever the order of its arguments', () => {
    const { links } = linksAt();
    expect(links.announce(search('claude-code:s1', { q: 'x', n: 1 }))).toBe('unsure');
    expect(links.adopt('c1', 'search', digestOf({ n: 1, q: 'x' }))).toEqual({
      context: 'claude-code:s1',
      others: [],
      carried: undefined,
    });
  });

  it('are one for other calls when what the connection had touched was carried over, and not before', () => {
    const { links } = linksAt();
    links.announce(search('claude-code:s1'));
    links.adopt('c1', 'search', digestOf({}));
    expect(links.contextOf('c1')).toBeUndefined();
    links.carried('c1', 'claude-code:other', 'nothing');
    expect(links.contextOf('c1')).toBeUndefined();
    links.carried('c1', 'claude-code:s1', 'nothing');
    expect(links.contextOf('c1')).toBe('claude-code:s1');
    expect(links.adopt('c1', 'other', digestOf({ a: 1 }))).toEqual({
      context: 'claude-code:s1',
      others: [],
      carried: 'nothing',
    });
  });

  it('stay joined when another session announces a call on it', () => {
    const { links } = linksAt();
    links.announce(search('claude-code:s1'));
    links.adopt('c1', 'search', digestOf({}));
    links.announce(search('claude-code:s2'));
    expect(links.adopt('c1', 'search', digestOf({}))).toMatchObject({
      context: 'claude-code:s1',
      others: ['claude-code:s2'],
    });
    expect(links.over(search('claude-code:s2'))).toBe(false);
  });

  it('take their own announcement before that of another session, however old', () => {
    const { links, clock } = linksAt();
    links.announce(search('claude-code:s1'));
    links.adopt('c1', 'search', digestOf({}));
    links.announce(search('claude-code:s1', {}, 'k2'));
    clock.now += 10 * 60_000 + 1;
    links.announce(search('claude-code:s2'));
    expect(links.adopt('c1', 'search', digestOf({}))).toMatchObject({
      context: 'claude-code:s1',
      others: [],
    });
    expect(links.over(search('claude-code:s1', {}, 'k2'))).toBe(true);
  });

  it('are not joined by another tool, other arguments, or an announcement that was used', () => {
    const { links } = linksAt();
    links.announce(search('claude-code:s1', { q: 'x' }));
    const adopted = (connection: string, tool: string, args: JsonObject): string | undefined =>
      links.adopt(connection, tool, digestOf(args)).context;
    expect(adopted('c1', 'research', { q: 'x' })).toBeUndefined();
    expect(adopted('c1', 'search', { q: 'y' })).toBeUndefined();
    expect(adopted('c2', 'search', { q: 'x' })).toBe('claude-code:s1');
    expect(adopted('c1', 'search', { q: 'x' })).toBeUndefined();
  });

  it('are not joined by an announcement that is old, nor by one whose call is over', () => {
    const { links, clock } = linksAt();
    links.announce(search('claude-code:s1'));
    clock.now += 10 * 60_000 + 1;
    expect(links.adopt('c1', 'search', digestOf({})).context).toBeUndefined();
    links.announce(search('claude-code:s2'));
    expect(links.over(search('claude-code:s2'))).toBe(false);
    expect(links.adopt('c1', 'search', digestOf({})).context).toBeUndefined();
  });

  it('are not joined where two sessions announced the same, until one of them announces something else', () => {
    const { links } = linksAt();
    for (const context of ['claude-code:s1', 'claude-code:s2']) links.announce(search(context));
    expect(links.adopt('c1', 'search', digestOf({}))).toMatchObject({
      context: undefined,
      others: ['claude-code:s1', 'claude-code:s2'],
    });
    links.announce(search('claude-code:s2', { q: 'x' }, 'k2'));
    expect(links.adopt('c1', 'search', digestOf({ q: 'x' })).context).toBe('claude-code:s2');
  });

  it('part when the host has forgotten the session', () => {
    const { links } = linksAt();
    links.announce(search('claude-code:s1'));
    links.adopt('c1', 'search', digestOf({}));
    links.carried('c1', 'claude-code:s1', 'nothing');
    links.release('claude-code:s1');
    expect(links.contextOf('c1')).toBeUndefined();
    links.announce(search('claude-code:s2'));
    expect(links.adopt('c1', 'search', digestOf({})).context).toBe('claude-code:s2');
  });

  it('know a tool by the name that the host makes of it', () => {
    const { links } = linksAt();
    expect(links.announce({ ...search('codex:s'), tool: 'mcp__x__a_b' })).toBe('unsure');
    expect(links.adopt('c1', 'a.b', digestOf({})).context).toBe('codex:s');
  });

  it.each([[['c2', 'c3']], [[]], [undefined]])(
    'are not joined by the announcement of another host, or of one that nobody can tell: %j',
    (processes) => {
      const { links } = linksAt();
      const { processes: _, ...announcement } = search('claude-code:s1');
      links.announce({ ...announcement, ...(processes === undefined ? {} : { processes }) });
      expect(links.adopt('c1', 'search', digestOf({}))).toEqual({
        context: undefined,
        others: ['claude-code:s1'],
        carried: undefined,
      });
      expect(links.over(announcement)).toBe(true);
    },
  );

  it('what is not served here is not announced here', () => {
    const { links } = linksAt();
    expect(links.announce({ ...search('codex:s'), tool: 'mcp__x__delete' })).toBe('elsewhere');
    expect(links.announce({ ...search('codex:s'), tool: 'search' })).toBe('elsewhere');
    expect(links.serves('mcp__x__search')).toBe(true);
  });
});

describe('the server that a host names', () => {
  it('is here where the name of the connection is known and fits, however it is written, and elsewhere otherwise', () => {
    const links = new ContextLinks({ serves: () => true, serverKey: 'My-notes', now: () => 0 });
    const placeOf = (tool: string): string => links.announce({ ...search('claude-code:s1'), tool });
    expect(placeOf('mcp__my_notes__search')).toBe('here');
    expect(placeOf('mcp__My-notes__search')).toBe('here');
    expect(placeOf('mcp__evil__search')).toBe('elsewhere');
    expect(placeOf('mcp__my_evil_notes__search')).toBe('elsewhere');
    const german = new ContextLinks({ serves: () => true, serverKey: 'Buro', now: () => 0 });
    expect(german.announce({ ...search('claude-code:s1'), tool: 'mcp__B_ro__search' })).toBe('unsure');
  });

  it('is known in a session by the first call that arrived, unless another server got the same call', () => {
    const { links } = linksAt();
    const next = (context: string, tool: string): string =>
      links.announce({ ...search(context, { q: tool }, `${tool} next`), tool });
    links.announce(search('claude-code:s1'));
    links.adopt('c1', 'search', digestOf({}));
    expect(next('claude-code:s1', 'mcp__notes__search')).toBe('here');
    expect(next('claude-code:s1', 'mcp__evil__search')).toBe('unsure');
    expect(next('claude-code:s2', 'mcp__notes__search')).toBe('unsure');
    for (const tool of ['mcp__evil__search', 'mcp__notes__search'])
      links.announce({ ...search('claude-code:s3', {}, tool), tool });
    links.arrive('search', digestOf({}));
    expect(next('claude-code:s3', 'mcp__evil__search')).toBe('unsure');
  });
});

describe('a call that was announced', () => {
  it('has arrived for as many calls as came, the first that was announced first', () => {
    const { links } = linksAt();
    const both = ['k1', 'k2'].map((key) => search('claude-code:s1', {}, key));
    for (const each of both) links.announce(each);
    links.adopt('c1', 'search', digestOf({}));
    expect(both.map((each) => links.over(each))).toEqual([true, false]);
  });

  it('has arrived over a connection that no host has for itself, and joins it to nobody', () => {
    const { links } = linksAt();
    links.announce(search('claude-code:s1'));
    expect(links.arrive('search', digestOf({}))).toEqual(['claude-code:s1']);
    expect(links.over(search('claude-code:s1'))).toBe(true);
    expect(links.over(search('claude-code:s1'))).toBe(true);
  });
});
