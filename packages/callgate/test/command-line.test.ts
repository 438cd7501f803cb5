import { cliMessages } from '@callgate/messages/cli';
import { RENAMED_NAMES, renamedCommand } from '../src/commands/renamed-command.ts';
import { COMMANDS } from '../src/main.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import {
  BIN,
  ResidentCallgate,
  runCallgate as spawned,
  ensureBuilt,
  fileWith,
  fixture,
} from './fixtures/run-callgate.ts';

// oxlint-disable-next-line no-control-regex
const plain = (text: string): string => text.replaceAll(/\u001B\[[0-9;]*m/g, '');

let resident: ResidentCallgate | undefined;

const callgate = (args: readonly string[]): Promise<CommandResult> => resident?.run(args) ?? spawned(args);

beforeAll(() => {
  ensureBuilt();
  resident = new ResidentCallgate();
});

afterAll(() => resident?.stop());

describe('callgate check', () => {
  const GOOD = fileWith(
    'extends: balanced\nrules:\n  - {id: mine, tools: files/*, then: confirm, audit: full, reason: r}\n',
    '.yaml',
  );
  const BAD = fileWith(
    'extends: balanced\nrules:\n  - {id: mine, when: tool.readOnyl == yes, reason: r}\n',
    '.yaml',
  );
  const WORSE = fileWith('rule: []\nmode: observ\n', '.yaml');
  const DEAD = fileWith(
    'extends: balanced\nrules:\n  - {id: mine, when: "false", then: block, reason: r}\n',
    '.yaml',
  );

  it('is content with a good file', async () => {
    const { code, out, err } = await spawned(['check', GOOD]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Policy: 23 rules, 0 warnings, revision sha256:[0-9a-f]{64}\n$/);
  });

  it('is content with every preset', async () => {
    const names = ['strict', 'balanced', 'intent', 'observe', 'duties'];
    const ran = await Promise.all(names.map((name) => callgate(['check', name])));
    for (const { code, out } of ran) {
      expect(code).toBe(0);
      expect(out).toContain(' 0 warnings');
    }
    expect(ran[3]?.out).toContain('OBSERVING ONLY');
  });

  it('tells what is wrong with a bad file and where, and exits with 1', async () => {
    const { code, out } = await spawned(['check', BAD]);
    expect(code).toBe(1);
    expect(out).toBe(
      `${BAD}:3:27: error[CONDITION_FIELD]: \`tool\` has no field \`readOnyl\`\n  help: Did you mean \`readOnly\`?\n`,
    );
  });

  it('tells everything that is wrong with several files', async () => {
    const { code, out } = await callgate(['check', WORSE, BAD]);
    expect(code).toBe(1);
    expect(out).toContain(`${WORSE}:1:1: error[POLICY_KEY]`);
    expect(out).toContain(`${WORSE}:2:7: error[POLICY_SHAPE]`);
    expect(out).toContain(`${BAD}:3:27: error[CONDITION_FIELD]`);
  });

  it('checks several files as the layers of one policy', async () => {
    const organisation = fileWith('layer: organisation\nextends: strict\n', '.yaml');
    const [fine, twice, observe] = await Promise.all([
      callgate(['check', organisation, GOOD]),
      callgate(['check', GOOD, GOOD]),
      callgate(['check', organisation, fileWith('mode: observe\n', '.yaml')]),
    ]);
    expect(fine.code).toBe(0);
    expect([twice.code, twice.out]).toEqual([1, expect.stringContaining('POLICY_RULE_TWICE')]);
    expect([observe.code, observe.out]).toEqual([1, expect.stringContaining('POLICY_OBSERVE')]);
  });

  it('warns, with exit code 0', async () => {
    const { code, out } = await callgate(['check', DEAD]);
    expect(code).toBe(0);
    expect(out).toContain(`${DEAD}:3:5: warning[LINT_DEAD]: Rule \`mine\` can never match`);
    expect(out).toContain('23 rules, 1 warning, ');
  });

  it('warns about rules without a tool in the catalogue', async () => {
    const other = fileWith(
      'extends: balanced\nrules:\n  - {id: mine, tools: fils/*, audit: full, reason: r}\n',
      '.yaml',
    );
    const [found, missed] = await Promise.all(
      [GOOD, other].map((file) => callgate(['check', file, '--catalogue', fixture('catalogue.json')])),
    );
    expect(found?.out).toContain(' 0 warnings');
    expect(missed?.out).toContain('warning[LINT_NO_TOOL]: Rule `mine`');
  });

  it('names the server of a raw answer as rules do', async () => {
    const policy = fileWith(
      'extends: balanced\nrules:\n  - {id: mine, tools: files/*, audit: full, reason: r}\n',
      '.yaml',
    );
    const answer = fileWith(JSON.stringify({ tools: [{ name: 'read', inputSchema: { type: 'object' } }] }));
    const check = (...more: string[]): ReturnType<typeof callgate> =>
      callgate(['check', policy, '--catalogue', answer, ...more]);
    expect((await check()).out).toContain('warning[LINT_NO_TOOL]: Rule `mine`');
    expect((await check('--server', 'files')).out).toContain(' 0 warnings');
  });

  it('gives the same as JSON', async () => {
    const [good, bad, dead] = await Promise.all(
      [GOOD, BAD, DEAD].map((file) => callgate(['check', '--json', file])),
    );
    expect([good?.code, JSON.parse(good?.out ?? '')]).toEqual([0, { problems: [] }]);
    expect([bad?.code, JSON.parse(bad?.out ?? '')]).toEqual([
      1,
      {
        problems: [
          {
            severity: 'error',
            code: 'CONDITION_FIELD',
            message: '`tool` has no field `readOnyl`',
            position: { file: BAD, line: 3, column: 27 },
            help: 'Did you mean `readOnly`?',
          },
        ],
      },
    ]);
    expect([dead?.code, JSON.parse(dead?.out ?? '')]).toMatchObject([
      0,
      { problems: [{ severity: 'warning', code: 'LINT_DEAD' }] },
    ]);
  });

  it('refuses a file that is not there, no file at all, and one that is not text', async () => {
    const [missing, none, binary, folder] = await Promise.all([
      callgate(['check', 'nope.yaml']),
      callgate(['check']),
      callgate(['check', fileWith(Uint8Array.of(0x6e, 0xff, 0xfe), '.yaml')]),
      callgate(['check', mkdtempSync(join(tmpdir(), 'callgate-empty-'))]),
    ]);
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringContaining('error[POLICY_UNREADABLE]: Cannot read the policy nope.yaml'),
    ]);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('POLICY')]);
    expect([binary.code, binary.err]).toEqual([1, expect.stringContaining('POLICY_UNREADABLE')]);
    expect([folder.code, folder.err]).toEqual([
      1,
      expect.stringContaining('There is no .json or .yaml file'),
    ]);
  });

  it('refuses a trust that is none in words', async () => {
    const { code, err } = await callgate([
      'check',
      GOOD,
      '--catalogue',
      fixture('catalogue.json'),
      '--trust',
      'friend',
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/^error\[TRUST_UNKNOWN\]/);
  });
});

