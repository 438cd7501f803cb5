import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, runCallgate } from './fixtures/run-callgate.ts';
import { RunningCommand } from './gate-home.ts';

beforeAll(() => ensureBuilt());

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-check-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

const GOOD = 'extends: balanced\nrules: [{ id: a, tools: "mail/*", then: block, reason: r }]\n';
const TOOLS = '{"servers":[{"name":"mail","tools":[{"name":"send"}]}]}';

describe('callgate check --watch', () => {
  it('checks again when the policy or its catalogue changes, also after a mistake', async () => {
    const folder = folderWith({ 'p.yaml': GOOD, 'tools.json': TOOLS });
    const [policy, tools] = [join(folder, 'p.yaml'), join(folder, 'tools.json')];
    const watching = new RunningCommand(folder, ['check', policy, '--catalogue', tools, '--watch'], false);
    await watching.shows('Waiting for changes');
    expect(watching.out).toContain('0 warnings');
    writeFileSync(tools, TOOLS.replace('mail', 'web'));
    await watching.shows('Waiting for changes', 2);
    expect(watching.out).toContain('1 warning,');
    writeFileSync(tools, '{');
    await watching.shows('Waiting for changes', 3);
    writeFileSync(tools, TOOLS);
    await watching.shows('0 warnings', 2);
    writeFileSync(policy, 'rules: [\n');
    await watching.shows('POLICY_YAML');
  });

  it('watches the policies that a configuration names, and files of tests', async () => {
    const folder = folderWith({
      'callgate.yaml': 'policy: ./p.yaml\nservers: { a: { command: x } }\n',
      'p.yaml': GOOD,
      'p.test.yaml': 'cases: [{ call: mail/send, hints: {}, expect: block }]\n',
    });
    const config = new RunningCommand(folder, ['check', join(folder, 'callgate.yaml'), '--watch'], false);
    const tests = new RunningCommand(folder, ['check', join(folder, 'p.test.yaml'), '--watch'], false);
    await Promise.all([config, tests].map((each) => each.shows('Waiting for changes')));
    expect(tests.out).toContain('1 case, 0 failed');
    writeFileSync(join(folder, 'p.yaml'), GOOD.replace('block', 'confirm'));
    await Promise.all([config, tests].map((each) => each.shows('Waiting for changes', 2)));
    expect(tests.out).toContain('1 case, 1 failed');
  });

  it('shows one clear screen to a person', async () => {
    const folder = folderWith({ 'p.yaml': GOOD });
    const watching = new RunningCommand(folder, ['check', join(folder, 'p.yaml'), '--watch'], true);
    await watching.shows('Waiting for changes');
    expect(watching.out.split('\u001B[2J\u001B[3J\u001B[H')).toHaveLength(2);
  });

  it('is refused where nothing can be watched', async () => {
    const { code, err } = await runCallgate(['check', '--url', 'http://127.0.0.1:1/mcp', '--watch']);
    expect([code, err]).toEqual([1, expect.stringContaining('--watch')]);
  });
});

describe('callgate format', () => {
  it('says what is not formatted, and formats it', async () => {
    const folder = folderWith({
      'p.yaml': 'extends:   balanced # why\n',
      'good.yaml': 'extends: balanced\n',
    });
    const [path, good] = [join(folder, 'p.yaml'), join(folder, 'good.yaml')];
    const looked = await runCallgate(['format', path, good]);
    expect([looked.code, looked.out]).toEqual([1, `${path} is not formatted\n`]);
    const written = await runCallgate(['format', path, good, '--write']);
    expect([written.code, written.out]).toEqual([0, `${path} formatted\n`]);
    expect(readFileSync(path, 'utf8')).toBe('extends: balanced # why\n');
    const again = await runCallgate(['format', path, good]);
    expect([again.code, again.out]).toEqual([0, '2 files formatted already\n']);
  });

  it('changes no file where one cannot be read', async () => {
    const folder = folderWith({ 'p.yaml': 'extends:   balanced\n', 'bad.yaml': 'rules: [' });
    const { code, err } = await runCallgate([
      'format',
      join(folder, 'p.yaml'),
      join(folder, 'bad.yaml'),
      '--write',
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining('FILE_NOT_FORMATTED')]);
    expect(readFileSync(join(folder, 'p.yaml'), 'utf8')).toBe('extends:   balanced\n');
  });
});
