import { describe, expect, it } from 'vitest';
import { compile } from '../decide/evaluate.ts';
import { disclose } from '../disclose/disclosure.ts';
import type { JsonObject } from '../receive/json.ts';
import { asksPerson, hostAlias, hostTools, isPersonsPrompt, undescribedTool } from './index.ts';
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

/** What the call has besides what the tool has always, by its arguments. */
const isPowerful = (host: KnownHost, name: string, args: JsonObject): boolean =>
  (hostTools(host).get(name)?.tool.overrides ?? []).some(
    ({ when, set }) =>
      when !== undefined &&
      set['privilegedAccess'] === 'yes' &&
      compile(when, new Map())({ fields: [], args, locals: [] }) === true,
  );

describe('a file that has power over this machine', () => {
  const patch = (path: string): JsonObject => ({
    command: `*** Begin Patch\n*** Add File: ${path}\n+evil\n*** End Patch`,
  });

  it.each([
    '/repo/.git/hooks/pre-commit',
    '.git/hooks/pre-commit',
    './.git/hooks/pre-commit',
    '/repo/.git//hooks/pre-commit',
    '/repo/.git/./hooks/pre-commit',
    'src/../.git/info/../hooks/pre-commit',
    '.GIT/hooks/pre-commit',
    '.git\\hooks\\pre-commit',
    '.mcp.json',
    '.claude/settings.json',
    '.bashrc',
    '.vscode/tasks.json',
    '~/.ssh/authorized_keys',
    '/home/u/.config/./systemd/user/x.service',
    '/tmp/../etc/passwd',
  ])('is known to every host however it is named: %s', (path) => {
    expect([
      isPowerful('claude-code', 'Write', { file_path: path, content: 'x' }),
      isPowerful('claude-code', 'NotebookEdit', { notebook_path: path, new_source: 'x' }),
      isPowerful('copilot', 'create', { path, file_text: 'x' }),
      isPowerful('copilot', 'edit', { path, old_str: 'a', new_str: 'b' }),
      isPowerful('codex', 'apply_patch', patch(path)),
      isPowerful('codex', 'apply_patch', { input: patch(path)['command'] ?? null }),
      isPowerful('codex', 'apply_patch', { command: `*** Update File: a.ts\n*** Move to: ${path}\n` }),
    ]).toEqual([true, true, true, true, true, true, true]);
  });

  it.each(['src/git/hooks.ts', 'a/../b.ts', './x', '/home/u/p/my.bashrc.md/x', 'docs/etcetera/x'])(
    'is not every file: %s',
    (path) => {
      expect([
        isPowerful('copilot', 'create', { path, file_text: '.git/hooks/pre-commit' }),
        isPowerful('codex', 'apply_patch', patch(path)),
      ]).toEqual([false, false]);
    },
  );

  it('is not looked for where no path is given', () => {
    expect(isPowerful('copilot', 'create', { file_text: 'x' })).toBe(false);
  });
});

it('a skill may run commands, so that it is judged as a shell is', () => {
  expect(factsOf('claude-code', 'Skill')).toEqual(factsOf('claude-code', 'Bash'));
});

it.each(['ToolSearch', 'ListMcpResourcesTool'])('%s brings what servers say of themselves', (name) => {
  expect(factsOf('claude-code', name)).toMatchObject({ mutates: 'no', outward: 'no' });
  expect(hostTools('claude-code').get(name)?.raises.untrusted).toBe('possible');
});

it.each([
  ['claude-code', 'AskUserQuestion', true],
  ['claude-code', 'ExitPlanMode', true],
  ['claude-code', 'EnterPlanMode', false],
  ['copilot', 'ask_user', true],
  ['claude-code', 'TodoWrite', false],
  ['codex', 'AskUserQuestion', false],
  ['codex', 'constructor', false],
] as const)('of %s, %s asks the person: %s', (host, name, expected) => {
  expect(asksPerson(host, name)).toBe(expected);
});

it.each([
  ['buy bread', undefined, true],
  ['buy bread', 'user', true],
  ['buy bread', 'sdk', true],
  ['is 1 < 2?', undefined, true],
  ['<3 it', undefined, true],
  ['buy bread', 'system', false],
  ['buy bread', 'loop_wakeup', false],
  ['<task-notification>\n<result>buy</result>', undefined, false],
  ['\n\u200B<system_notification>', undefined, false],
  ['<System-Reminder>', 'user', false],
])("the prompt %j of %s is the person's: %s", (prompt, source, expected) => {
  expect(isPersonsPrompt(prompt, source)).toBe(expected);
});