describe('callgate', () => {
  it('shows its commands, with and without being asked', async () => {
    const ran = await Promise.all([[], ['--help'], ['-h']].map((args) => callgate(args)));
    for (const { code, out, err } of ran) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const name of ['explain', 'check', 'demo']) expect(out).toContain(name);
    }
  });

  it('says in its help where the command of a server stands', async () => {
    const shown = await Promise.all(['scan', 'check', 'explain'].map((name) => callgate([name, '--help'])));
    expect(shown.map(({ out }) => out.includes('-- COMMAND'))).toEqual([true, true, false]);
  });

  it('explains every command', async () => {
    const [explain, check, demo] = await Promise.all(
      ['explain', 'check', 'demo'].map((name) => callgate([name, '--help'])),
    );
    for (const ran of [explain, check, demo]) expect([ran?.code, ran?.err]).toEqual([0, '']);
    for (const option of [
      'catalogue',
      'server',
      'tool',
      'args',
      'session',
      'policy',
      'trust',
      'json',
      'batch',
    ])
      expect(plain(explain?.out ?? '')).toContain(`--${option}`);
    for (const option of ['FILE', '--catalogue', '--trust', '--json'])
      expect(plain(check?.out ?? '')).toContain(option);
    for (const option of ['--script', '--answer', '--json', '--open'])
      expect(plain(demo?.out ?? '')).toContain(option);
    expect(demo?.out).not.toContain('--serve');
  });

  it('tells its version', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect((await callgate(['--version'])).out).toBe(`${version}\n`);
  });

  it('refuses a command that is not there', async () => {
    const { code, err } = await spawned(['explian']);
    expect(code).toBe(1);
    expect(err).toContain('error[COMMAND_UNKNOWN]: Unknown command `explian`');
  });

  it('suggests the command that was probably meant', async () => {
    expect((await callgate(['explian'])).err).toContain('Did you mean `explain`?');
  });

  it('refuses an option that is not there, with the one that was probably meant', async () => {
    const ran = await Promise.all([callgate(['check', 'balanced', '--jsn']), callgate(['demo', '--colour'])]);
    expect(ran[0]).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Did you mean `--json`?'),
    });
    expect(ran[1]).toMatchObject({ code: 1, out: '', err: expect.stringContaining('error[OPTION_UNKNOWN]') });
  });

  it('writes no colours into a pipe, not even for help', async () => {
    const { out } = await spawned(['--help']);
    expect(out).toBe(plain(out));
  });

  it('writes no colours into a pipe', async () => {
    const { out } = await spawned([
      'explain',
      '--catalogue',
      fixture('catalogue.json'),
      '--server',
      'files',
      '--tool',
      'read',
    ]);
    expect(out).toBe(plain(out));
  });

  it('does not mind a reader that has seen enough', () => {
    const { stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$1" demo --script read --answer refuse | head -n 1`, process.execPath, BIN],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
  });
});

