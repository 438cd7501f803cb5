import { describe, expect, it } from 'vitest';
import { disclose } from '../disclose/disclosure.ts';
import { hostAlias, hostTools, undescribedTool } from './index.ts';
import type { KnownHost } from './index.ts';

const HOSTS: readonly KnownHost[] = ['claude-code', 'codex', 'copilot'];

const factsOf = (host: KnownHost, name: string): Record<string, string> => {
  const found = hostTools(host).get(name);
  if (found === undefined) throw new Error(`${host} has no ${name}`);
  const { facts } = disclose(found.tool, 'all', found.tool.overrides, []);
  return Object.fromEntries(Object.entries(facts).map(([fact, { value }]) => [fact, value]));
};

describe.each(HOSTS)('the tools of %s', (host) => {
  it('are all described, under the name of their host', () => {
    for (const [name, { tool }] of hostTools(host)) {
      expect(tool.server.name).toBe(hostAlias(host));
      const { facts } = disclose(tool, 'all', tool.overrides, []);
      expect([name, facts.described.value]).toEqual([name, 'yes']);
    }
  });
});

it.each([
  ['claude-code', 'Bash'],
  ['codex', 'Bash'],
  ['copilot', 'bash'],
] as const)('a shell of %s may destroy and reach anywhere', (host, name) => {
  expect(factsOf(host, name)).toMatchObject({ mutates: 'yes', destroys: 'yes', outward: 'yes' });
});

it.each([
  ['claude-code', 'WebFetch'],
  ['copilot', 'web_fetch'],
] as const)('what a web client of %s brings is not trusted', (host, name) => {
  expect(factsOf(host, name)).toMatchObject({ mutates: 'no', outward: 'yes', returnsUntrusted: 'yes' });
});

it.each([
  ['claude-code', 'Read'],
  ['copilot', 'view'],
] as const)('a reader of files of %s changes nothing', (host, name) => {
  expect(factsOf(host, name)).toMatchObject({ mutates: 'no', outward: 'no' });
});

it('says nothing of a tool that nobody knows', () => {
  const { tool } = undescribedTool('host-copilot', 'new_tool');
  const { facts } = disclose(tool, 'all', tool.overrides, []);
  expect(facts.described.value).toBe('no');
});
