import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InitOptions, InitEnvironment } from './run-init.ts';
import { runInit } from './run-init.ts';

const PLAIN: InitOptions = { undo: false, yes: false, dryRun: false, json: false };
const YES: InitOptions = { ...PLAIN, yes: true };
const UNDO: InitOptions = { ...YES, undo: true };

/** A home with files in it, and a project in that home. */
class ClientHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'callgate-init-'));
  #seconds = 0;

  write(path: string, text: string): string {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  async run(
    options: InitOptions,
    more: Partial<InitEnvironment> = {},
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
    let [out, err] = ['', ''];
    this.#seconds += 1;
    const code = await runInit(options, {
      machine: { platform: 'linux', home: this.folder, cwd: join(this.folder, 'project'), env: {} },
      own: ['callgate'],
      now: () => Date.UTC(2026, 0, 1) + this.#seconds * 1000,
      out: (text) => void (out += `${text}\n`),
      err: (text) => void (err += text),
      ...more,
    });
    return { code, out, err };
  }
}

const CURSOR =
  '{ "mcpServers": { "fs": { "command": "npx", "args": ["-y", "fs"], "env": { "K": "sk-1" } } } }\n';
const CODEX = '[mcp_servers.fs]\ncommand = "npx"\nargs = ["fs"]\n';
const GOOSE = 'extensions:\n  fs:\n    type: stdio\n    cmd: npx\n    args: [fs]\n';

const CLAUDE = '{"numStartups":3,"mcpServers":{"my notes":{"command":"notes"},"db":{"command":"db"}}}';
/** What a person has in the settings of Claude Code, written their own way. */
const SETTINGS = '{"model":"x",\n "hooks":{"Stop":[{"hooks":[{"type":"command","command":"bell"}]}]}}';
const NOTIFIES = { hooks: [{ type: 'command', command: 'callgate hook claude-code', timeout: 60 }] };

describe('a sandbox', () => {
  const wrapped = async (options: Partial<InitOptions>): Promise<readonly string[]> => {
    const home = new ClientHome();
    home.write(
      '.cursor/mcp.json',
      CURSOR.replace('"fs": {', '"in docker": {"command": "docker", "args": ["run"]}, "fs": {'),
    );
    await home.run({ ...YES, ...options });
    const { mcpServers } = JSON.parse(home.read('.cursor/mcp.json'));
    return [mcpServers.fs, mcpServers['in docker']].map(({ args }) => args.join(' '));
  };

  it('is left alone where it is not asked for', async () => {
    for (const options of [{}, { contract: 'off' as const }])
      expect(await wrapped(options)).not.toContainEqual(expect.stringContaining('--contract'));
  });

  it('holds what can be held where it is asked for', async () => {
    const [fs, docker] = await wrapped({ contract: 'prefer' });
    expect(fs).toMatch(/^run --name fs .*--contract prefer -- npx -y fs$/);
    expect(docker).not.toContain('--contract');
  });
});