describe('an old Node', () => {
  const pretending = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
  const run = (
    version: string,
    ...args: string[]
  ): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ['--import', pretending(version), BIN, ...args], { encoding: 'utf8' });

  it.each(['18.20.0', '20.20.2', '22.12.0'])('is told in one line what is needed: %s', (version) => {
    for (const args of [[], ['explain', '--help'], ['demo']]) {
      const { status, stdout, stderr } = run(version, ...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^callgate needs Node 22\.13 or newer; this is [\d.]+\. [^\n]+\n$/);
    }
  });

  it('lets no tool of a host run: its hook ends as one that refuses', () => {
    expect(run('20.20.2', 'hook', 'claude-code')).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(['22.13.0', '24.0.0'])('is not what %s is', (version) => {
    expect(run(version, '--version').status).toBe(0);
  });
});

describe('the list of commands', () => {
  it('finds each command in the module it names', async () => {
    const loaded = await Promise.all(COMMANDS.map(async ({ load }) => await load()));
    expect(loaded).toHaveLength(COMMANDS.length);
    for (const { args } of loaded) expect(args).toBeTypeOf('object');
  });

  it('has at most 30, each described in one line of at most 12 words', () => {
    expect(COMMANDS.filter(({ isListed }) => isListed).length).toBeLessThanOrEqual(30);
    const long = COMMANDS.filter(({ description }) => description.split(/\s+/).length > 12);
    expect(long.map(({ name }) => name)).toEqual([]);
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    expect(COMMANDS.map(({ name }) => name).toSorted()).toEqual(Object.keys(cliMessages.commands).toSorted());
  });
});

describe('an earlier name of a command', () => {
  it.each(RENAMED_NAMES)('%s leads to a command there is, with options it has', async (name) => {
    const found = renamedCommand(name, []);
    const words = found?.words ?? [];
    const command = COMMANDS.filter(({ name: own }) => `${words.join(' ')} `.startsWith(`${own} `)).toSorted(
      (a, b) => b.name.length - a.name.length,
    )[0];
    expect(command).toBeDefined();
    const { args } = (await command?.load()) ?? { args: {} };
    for (const word of words) if (word.startsWith('--')) expect(Object.keys(args)).toContain(word.slice(2));
    expect(COMMANDS.map(({ name: own }) => own)).not.toContain(name);
  });

  it('takes its options by their earlier names', () => {
    expect(renamedCommand('settle', ['c1', '--as=happened'])?.words).toEqual([
      'inbox',
      'c1',
      '--settle=happened',
    ]);
    expect(renamedCommand('declassify', ['--label', 'private'])?.words).toEqual([
      'sessions',
      '--declassify',
      'private',
    ]);
    expect(
      renamedCommand('tools show', ['a/b', '--labels', 'private=known,untrusted=possible'])?.words,
    ).toEqual(['explain', '--full', 'a/b', '--private=known', '--untrusted=possible']);
  });

  it('says the new one on standard error alone, and nothing beside JSON', async () => {
    const [text, json] = await Promise.all([
      callgate(['manifest', 'check', fileWith('manifest: 1\ntools: []\n', '.yaml')]),
      callgate(['manifest', 'check', '--json', fileWith('manifest: 1\ntools: []\n', '.yaml')]),
    ]);
    expect(text).toEqual({
      code: 0,
      out: 'Manifest: 0 tools, 0 warnings\n',
      err: 'note: callgate manifest check is now callgate check\n',
    });
    expect(json).toEqual({ code: 0, out: '{"problems":[]}\n', err: '' });
  });
});

describe('callgate check', () => {
  it('tells kinds of files by their content, one kind at a time', async () => {
    const manifest = fileWith('manifest: 1\ntools: []\n', '.yaml');
    const tools = fileWith(JSON.stringify({ tools: [{ name: 'x' }] }), '.json');
    const [mixed, lint, named, wrong] = await Promise.all([
      callgate(['check', manifest, tools]),
      callgate(['check', tools, '--json']),
      callgate(['check', '--as', 'policy', manifest]),
      callgate(['check', 'balanced', '--notes']),
    ]);
    expect(mixed).toMatchObject({
      code: 1,
      err: expect.stringContaining('The files are of two kinds: manifest and tools'),
    });
    expect([lint.code, JSON.parse(lint.out)]).toMatchObject([2, { v: 1, failed: [] }]);
    expect(named).toMatchObject({ code: 1, out: expect.stringContaining('POLICY_KEY') });
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('--notes does not apply to a policy file'),
    });
  });
});
