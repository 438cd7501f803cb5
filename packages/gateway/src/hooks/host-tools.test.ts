import type { JsonObject, TracedTool } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { HostName } from './host-events.ts';
import { hostAlias, isHostAlias, withHostTools } from './host-tools.ts';

const catalogue = withHostTools({ find: () => undefined });

const tool = (name: string, host: HostName = 'claude-code'): TracedTool => {
  const found = catalogue.find('tool', hostAlias(host), name);
  if (found === undefined) throw new Error(`${name} was not found`);
  return found;
};

const outcome = (name: string, args: JsonObject = {}, host: HostName = 'claude-code'): string => {
  const policy = presetPolicy('balanced');
  const { outcome: decided } = new Engine(policy).decide({
    v: 1,
    tool: tool(name, host).tool,
    labels: NO_LABELS,
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: 0, offsetMinutes: 0 },
    policy: policy.revision,
  });
  return decided;
};

describe('tools of hosts', () => {
  it.each(['Read', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch', 'TodoWrite', 'AskUserQuestion', 'Task'])(
    '%s runs by itself in a session that has touched nothing',
    (name) => expect(outcome(name)).toBe('auto'),
  );

  it.each(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])('%s writes without being asked about', (name) => {
    expect(outcome(name, { file_path: '/home/u/p/a.ts' })).toBe('auto');
  });

  it.each([
    '/home/u/.ssh/authorized_keys',
    '/home/u/.claude/settings.json',
    '/home/u/.codex/hooks.json',
    '/home/u/p/.git/hooks/pre-commit',
    '/home/u/.local/share/callgate/trust.json',
    '/Users/u/Library/LaunchAgents/x.plist',
    '/home/u/.BASHRC',
    '.git/hooks/pre-commit',
    '/home/u/p/.git//hooks/pre-commit',
    'src/../.mcp.json',
  ])('a file that has power over this machine is asked about: %s', (file_path) => {
    expect(outcome('Write', { file_path, content: 'x' })).toBe('confirm');
    expect(outcome('apply_patch', { command: `*** Update File: ${file_path}\n` }, 'codex')).toBe('confirm');
  });

  it('a shell destroys, may reach anywhere, and runs its command as code', () => {
    for (const host of ['claude-code', 'codex'] as const) {
      const { facts } = disclose(tool('Bash', host).tool, 'all', tool('Bash', host).tool.overrides, []);
      expect(facts).toMatchObject({
        destroysOnGround: { value: 'yes' },
        outward: { value: 'yes' },
        described: { value: 'yes' },
      });
    }
    expect(outcome('Bash', { command: 'ls' })).toBe('confirm');
  });

  it('a skill is asked about as a shell is', () => {
    expect(outcome('Skill', { skill: 'notes' })).toBe('confirm');
  });

  it('the web brings in untrusted content for sure, files and shells perhaps, the host itself none', () => {
    expect(tool('WebFetch').raises.untrusted).toBe('known');
    expect(tool('WebSearch').raises.untrusted).toBe('known');
    for (const name of ['Read', 'Grep', 'Bash']) expect(tool(name).raises.untrusted).toBe('possible');
    for (const name of ['TodoWrite', 'AskUserQuestion', 'Task'])
      expect(tool(name).raises.untrusted).toBe('none');
  });

  it('files are one store for all tools and hosts that touch them, and the web is not in it', () => {
    const stores = ['Read', 'Write', 'Bash'].map((name) => tool(name).store);
    expect(new Set([...stores, tool('apply_patch', 'codex').store]).size).toBe(1);
    expect(stores).not.toContain(tool('WebFetch').store);
  });

  it('agents are agents', () => {
    for (const name of ['Task', 'Agent']) expect(tool(name).agentic).toBe(true);
  });

  it('what nobody has described is undescribed, and the same object every time', () => {
    expect(outcome('Teleport')).toBe('confirm');
    expect(tool('mcp__notes__delete')).toBe(tool('mcp__notes__delete'));
    expect(tool('__proto__').tool.name).toBe('__proto__');
    expect(tool('constructor').tool.server.trust).toBe('untrusted');
  });

  it('go by the files that the operator has now', () => {
    let files: readonly string[] = [];
    const following = withHostTools({ find: () => undefined }, [], () => files);
    const written = (): string => JSON.stringify(following.find('tool', 'host-claude-code', 'Write'));
    const before = written();
    expect(before).not.toContain('deploy/*.star');
    files = ['deploy/*.star'];
    expect(written()).toContain('deploy/*.star');
    files = [];
    expect(written()).toBe(before);
  });

  it('hide nothing of the catalogue they stand before, and their aliases are no servers', () => {
    const inner = tool('Read');
    const both = withHostTools({ find: (_, server) => (server === 'notes' ? inner : undefined) });
    expect(both.find('tool', 'notes', 'x')).toBe(inner);
    expect(both.find('resource', 'host-codex', 'Read')).toBeUndefined();
    expect([isHostAlias('host-codex'), isHostAlias('codex')]).toEqual([true, false]);
  });
});
