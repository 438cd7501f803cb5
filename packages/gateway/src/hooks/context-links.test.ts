import { receiveArguments } from '@callgate/core';
import { describe, expect, it } from 'vitest';
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

describe('a connection and the session of its host', () => {
  it('are joined by a call that was announced, whatever the order of its arguments', () => {
    const { links } = linksAt();
    expect(
      links.announce({ context: 'claude-code:s1', tool: 'mcp__notes__search', arguments: { q: 'x', n: 1 } }),
    ).toBe(true);
    expect(links.adopt('c1', 'search', digestOf({ n: 1, q: 'x' }))).toBe('claude-code:s1');
  });

  it('stay joined for what is not announced, until another session uses the connection', () => {
    const { links } = linksAt();
    links.announce({ context: 'claude-code:s1', tool: 'mcp__notes__search', arguments: {} });
    links.adopt('c1', 'search', digestOf({}));
    expect(links.adopt('c1', 'other', digestOf({ a: 1 }))).toBe('claude-code:s1');
    expect(links.contextOf('c1')).toBe('claude-code:s1');
    links.announce({ context: 'claude-code:s2', tool: 'mcp__notes__search', arguments: {} });
    expect(links.adopt('c1', 'search', digestOf({}))).toBe('claude-code:s2');
  });

  it('are not joined by another tool, other arguments, or an announcement that was used', () => {
    const { links } = linksAt();
    links.announce({ context: 'claude-code:s1', tool: 'mcp__notes__search', arguments: { q: 'x' } });
    expect(links.adopt('c1', 'research', digestOf({ q: 'x' }))).toBeUndefined();
    expect(links.adopt('c1', 'search', digestOf({ q: 'y' }))).toBeUndefined();
    expect(links.adopt('c2', 'search', digestOf({ q: 'x' }))).toBe('claude-code:s1');
    expect(links.adopt('c1', 'search', digestOf({ q: 'x' }))).toBeUndefined();
  });

  it('are not joined by an announcement that is old', () => {
    const { links, clock } = linksAt();
    links.announce({ context: 'claude-code:s1', tool: 'mcp__notes__search', arguments: {} });
    clock.now += 10 * 60_000 + 1;
    expect(links.adopt('c1', 'search', digestOf({}))).toBeUndefined();
  });

  it('two sessions that announce the same each get one', () => {
    const { links } = linksAt();
    for (const context of ['claude-code:s1', 'claude-code:s2'])
      links.announce({ context, tool: 'mcp__notes__search', arguments: {} });
    const adopted = ['c1', 'c2'].map((key) => links.adopt(key, 'search', digestOf({})));
    expect(adopted).toEqual(['claude-code:s1', 'claude-code:s2']);
  });

  it('know a tool by the name that the host makes of it', () => {
    const { links } = linksAt();
    expect(links.announce({ context: 'codex:s', tool: 'mcp__x__a_b', arguments: {} })).toBe(true);
    expect(links.adopt('c1', 'a.b', digestOf({}))).toBe('codex:s');
  });

  it('what is not served here is not announced here', () => {
    const { links } = linksAt();
    expect(links.announce({ context: 'codex:s', tool: 'mcp__x__delete', arguments: {} })).toBe(false);
    expect(links.announce({ context: 'codex:s', tool: 'search', arguments: {} })).toBe(false);
    expect(links.serves('mcp__x__search')).toBe(true);
  });
});