describe('hooks', () => {
  it('are set up where a client has them, beside those of its user, and go byte for byte', async () => {
    const home = new ClientHome();
    home.write('.claude.json', CLAUDE);
    home.write('.claude/settings.json', SETTINGS);
    home.write('.codex/config.toml', CODEX);
    const { code, out, err } = await home.run(YES);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Claude Code tells Callgate your requests from its next start on.');
    const { model, hooks } = JSON.parse(home.read('.claude/settings.json'));
    expect(model).toBe('x');
    expect(hooks.Stop).toEqual([{ hooks: [{ type: 'command', command: 'bell' }] }, NOTIFIES]);
    expect(hooks.UserPromptSubmit).toEqual([NOTIFIES]);
    const [{ matcher, hooks: before }] = hooks.PreToolUse;
    expect(before[0].command).toBe('callgate hook claude-code || exit 2');
    for (const tool of ['mcp__my_notes__look', 'mcp__db__query']) expect(tool).toMatch(new RegExp(matcher));
    for (const tool of ['Bash', 'Read', 'mcp__other__x', 'mcp__db_2__x'])
      expect(tool).not.toMatch(new RegExp(matcher));
    expect(JSON.parse(home.read('.codex/hooks.json')).hooks.PreToolUse[0].matcher).toMatch(/^\^mcp__/);
    const undone = await home.run(UNDO);
    expect({ code: undone.code, err: undone.err }).toEqual({ code: 0, err: '' });
    expect(home.read('.claude/settings.json')).toBe(SETTINGS);
    expect(readdirSync(join(home.folder, '.claude'))).toEqual(['settings.json']);
    expect(readdirSync(join(home.folder, '.codex'))).toEqual(['config.toml']);
  });

  it('go in place where their file was changed since, and everything else in it stays', async () => {
    const home = new ClientHome();
    home.write('.claude.json', CLAUDE);
    home.write('.claude/settings.json', SETTINGS);
    await home.run(YES);
    const written = JSON.parse(home.read('.claude/settings.json'));
    home.write('.claude/settings.json', JSON.stringify({ ...written, model: 'y' }));
    await home.run(UNDO);
    expect(JSON.parse(home.read('.claude/settings.json'))).toEqual({ ...JSON.parse(SETTINGS), model: 'y' });
  });

  it('follow the servers, and are there once however often init runs', async () => {
    const home = new ClientHome();
    home.write('.claude.json', CLAUDE);
    await home.run(YES);
    const once = home.read('.claude/settings.json');
    expect((await home.run(YES)).out).toContain('Nothing to change.');
    expect(home.read('.claude/settings.json')).toBe(once);
    home.write('.claude.json', CLAUDE.replace('"db"', '"mail"'));
    await home.run(YES);
    const { hooks } = JSON.parse(home.read('.claude/settings.json'));
    expect(hooks.PreToolUse).toHaveLength(1);
    expect('mcp__mail__send').toMatch(new RegExp(hooks.PreToolUse[0].matcher));
    expect('mcp__db__query').not.toMatch(new RegExp(hooks.PreToolUse[0].matcher));
  });

  it('stay as they are where a person set them up, their file cannot be read, or nobody wants them', async () => {
    const own = {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'callgate hook claude-code' }] }] },
    };
    for (const [text, options] of [
      [JSON.stringify(own), YES],
      ['{ // a comment\n}', YES],
      ['{"hooks":[]}', YES],
      [SETTINGS, { ...YES, noHooks: true }],
      [SETTINGS, { ...YES, dryRun: true }],
      [SETTINGS, PLAIN],
    ] as const) {
      const home = new ClientHome();
      home.write('.claude.json', CLAUDE);
      home.write('.claude/settings.json', text);
      await home.run(options);
      expect(home.read('.claude/settings.json')).toBe(text);
      await home.run(UNDO);
      expect(home.read('.claude/settings.json')).toBe(text);
      expect(home.read('.claude.json')).toBe(CLAUDE);
    }
  });

  it('are shown before they are written', async () => {
    const home = new ClientHome();
    home.write('.claude.json', CLAUDE);
    const { out } = await home.run(PLAIN);
    expect(out).toContain('.claude/settings.json: hooks that tell Callgate your requests');
    expect(out).toMatch(/\+ .*"UserPromptSubmit"/);
  });
});

