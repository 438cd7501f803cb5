import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { RunningCommand, openGateHome } from './gate-home.ts';
import { ROOT, ResidentCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const resident = new ResidentCallgate();
afterAll(() => resident.stop());

const POLICY = `name: pay
extends: balanced
rules:
  - {id: dear, tools: bank/pay, when: args.amount > 1000, then: block, reason: too dear}
`;
const GOOD =
  'cases: [{call: bank/pay, hints: {readOnly: no}, args: {amount: 2000}, expect: block, rules: dear}]\n';
const FAILING = GOOD.replace('expect: block', 'expect: auto');

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-test-command-'));
  for (const [name, text] of Object.entries({ 'pay.yaml': POLICY, ...files }))
    writeFileSync(join(folder, name), text);
  return folder;
};

const run = (folder: string, ...args: readonly string[]): ReturnType<ResidentCallgate['run']> =>
  resident.run(args, { cwd: folder });

describe('callgate test', () => {
  it('runs the tests of a folder, and is content where all pass', async () => {
    const { code, out, err } = await run(folderWith({ 'pay.test.yaml': GOOD }), 'test');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe('pay.yaml: 1 of 1 rule fired\n1 case, 0 failed\n');
  });

  it('shows what was expected, what came out and why, and exits with 2', async () => {
    const folder = folderWith({ 'pay.test.yaml': FAILING });
    const { code, out } = await run(folder, 'test', 'pay.test.yaml', '--junit', 'out.xml');
    expect(code).toBe(2);
    expect(out).toContain('FAILED pay.test.yaml:1:9: bank/pay\n  - expect: auto\n  + expect: block\n');
    expect(out).toContain('BLOCK  too dear');
    expect(readFileSync(join(folder, 'out.xml'), 'utf8')).toContain('failures="1"');
    const json = await run(folder, 'test', '--json');
    expect(json.code).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject({
      cases: [{ line: 1, expected: 'auto', outcome: 'block', passes: false }],
      coverage: [{ policy: 'pay.yaml', rules: { covered: ['dear'], missed: [] } }],
    });
  });

  it('exits with 1 where a file cannot be run, and still runs the others', async () => {
    const folder = folderWith({ 'a.test.yaml': 'cases: [{cal: bank/pay}]\n', 'pay.test.yaml': GOOD });
    const { code, out, err } = await run(folder, 'test');
    expect(code).toBe(1);
    expect(err).toContain(
      'a.test.yaml:1:10: error[TESTS_KEY]: Unknown key `cal`\n  help: Did you mean `call`?',
    );
    expect(out).toContain('1 case, 0 failed');
    const none = await run(mkdtempSync(join(tmpdir(), 'callgate-no-tests-')), 'test');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('error[TESTS_NONE]')]);
  });

  it('refuses options that do not belong together', async () => {
    const folder = folderWith({ 'pay.test.yaml': GOOD });
    const [junit, output] = await Promise.all([
      run(folder, 'test', '--record', 's', '--junit', 'x.xml'),
      run(folder, 'test', '-o', 'x.yaml'),
    ]);
    expect([junit.code, junit.err]).toEqual([1, expect.stringContaining('OPTION_TWICE')]);
    expect([output.code, output.err]).toEqual([1, expect.stringContaining('--output needs --record')]);
  });

  it('with --watch runs again when the policy changes', async () => {
    const folder = folderWith({ 'pay.test.yaml': GOOD });
    const watching = new RunningCommand(folder, ['test', folder, '--watch'], false);
    await watching.shows('Waiting for changes');
    expect(watching.out).toContain('1 case, 0 failed');
    writeFileSync(join(folder, 'pay.yaml'), POLICY.replace('then: block', 'then: confirm'));
    await watching.shows('Waiting for changes', 2);
    expect(watching.out).toContain('1 case, 1 failed');
    expect(watching.out).toContain('+ expect: confirm');
    writeFileSync(join(folder, 'pay.yaml'), 'rules: [\n');
    await watching.shows('Waiting for changes', 3);
    writeFileSync(join(folder, 'pay.yaml'), POLICY);
    await watching.shows('1 case, 0 failed', 2);
  });
});

const SEALING = `
extends: balanced
rules:
  - {id: letters, tools: office/send_mail, redact: [body, "to"], reason: letters are secret}
`;

