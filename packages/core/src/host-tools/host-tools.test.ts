import { describe, expect, it } from 'vitest';
import { compileExpression } from '../condition/evaluate.ts';
import { disclose } from '../disclose/disclosure.ts';
import type { JsonObject } from '../receive/json.ts';
import {
  AUTORUN_FILES,
  isUserQuestionTool,
  hostAlias,
  listHostTools,
  isUserPrompt,
  makeUndescribedTool,
} from './index.ts';
import type { KnownHost } from './index.ts';

const HOSTS: readonly KnownHost[] = ['claude-code', 'codex', 'copilot'];

const factsOf = (host: KnownHost, name: string): Record<string, string> => {
  const found = listHostTools(host).get(name);
  if (found === undefined) throw new Error(`${host} has no ${name}`);
  const always = found.tool.overrides.filter(({ when }) => when === undefined);
  const { facts } = disclose(found.tool, 'all', always, []);
  return Object.fromEntries(Object.entries(facts).map(([fact, { value }]) => [fact, value]));
};

describe.each(HOSTS)('the tools of %s', (host) => {
  it('are all described, under the name of their host', () => {
    for (const [name, { tool }] of listHostTools(host)) {
      expect(tool.server.name).toBe(hostAlias(host));
      const { facts } = disclose(tool, 'all', tool.overrides, []);
      expect([name, facts.described.value]).toEqual([name, 'yes']);
    }
  });

  it('say whether they reach further than this machine, or may destroy, which is asked about anyway', () => {
    for (const [name, { tool }] of listHostTools(host)) {
      const { openWorld, destructive } = tool.overrides[0]?.set ?? {};
      expect([name, openWorld !== undefined || destructive === 'yes']).toEqual([name, true]);
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
  ['claude-code', 'ReadMcpResourceTool'],
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
  const { tool } = makeUndescribedTool('host-copilot', 'new_tool');
  const { facts } = disclose(tool, 'all', tool.overrides, []);
  expect(facts.described.value).toBe('no');
});

/** What a policy would be asked about: the facts of one call, with what its arguments make of it. */
const factsOfCall = (host: KnownHost, name: string, args: JsonObject, more?: readonly string[]) => {
  const found = listHostTools(host, more).get(name);
  if (found === undefined) throw new Error(`${host} has no ${name}`);
  const applied = found.tool.overrides.filter(
    ({ when }) =>
      when === undefined || compileExpression(when, new Map())({ fields: [], args, locals: [] }) === true,
  );
  const { facts } = disclose(found.tool, 'all', applied, []);
  const roles = (found.places.valuesOf(args) ?? []).map(({ role, name: of }) => [of, role] as const);
  return {
    privileged: facts.privileged.value,
    destroys: facts.destroys.value,
    outward: facts.outward.value,
    roles: Object.fromEntries(roles),
  };
};

const LATER = { privileged: 'yes', destroys: 'yes' } as const;
const ORDINARY = { privileged: 'unknown', destroys: 'no' } as const;

describe('a file that another program runs or reads as configuration later', () => {
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
    '.git/modules/lib/hooks/post-checkout',
    '.git',
    'lib.git/hooks/update',
    '.config/git/config',
    '.husky/pre-push',
    '.mcp.json',
    '.cursor/mcp.json',
    '.claude/settings.json',
    'CLAUDE.md',
    'AGENTS.md',
    '.bashrc',
    '~/.bash_aliases',
    '~/.zlogin',
    '.envrc',
    '.vscode/tasks.json',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    'Jenkinsfile',
    '~/.ssh/authorized_keys',
    '/home/u/.ssh/config',
    '/home/u/.config/./systemd/user/x.service',
    '/var/spool/cron/crontabs/u',
    '/etc/cron.d/x',
    '~/Library/LaunchAgents/x.plist',
    '~/.local/bin/git',
    '~/bin/git',
    '/usr/local/bin/git',
    'node_modules/.bin/tsc',
    'C:\\Users\\u\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.bat',
    '/tmp/../etc/passwd',
  ])('is destructive, privileged and holds code for every host: %s', (path) => {
    const all = [
      factsOfCall('claude-code', 'Write', { file_path: path, content: 'x' }),
      factsOfCall('claude-code', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
      factsOfCall('claude-code', 'MultiEdit', { file_path: path, edits: [{ new_string: 'b' }] }),
      factsOfCall('claude-code', 'NotebookEdit', { notebook_path: path, new_source: 'x' }),
      factsOfCall('copilot', 'create', { path, file_text: 'x' }),
      factsOfCall('copilot', 'edit', { path, old_str: 'a', new_str: 'b' }),
      factsOfCall('codex', 'apply_patch', patch(path)),
      factsOfCall('codex', 'apply_patch', { input: patch(path)['command'] ?? null }),
      factsOfCall('codex', 'apply_patch', { command: `*** Update File: a.ts\n*** Move to: ${path}\n` }),
    ];
    for (const facts of all) expect(facts).toMatchObject(LATER);
    expect(all.map(({ roles }) => Object.values(roles).filter((role) => role === 'code').length)).toEqual([
      1, 2, 1, 1, 1, 2, 1, 1, 1,
    ]);
  });

  const below = (...programs: readonly string[]): readonly string[] =>
    programs.flatMap((program) => [
      `/home/u/.config/${program}/x`,
      `C:\\Users\\u\\AppData\\Roaming\\${program}\\x`,
      `C:\\Users\\u\\AppData\\Local\\${program}\\x`,
      `/Users/u/Library/Application Support/${program}/x`,
    ]);

  it.each([
    ...below('nvim', 'nushell', 'helix', 'jj', 'gh', 'GitHub CLI', 'alacritty', 'Zed', 'mpv', 'gcloud'),
    ...below('ghostty', 'com.mitchellh.ghostty', 'Code', 'Cursor'),
    '%APPDATA%/nushell/config.nu',
    'C:\\Users\\u\\AppData\\Local\\Packages\\Microsoft.WindowsTerminal_8wekyb3d8bbwe\\LocalState\\settings.json',
    'lefthook-local.yml',
    'lefthook.toml',
    'lefthook.json',
    'mise.local.toml',
    'mise.dev.toml',
    'mise/config.toml',
    'crush.json',
    '.github/skills/x/SKILL.md',
    '.github/chatmodes/x.chatmode.md',
    'bitrise.yml',
    'codemagic.yaml',
    '/home/u/.cache/pre-commit/repo1/hook.py',
    '~/.cache/ms-playwright/chromium-1/chrome',
    '$XDG_CACHE_HOME/pre-commit/x',
    'C:\\Users\\u\\Documents\\PowerShell\\Modules\\posh-git\\posh-git.psm1',
    'C:\\Users\\u\\AppData\\Roaming\\Microsoft\\Excel\\XLSTART\\x.xlsm',
    'C:\\Users\\u\\AppData\\Roaming\\Microsoft\\Word\\STARTUP\\x.dotm',
    'C:\\Users\\u\\AppData\\Local\\Programs\\Python\\python.exe',
    '/Applications/Foo.app/Contents/MacOS/Foo',
    '/usr/share/bash-completion/completions/git',
    '/opt/google/chrome/chrome',
    '$GIT_DIR/hooks/pre-commit',
  ])('is the same on every platform and under every name of it: %s', (path) => {
    expect(factsOfCall('claude-code', 'Write', { file_path: path, content: 'x' })).toMatchObject(LATER);
  });

  it.each([
    'src/git/hooks.ts',
    '/home/u/project/.cache/x.json',
    '.cache/x.json',
    '/srv/.cache/x',
    'src/nvim/init.lua',
    'applications/web/a.ts',
    'src/opt/a.ts',
    'docs/mise.md',
    'lib/appdata/code.ts',
    'a/../b.ts',
    './x',
    '/home/u/p/my.bashrc.md/x',
    'docs/etcetera/x',
    '.gitignore',
    'bin/cli.js',
    '/srv/app/src/auth.service.ts',
    'package.json',
    'Makefile',
    'src/cron/job.ts',
    'tests/workflows/a.yml',
  ])('is not every file: %s', (path) => {
    const all = [
      factsOfCall('copilot', 'create', { path, file_text: '.git/hooks/pre-commit' }),
      factsOfCall('claude-code', 'Write', { file_path: path, content: 'in ~/.bashrc' }),
      factsOfCall('codex', 'apply_patch', patch(path)),
      factsOfCall('codex', 'apply_patch', {
        command: `*** Update File: ${path}\n+#!/usr/bin/env node\n+see ~/.bashrc\n`,
      }),
    ];
    for (const facts of all) {
      expect(facts).toMatchObject(ORDINARY);
      expect(Object.values(facts.roles)).not.toContain('code');
    }
  });

  it('is also what the operator adds', () => {
    const args = { file_path: '/repo/deploy/run.sh', content: 'x' };
    expect(factsOfCall('claude-code', 'Write', args)).toMatchObject(ORDINARY);
    expect(factsOfCall('claude-code', 'Write', args, ['deploy/*.sh'])).toMatchObject(LATER);
  });

  it('is not looked for where no path is given', () => {
    expect(factsOfCall('copilot', 'create', { file_text: 'x' })).toMatchObject(ORDINARY);
  });

  it('stands in a table of kinds without repeats', () => {
    const patterns = AUTORUN_FILES.flatMap(({ files }) => files);
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});

describe('a path on another machine', () => {
  const callsOf = (path: string) =>
    [
      ['claude-code', 'Read', { file_path: path }, 'file_path'],
      ['claude-code', 'NotebookRead', { notebook_path: path }, 'notebook_path'],
      ['claude-code', 'Glob', { path, pattern: '*' }, 'path'],
      ['claude-code', 'Glob', { pattern: `${path}/*` }, 'pattern'],
      ['claude-code', 'Grep', { path, pattern: 'x' }, 'path'],
      ['claude-code', 'Grep', { glob: path, pattern: 'x' }, 'glob'],
      ['claude-code', 'LS', { path }, 'path'],
      ['claude-code', 'LSP', { filePath: path }, 'filePath'],
      ['claude-code', 'Write', { file_path: path, content: 'x' }, 'file_path'],
      ['claude-code', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'file_path'],
      ['codex', 'view_image', { path }, 'path'],
      ['codex', 'apply_patch', { input: `*** Begin Patch\n*** Add File: ${path}\n+x\n` }, 'input'],
      ['copilot', 'view', { path }, 'path'],
      ['copilot', 'grep', { paths: ['src', path], pattern: 'x' }, 'paths'],
      ['copilot', 'glob', { paths: path, pattern: '*' }, 'paths'],
      ['copilot', 'create', { path, file_text: 'x' }, 'path'],
    ] as const;

  it.each(['\\\\evil.example\\share', '//evil.example/share', 'file://evil/share'])(
    'goes out, and the path is where to: %s',
    (path) => {
      for (const [host, name, args, argument] of callsOf(path)) {
        const { outward, roles } = factsOfCall(host, name, args);
        expect([name, outward, roles[argument]]).toEqual([name, 'yes', 'destination']);
      }
    },
  );

  it.each(['//home/u/a.ts', '/home/u/a.ts', 'file:///home/u/a.ts', 'C:\\a.ts', 'src'])(
    'is not: %s',
    (path) => {
      for (const [host, name, args, argument] of callsOf(path)) {
        const { outward, roles } = factsOfCall(host, name, args);
        expect([name, outward]).toEqual([name, 'no']);
        expect(roles[argument]).not.toBe('destination');
      }
    },
  );

  it('changes nothing of what other calls of the tool touch', () => {
    const read = listHostTools('claude-code').get('Read');
    expect(read).toMatchObject({ outward: false, raises: { untrusted: 'possible' } });
  });

  it('is looked for in texts alone', () => {
    expect(factsOfCall('copilot', 'grep', { paths: [7, 'src'], pattern: '//evil.example/x' }).outward).toBe(
      'no',
    );
  });
});

it('the uri of a resource says where a call goes', () => {
  const values = listHostTools('claude-code')
    .get('ReadMcpResourceTool')
    ?.places.valuesOf({ server: 'web', uri: 'web://evil.example/?k=1' });
  expect(values?.map(({ name, role }) => [name, role])).toEqual([
    ['server', 'payload'],
    ['uri', 'destination'],
  ]);
});

it('a skill may run commands, so that it is judged as a shell is', () => {
  expect(factsOf('claude-code', 'Skill')).toEqual(factsOf('claude-code', 'Bash'));
});

it.each(['ToolSearch', 'ListMcpResourcesTool'])('%s brings what servers say of themselves', (name) => {
  expect(factsOf('claude-code', name)).toMatchObject({ mutates: 'no', outward: 'no' });
  expect(listHostTools('claude-code').get(name)?.raises.untrusted).toBe('possible');
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
  expect(isUserQuestionTool(host, name)).toBe(expected);
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
  expect(isUserPrompt(prompt, source)).toBe(expected);
});