describe('callgate init', () => {
  it('finds the files of several clients, rewrites them, and puts every byte back', async () => {
    const home = new ClientHome();
    const files = {
      '.cursor/mcp.json': CURSOR,
      '.codex/config.toml': CODEX,
      '.config/goose/config.yaml': GOOSE,
      '.config/Code/User/profiles/p1/mcp.json': '{"servers":{"a":{"command":"x"}}}',
      'project/.mcp.json': CURSOR,
    };
    for (const [path, text] of Object.entries(files)) home.write(path, text);
    const { code, out, err } = await home.run(YES);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('5 servers in 5 files to be put behind `callgate run`');
    for (const path of Object.keys(files)) expect(home.read(path)).toMatch(/"run",? *\n? *(?:- )?"--name"/);
    const undone = await home.run(UNDO);
    expect(undone.out).toContain('restored from');
    for (const [path, text] of Object.entries(files)) expect(home.read(path)).toBe(text);
    expect(readdirSync(join(home.folder, '.cursor'))).toEqual(['mcp.json']);
  });

  it('shows what would change, without what could be a secret', async () => {
    const home = new ClientHome();
    home.write('.cursor/mcp.json', CURSOR);
    const { out } = await home.run(PLAIN);
    expect(out).toContain(
      '+ { "mcpServers": { "fs": { "command": "callgate", "args": ["run", "--name", "fs", "--background", "--", "npx", "-y", "fs"], "env": { "K": ••• } } } }',
    );
    expect(out).not.toContain('sk-1');
  });

  it('lets commands share the background gateway, unless nobody wants that or there is none', async () => {
    for (const [options, platform, isShared] of [
      [YES, 'linux', true],
      [{ ...YES, noBackground: true }, 'linux', false],
      [YES, 'win32', false],
    ] as const) {
      const home = new ClientHome();
      const path = home.write(
        'mcp.json',
        CURSOR.replace('{ "fs"', '{ "web": { "url": "https://mcp.example.com/mcp" }, "fs"'),
      );
      const machine = { platform, home: home.folder, cwd: home.folder, env: {} };
      await home.run({ ...options, file: path, as: 'cursor' }, { machine });
      const { fs, web } = JSON.parse(home.read('mcp.json')).mcpServers;
      expect(fs.args.includes('--background')).toBe(isShared);
      expect(web.args).not.toContain('--background');
      expect((await home.run({ ...options, file: path, as: 'cursor' }, { machine })).out).toContain(
        'Nothing to change.',
      );
    }
  });

  it('writes nothing without a yes', async () => {
    const home = new ClientHome();
    home.write('.cursor/mcp.json', CURSOR);
    const asked: boolean[] = [];
    const ask = async (): Promise<boolean> => {
      asked.push(true);
      return await Promise.resolve(false);
    };
    const nobody = await home.run(PLAIN);
    expect(nobody).toMatchObject({ code: 0, out: expect.stringContaining('Use --yes') });
    await home.run(PLAIN, { ask });
    await home.run({ ...PLAIN, dryRun: true }, { ask });
    await home.run({ ...YES, dryRun: true }, { ask });
    await home.run({ ...PLAIN, json: true }, { ask });
    expect(asked).toEqual([true]);
    expect(home.read('.cursor/mcp.json')).toBe(CURSOR);
    await home.run(PLAIN, { ask: () => Promise.resolve(true) });
    expect(home.read('.cursor/mcp.json')).not.toBe(CURSOR);
  });

  it('changes nothing a second time, and asks nobody', async () => {
    const home = new ClientHome();
    home.write('.cursor/mcp.json', CURSOR);
    await home.run(YES);
    const once = home.read('.cursor/mcp.json');
    const { out, code } = await home.run(PLAIN, { ask: () => Promise.reject(new Error('asked')) });
    expect(out).toContain('Nothing to change.');
    expect({ code, text: home.read('.cursor/mcp.json') }).toEqual({ code: 0, text: once });
  });

  it('unwraps in place what was changed since, and says so', async () => {
    const home = new ClientHome();
    home.write('.cursor/mcp.json', CURSOR);
    await home.run(YES);
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('"K": "sk-1"', '"K": "sk-2"'));
    const { out } = await home.run(UNDO);
    expect(out).toContain('the file was changed since, or has no backup: unwrapped in place');
    expect(home.read('.cursor/mcp.json')).toBe(CURSOR.replace('sk-1', 'sk-2'));
    expect(readdirSync(join(home.folder, '.cursor'))).toHaveLength(2);
  });

  it('a file that cannot be read costs that file only, with where and what to do', async () => {
    const home = new ClientHome();
    const broken = home.write('.cursor/mcp.json', '{\n  "mcpServers": {,\n');
    home.write('.codex/config.toml', CODEX);
    const { code, err } = await home.run(YES);
    expect(code).toBe(1);
    expect(err).toBe(
      `${broken}:2:18: error[CONFIG_PARSE]: Expected a key in double quotes, found \`,\`\n  help: Correct the JSON. Comments and a comma at the end of a list are fine.\n`,
    );
    expect(home.read('.codex/config.toml')).toContain('command = "callgate"');
  });

  it('writes through a link, and keeps the mode and the copy beside the file itself', async () => {
    const home = new ClientHome();
    const real = home.write('dotfiles/mcp.json', CURSOR);
    chmodSync(real, 0o600);
    mkdirSync(join(home.folder, '.cursor'));
    symlinkSync(real, join(home.folder, '.cursor/mcp.json'));
    await home.run(YES);
    expect(home.read('dotfiles/mcp.json')).toContain('"command": "callgate"');
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home.folder, 'dotfiles'))).toHaveLength(2);
    await home.run(UNDO);
    expect(home.read('dotfiles/mcp.json')).toBe(CURSOR);
  });

  it('is told which client, which file and which servers', async () => {
    const home = new ClientHome();
    home.write('.cursor/mcp.json', CURSOR);
    home.write('.codex/config.toml', CODEX);
    const mine = home.write('mine.json', CURSOR);
    await home.run({ ...YES, client: 'codex' });
    expect(home.read('.cursor/mcp.json')).toBe(CURSOR);
    expect(home.read('.codex/config.toml')).not.toBe(CODEX);
    await home.run({ ...YES, file: mine, as: 'claude-desktop' });
    expect(home.read('mine.json')).not.toBe(CURSOR);
    await home.run({ ...YES, except: 'other,fs' });
    expect(home.read('.cursor/mcp.json')).toBe(CURSOR);
  });

  it('refuses clients it does not know, and a file of nobody', async () => {
    const home = new ClientHome();
    await expect(home.run({ ...PLAIN, client: 'cursr' })).rejects.toMatchObject({
      code: 'OPTION_VALUE',
      help: expect.stringContaining('cursor'),
    });
    await expect(home.run({ ...PLAIN, file: 'x' })).rejects.toMatchObject({ code: 'OPTION_MISSING' });
    await expect(home.run({ ...PLAIN, as: 'cursor' })).rejects.toMatchObject({ code: 'OPTION_MISSING' });
  });

  it('gives the plan to machines', async () => {
    const home = new ClientHome();
    const path = home.write('project/.cursor/mcp.json', CURSOR);
    home.write('.codex/config.toml', 'x');
    const own = ['/usr/bin/node', '/c.js'];
    const { out, code } = await home.run({ ...PLAIN, json: true }, { own });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      undo: false,
      command: own,
      files: [
        {
          client: 'cursor',
          file: path,
          scope: 'project',
          changes: true,
          written: false,
          servers: [{ path: ['mcpServers', 'fs'], name: 'fs', action: 'changed' }],
          backup: expect.stringMatching(/\.callgate-20260101T000001Z-[0-9a-f]{16}\.bak$/),
          notes: [expect.stringContaining('a path of this machine')],
          diff: [{ line: 1, removed: [expect.any(String)], added: [expect.any(String)] }],
        },
      ],
      problems: [{ code: 'CONFIG_PARSE', line: 1, column: 2 }],
    });
    expect(out).not.toContain('sk-1');
    const written = await home.run({ ...YES, json: true, client: 'cursor' });
    expect(JSON.parse(written.out)).toMatchObject({ files: [{ written: true }], problems: [] });
  });

  it('shows nothing raw of what others wrote', async () => {
    const home = new ClientHome();
    home.write(
      'project/.mcp.json',
      '{"mcpServers":{"\u009b31mred\u202e":{"command":"x"}}} // \u001b[31m\u0007',
    );
    home.write('project/.cursor/mcp.json', '{\u001b[31m');
    const { out, err } = await home.run(PLAIN);
    // our own bold and dim may be there
    const ours = ['\u001b[1m', '\u001b[2m', '\u001b[22m'];
    const shown = ours.reduce((text, code) => text.replaceAll(code, ''), out + err);
    for (const hidden of ['⟦U+009B⟧31mred⟦U+202E⟧: goes', '// ⟦U+001B⟧[31m', 'found `⟦U+001B⟧`'])
      expect(shown).toContain(hidden);
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('says so where there is nothing', async () => {
    expect(await new ClientHome().run(YES)).toEqual({
      code: 0,
      out: 'No MCP servers found in the files of any client.\n',
      err: '',
    });
  });
});

it('whatever is in a file, undoing gives every byte back', async () => {
  const text = fc.oneof(
    fc
      .json()
      .map((json) => ['cursor', `{"x":${json},"mcpServers":{"a":{"command":"x"},"b":${json}}}`] as const),
    fc
      .dictionary(
        fc.string({ minLength: 1 }),
        fc.record({ command: fc.string(), args: fc.array(fc.string()) }),
      )
      .map((servers) => ['vscode', JSON.stringify({ servers }, null, '\t')] as const),
    fc.string().map((comment) => ['codex', `# ${JSON.stringify(comment)}\r\n${CODEX}`] as const),
    fc.nat(9).map((indent) => ['goose', GOOSE.replaceAll('\n', `${' '.repeat(indent)}\n`)] as const),
  );
  const home = new ClientHome();
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(text, async ([client, before]) => {
      const file = home.write('file', before);
      await home.run({ ...YES, file, as: client });
      if (home.read('file') !== before) changed += 1;
      await home.run({ ...UNDO, file, as: client });
      expect(home.read('file')).toBe(before);
      expect(readdirSync(home.folder)).toEqual(['file']);
    }),
    { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 2000 : 60 },
  );
  expect(changed).toBeGreaterThan(30);
});