describe('callgate test --record', () => {
  it('makes cases of a session that pass, without anything that is sealed', async () => {
    const home = await openGateHome(SEALING);
    await home.gate.begin(call('read_note', {}, { context: 's' }));
    await home.gate.begin(call('add_note', { text: 'n1' }, { context: 's' }));
    await home.gate.begin(call('send_mail', { to: 'x@example.com', body: 'TOP-SECRET' }, { context: 's' }));
    await home.gate.begin(call('delete_note', { id: 'other session' }, { context: 't' }));
    const [newest] = (await home.store.read.search({ target: 'read_note' }, { limit: 1 })).items;
    const file = join(home.folder, 'recorded.test.yaml');
    const made = await home.callgate(
      'test',
      '--record',
      newest?.id ?? '',
      '--policy',
      'balanced',
      '--db',
      home.database,
      '-o',
      file,
    );
    expect([made.code, made.out]).toEqual([0, '']);
    expect(made.err).toContain('1 call left out');
    expect(made.err).toContain('2 cases written to');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('TOP-SECRET');
    expect(text).not.toContain('other session');
    const tested = await home.callgate('test', file);
    expect(tested.out + tested.err).toContain('2 cases, 0 failed');
    writeFileSync(
      file,
      text.replace(/^policy: balanced$/m, 'policy: strict').replaceAll(/^ {4}rules:\n(?: {6}.*\n)*/gm, ''),
    );
    expect((await home.callgate('test', file)).code).toBe(2);
  });
});

describe('callgate check', () => {
  it.each([
    ['pay.yaml', /^Policy: 23 rules, 0 warnings, revision sha256:\w+\n$/],
    ['pay.test.yaml', /^pay\.yaml: 1 of 1 rule fired\n1 case, 0 failed\n$/],
    ['callgate.yaml', /^Configuration: 1 server, 0 warnings\n$/],
    ['callgate.lock.yaml', /^Lock: 1 server, 1 tool\n$/],
    ['pack.yaml', /^Pack: npm:thing, 1 tool\n$/],
    ['manifest.yaml', /^Manifest: 1 tool, 0 warnings\n$/],
  ])('says what %s is', async (name, words) => {
    const sha = `sha256:${'0'.repeat(64)}`;
    const folder = folderWith({
      'pay.test.yaml': GOOD,
      'callgate.yaml': 'servers: {one: {command: "true"}}\npolicy: balanced\n',
      'callgate.lock.yaml': `version: 1\nservers: {one: {identity: x, tools: {look: {definition: "${sha}"}}, prompts: {}, templates: {}}}\n`,
      'pack.yaml': `version: 1\nserver: npm:thing\nserverVersion: 1.0.0\nreviewed: {by: ann, at: 2026-01-01T00:00:00Z}\ntools: {look: {definition: "${sha}", set: {readOnly: yes}, why: Looks.}}\n`,
      'manifest.yaml':
        'manifest: 1\ntools:\n  - {name: look, title: Look, description: Looks at one thing., inputSchema: {type: object}, hints: {readOnly: true, openWorld: false}}\n',
    });
    const { code, out, err } = await run(folder, 'check', name);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(words);
  });

  it.each([
    ['callgate.yaml', 'servers: {one: {comand: "true"}}\n', 'Did you mean `command`?'],
    ['callgate.lock.yaml', 'version: 2\nservers: {}\n', 'error[LOCK_SHAPE]'],
    ['pack.yaml', 'version: 1\nreviewed: 1\n', 'error[PACK_SHAPE]'],
    ['broken.test.yaml', 'cases: [\n', 'error[TESTS_YAML]'],
  ])('says what is wrong with %s, by the reader of its kind, and exits with 1', async (name, text, words) => {
    const { code, out, err } = await run(folderWith({ [name]: text }), 'check', name);
    expect(code).toBe(1);
    expect(out + err).toContain(words);
    expect(out + err).toMatch(new RegExp(`${name}:\\d+:\\d+: error`));
  });

  it('takes cases by their earlier name, and in JSON', async () => {
    const folder = folderWith({
      'cases.json': JSON.stringify({
        policy: 'pay.yaml',
        catalogue: join(ROOT, 'packages/callgate/test/fixtures/office.json'),
        cases: [{ call: 'mail/read_inbox', expect: 'auto', rules: ['read'] }],
      }),
    });
    const { code, out } = await run(folder, 'check', 'cases.json', '--as', 'cases', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      cases: [{ file: 'cases.json', number: 1, call: 'mail/read_inbox', passes: true, missing: [] }],
    });
  });
});
