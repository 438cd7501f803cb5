import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Engine } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayTrace } from '../src/replay/replay-trace.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import {
  ROOT,
  ResidentCallgate,
  runCallgate as spawned,
  ensureBuilt,
  fileWith,
  fixture,
} from './fixtures/run-callgate.ts';
import { ATTACKED, ATTACKER, OFFICE, officeTools } from './fixtures/traces.ts';

interface ExplainOutput {
  readonly outcome: string;
  readonly mode: string;
  readonly rules: readonly { id: string; outcome: string | null; reason: string }[];
  readonly reasons: readonly string[];
  readonly beliefs: Readonly<Record<string, { value: string; ground: string }>>;
  readonly facts: Readonly<Record<string, string>>;
  readonly labels: { private: string; untrusted: string };
  readonly obligations: { terms: string; undo: boolean };
  readonly autoIf: readonly { words: string }[];
}

let resident: ResidentCallgate | undefined;

const callgate = (args: readonly string[]): Promise<CommandResult> => resident?.run(args) ?? spawned(args);

const CATALOGUE = fixture('catalogue.json');

const explain = (tool: string, ...more: string[]): Promise<CommandResult> =>
  callgate(['explain', '--catalogue', CATALOGUE, '--server', 'files', '--tool', tool, ...more]);

const explained = async (tool: string, ...more: string[]): Promise<ExplainOutput> => {
  const ran = await explain(tool, '--json', ...more);
  expect(ran.code, ran.err).toBe(0);
  return JSON.parse(ran.out);
};

beforeAll(() => {
  ensureBuilt();
  resident = new ResidentCallgate();
});

afterAll(() => resident?.stop());

describe('callgate explain', () => {
  it('says what happens and why', async () => {
    const args = ['explain', '--catalogue', CATALOGUE, '--server', 'files', '--tool', 'wipe'];
    const { code, out } = await spawned(args);
    // what one process tells of many command lines is what each would tell by itself
    expect(await callgate(args)).toMatchObject({ code, out });
    expect(code).toBe(0);
    expect(out).toContain('files/wipe  trusted server, policy balanced');
    expect(out).toContain('CONFIRM  May delete or overwrite data');
    expect(out).toContain('It runs automatically only if the policy changes, or');
    expect(out).not.toContain('sets readOnly to yes');
    expect(out).toMatch(/destructive +yes +claim +.*annotations\.destructiveHint says yes/);
  });

  it('gives a decision of a known shape as JSON', async () => {
    const decision = await explained('wipe');
    expect(decision).toMatchObject({
      outcome: 'confirm',
      rules: [{ id: 'destroys', outcome: 'confirm', reason: 'May delete or overwrite data' }],
      reasons: ['May delete or overwrite data'],
      beliefs: {
        readOnly: { value: 'no', ground: 'claim' },
        destructive: { value: 'yes', ground: 'claim' },
        idempotent: { value: 'no', ground: 'default' },
        openWorld: { value: 'no', ground: 'claim' },
        secret: { value: 'unknown', ground: 'default' },
      },
      facts: { mutates: 'yes', destroys: 'yes', outward: 'no', described: 'yes', quarantined: 'no' },
      labels: { private: 'none', untrusted: 'none' },
      obligations: { approvers: [], terms: 'plain', audit: 'standard', hours: null },
      autoIf: [],
      hours: null,
    });
    for (const rule of decision.rules)
      expect(Object.keys(rule)).toEqual(expect.arrayContaining(['id', 'outcome', 'reason']));
    expect(Object.keys(decision.beliefs)).toHaveLength(16);
    expect(Object.keys(decision.facts)).toHaveLength(16);
  });

  it('says what happens now where a rule has hours', async () => {
    const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const other = DAYS[(new Date().getDay() + 3) % 7] ?? '';
    const withHours = (hours: string): string =>
      fileWith(`extends: balanced\nrules:\n  - {id: night, hours: "${hours}", reason: only then}\n`, '.yaml');
    const closed = ['--policy', withHours(`${other} 10:00-11:00`)];
    const { out } = await explain('read', ...closed);
    expect(out).toMatch(/NOT NOW {2}Outside allowed hours \(\w{3} \d\d:\d\d UTC[+-]\d\d:\d\d\)/);
    expect(out).toContain(`runs from ${other} 10:00; then it runs automatically`);
    expect(out).not.toMatch(/^AUTO/m);
    expect(await explained('read', ...closed)).toMatchObject({
      outcome: 'auto',
      hours: { open: false, opens: `${other} 10:00` },
    });
    const open = await explain('read', '--policy', withHours('00:00-24:00'));
    expect(open.out).toMatch(/^AUTO/m);
    expect(open.out).toContain('Within allowed hours');
  });

  it('has nothing to suggest where it is auto', async () => {
    expect(await explained('read')).toMatchObject({ outcome: 'auto', autoIf: [] });
  });

  it('reads YAML as it reads JSON, with overrides written short', async () => {
    const ran = await callgate([
      'explain',
      '--catalogue',
      fixture('catalogue.yaml'),
      '--server',
      'files',
      '--tool',
      'wipe',
      '--json',
    ]);
    const decision: ExplainOutput = JSON.parse(ran.out);
    expect(decision.outcome).toBe('auto');
    expect(decision.beliefs['destructive']).toEqual({ value: 'no', ground: 'operator' });
    expect(decision.obligations.undo).toBe(true);
  });

  it('reads a raw tools/list answer, whose trust the operator gives', async () => {
    const raw = [
      'explain',
      '--catalogue',
      fixture('tools-list.json'),
      '--server',
      'any',
      '--tool',
      'read',
      '--json',
    ];
    const [stranger, trusted, bare] = await Promise.all([
      callgate(raw),
      callgate([...raw, '--trust', 'trusted']),
      callgate([
        'explain',
        '--catalogue',
        fileWith('{"tools": [{"name": "read", "annotations": {"readOnlyHint": true}}]}'),
        '--server',
        'x',
        '--tool',
        'read',
        '--json',
        '--trust',
        'owned',
      ]),
    ]);
    expect(JSON.parse(stranger.out)).toMatchObject({ outcome: 'confirm', facts: { described: 'no' } });
    expect(JSON.parse(trusted.out)).toMatchObject({ outcome: 'auto', facts: { described: 'yes' } });
    expect(JSON.parse(bare.out)).toMatchObject({ outcome: 'auto' });
  });

  it('applies an override where its condition on the arguments is true, and only there', async () => {
    const [tmp, root, none, wrong] = await Promise.all([
      explained('wipe', '--args', '{"path": "/tmp"}'),
      explained('wipe', '--args', '{"path": "/"}'),
      explained('wipe'),
      explained('wipe', '--args', '{"path": ["/tmp"]}'),
    ]);
    expect(tmp.outcome).toBe('auto');
    expect(tmp.beliefs['destructive']).toEqual({ value: 'no', ground: 'operator' });
    for (const { outcome } of [root, none, wrong]) expect(outcome).toBe('confirm');
  });

  it('blocks what is in quarantine, and tools of one name', async () => {
    const [drifted, twin] = await Promise.all([explained('drifted'), explained('twin')]);
    expect(drifted).toMatchObject({ outcome: 'block', facts: { quarantined: 'yes' } });
    expect(drifted.reasons).toContain('Quarantined: its definition changed');
    expect(twin).toMatchObject({ outcome: 'block', facts: { quarantined: 'yes' } });
    expect(twin.reasons).toContain('Quarantined: two tools of the server have this name');
  });

  it('notes on the side what it could not read, and goes on', async () => {
    const { code, out, err } = await explain('read');
    expect(code).toBe(0);
    expect(err).toContain('note: files: tool 6 is not an object with a name and was left out');
    expect(err).toContain('note: files: tool 7 is not an object with a name and was left out');
    expect(err).toContain('note: files/odd: annotations.readOnlyHint is');
    expect(out).not.toContain('note:');
  });

  it('takes a session in its several forms', async () => {
    const forms: [string, { private: string; untrusted: string }][] = [
      ['{"private": "known", "untrusted": "possible"}', { private: 'known', untrusted: 'possible' }],
      ['{"labels": {"untrusted": "known"}}', { private: 'none', untrusted: 'known' }],
      [
        '{"labels": {"private": {"strength": "possible", "causes": []}, "untrusted": "none"}}',
        { private: 'possible', untrusted: 'none' },
      ],
      ['{}', { private: 'none', untrusted: 'none' }],
    ];
    const decisions = await Promise.all(
      forms.map(([text]) => explained('read', '--session', fileWith(text))),
    );
    expect(decisions.map(({ labels }) => labels)).toEqual(forms.map(([, labels]) => labels));
    const yaml = await explained('read', '--session', fileWith('labels:\n  untrusted: known\n', '.yaml'));
    expect(yaml.labels.untrusted).toBe('known');
  });

  it('takes origins and words of a session', async () => {
    const session = (more: string): string => fileWith(`{"labels": {"untrusted": "known"}, ${more}}`);
    const [unproven, proven, written, words] = await Promise.all([
      explained('wipe', '--args', '{"path": "/tmp"}', '--session', session('"origins": {"proven": "no"}')),
      explained('wipe', '--args', '{"path": "/tmp"}', '--session', session('"origins": {"proven": "yes"}')),
      explained('wipe', '--args', '{"path": "/tmp"}', '--session', session('"origin": {"proven": true}')),
      explained('wipe', '--policy', 'intent', '--session', fileWith('{"words": false}')),
    ]);
    expect(unproven.outcome).toBe('confirm');
    expect(proven.outcome).toBe('auto');
    expect(written.outcome).toBe('auto');
    expect(words.outcome).toBe('confirm');
  });

  it('takes a whole session, and judges the values of the call on it', async () => {
    const tools = officeTools();
    const { steps } = replayTrace(tools, new Engine(presetPolicy('intent')), ATTACKED, {
      time: { at: 0, offsetMinutes: 0 },
    });
    const whole = steps.at(-1)?.after;
    const send = (session: unknown, to: string, ...more: string[]): Promise<CommandResult> =>
      callgate([
        'explain',
        '--catalogue',
        OFFICE,
        '--server',
        'mail',
        '--tool',
        'send_mail',
        '--policy',
        'intent',
        '--session',
        fileWith(JSON.stringify(session)),
        '--args',
        JSON.stringify({ to: [to] }),
        ...more,
      ]);
    const [stranger, bob, hidden, shown, odd, both] = await Promise.all([
      send(whole, ATTACKER, '--json'),
      send(whole, 'bob@example.com', '--json'),
      send({ ...whole, said: [] }, 'bob@example.com', '--json'),
      send(whole, ATTACKER),
      send({ ...whole, sed: [] }, ATTACKER),
      send({ ...whole, words: true }, ATTACKER),
    ]);
    expect(JSON.parse(stranger.out)).toMatchObject({
      outcome: 'confirm',
      labels: { private: 'known', untrusted: 'known' },
      words: true,
      origins: {
        proven: 'no',
        unproven: [{ argument: 'to[0]', value: ATTACKER, origin: 'untrusted', firstSeen: { call: 'a1' } }],
      },
    });
    expect(JSON.parse(bob.out)).toMatchObject({ outcome: 'auto', origins: { proven: 'yes', unproven: [] } });
    expect(JSON.parse(hidden.out)).toMatchObject({ outcome: 'confirm', words: false });
    expect(shown.out).toContain(
      `- to[0] “${ATTACKER}”: untrusted, first seen in the result of mail/read_inbox (call a1)`,
    );
    expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('error[INPUT_SHAPE]: session')]);
    expect(both.code).toBe(1);
  });

  it('judges by the policy that is named: presets, files, several of them', async () => {
    const mine = fileWith(
      'extends: balanced\nrules:\n  - {id: mine, tools: files/read, then: block, reason: not today}\n',
      '.yaml',
    );
    const organisation = fileWith('layer: organisation\nextends: strict\n', '.yaml');
    const [strict, intent, file, layers, observe] = await Promise.all([
      explained('wipe', '--policy', 'strict'),
      explained('wipe', '--policy', 'intent'),
      explained('read', '--policy', mine),
      explained('wipe', '--policy', `${organisation},${mine}`),
      explained('wipe', '--policy', 'observe'),
    ]);
    expect([strict.outcome, intent.outcome, file.outcome, layers.outcome]).toEqual([
      'confirm',
      'auto',
      'block',
      'confirm',
    ]);
    expect(file.reasons[0]).toBe('not today');
    expect(layers.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(['write', 'destroys']));
    expect(observe).toMatchObject({ mode: 'observe', outcome: 'confirm' });
    expect((await explain('wipe', '--policy', 'observe')).out).toContain('OBSERVING ONLY');
  });

  it('shows exceptions in force', async () => {
    const policy = fileWith(
      'extends: balanced\nexceptions:\n  - {id: e1, rule: destroys, unless: tool.name == "wipe", reason: spring cleaning, until: 2099-01-01}\n',
      '.yaml',
    );
    const { out } = await explain('wipe', '--policy', policy);
    expect(out).toContain('e1 disables destroys until 2099-01-01: spring cleaning');
  });
});

describe('callgate explain refuses, in one line with a code and a way out, exit code 1', () => {
  it.each<[string, string[], RegExp]>([
    [
      'a server that is not there',
      ['--server', 'fils', '--tool', 'read'],
      /error\[SERVER_UNKNOWN\].*`fils`.*\n.*Did you mean `files`\?/,
    ],
    [
      'a tool that is not there',
      ['--server', 'files', '--tool', 'raed'],
      /error\[TOOL_UNKNOWN\].*`raed`.*\n.*Did you mean `read`\?/,
    ],
    [
      'an option that is not there',
      ['--sever', 'files'],
      /error\[OPTION_UNKNOWN\].*--sever\n.*Did you mean `--server`\?/,
    ],
    ['no tool', ['--server', 'files'], /error\[OPTION_MISSING\]: Option --tool is required/],
    ['no server', ['--tool', 'read'], /error\[OPTION_MISSING\]: Option --server is required/],
    [
      'arguments that are not JSON',
      ['--server', 'files', '--tool', 'read', '--args', '{a: 1}'],
      /error\[JSON_SYNTAX\]/,
    ],
    [
      'arguments that are a list',
      ['--server', 'files', '--tool', 'read', '--args', '[1]'],
      /error\[INPUT_SHAPE\]: args: not an object/,
    ],
    [
      'arguments with a key twice',
      ['--server', 'files', '--tool', 'read', '--args', '{"a": 1, "a": 2}'],
      /error\[JSON_DUPLICATE_KEY\]/,
    ],
    [
      'a trust that is none',
      ['--server', 'files', '--tool', 'read', '--trust', 'friend'],
      /error\[TRUST_UNKNOWN\].*\n.*untrusted, trusted or owned/,
    ],
    [
      'a policy that is not there',
      ['--server', 'files', '--tool', 'read', '--policy', 'nope.yaml'],
      /error\[POLICY_UNREADABLE\].*nope\.yaml/,
    ],
    [
      'a session that is not there',
      ['--server', 'files', '--tool', 'read', '--session', 'nope.json'],
      /error\[FILE_UNREADABLE\].*nope\.json/,
    ],
    [
      'a label that is none',
      ['--server', 'files', '--tool', 'read', '--session', fileWith('{"private": "certain"}')],
      /error\[INPUT_SHAPE\]: session: private/,
    ],
    [
      'a policy that does not load',
      ['--server', 'files', '--tool', 'read', '--policy', fileWith('rule: []\n', '.yaml')],
      /\.yaml:1:1: error\[POLICY_KEY\]/,
    ],
  ])('%s', async (_, args, message) => {
    const ran = await callgate(['explain', '--catalogue', CATALOGUE, ...args]);
    expect(ran.code).toBe(1);
    expect(ran.out).toBe('');
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toMatch(/\n\s+at /);
  });

  it.each<[string, string, RegExp]>([
    ['is not there', 'nope.json', /error\[FILE_UNREADABLE\]/],
    ['is not JSON', fileWith('{'), /error\[JSON_SYNTAX\]/],
    ['has a key twice', fileWith('{"servers": [], "servers": []}'), /error\[JSON_DUPLICATE_KEY\]/],
    ['is YAML with a key twice', fileWith('servers: []\nservers: []\n', '.yaml'), /error\[FILE_YAML\]/],
    ['has no servers', fileWith('{"servers": []}'), /error\[CATALOGUE_SHAPE\]/],
    ['is something else', fileWith('[1, 2]'), /error\[CATALOGUE_SHAPE\].*\n.*help: A catalogue is/],
    [
      'has a trust that is none',
      fileWith('{"servers": [{"name": "files", "trust": "friend", "tools": []}]}'),
      /error\[CATALOGUE_SHAPE\]: .*servers\.0\.trust/,
    ],
    [
      'sets a hint with a typo',
      fileWith('{"servers": [{"name": "files", "tools": [], "overrides": [{"set": {"readonly": "yes"}}]}]}'),
      /error\[CATALOGUE_HINT\].*`readonly`\n.*Did you mean `readOnly`\?/,
    ],
    [
      'has an override that reads the session',
      fileWith(
        '{"servers": [{"name": "files", "tools": [], "overrides": [{"when": "session.private == none", "set": {}}]}]}',
      ),
      /error\[CATALOGUE_CONDITION\].*can read arguments only/,
    ],
    [
      'has an override that is not CEL',
      fileWith(
        '{"servers": [{"name": "files", "tools": [], "overrides": [{"when": "args.x ===", "set": {}}]}]}',
      ),
      /error\[CATALOGUE_CONDITION\]/,
    ],
  ])('a catalogue that %s', async (_, path, message) => {
    const ran = await callgate(['explain', '--catalogue', path, '--server', 'files', '--tool', 'read']);
    expect(ran.code).toBe(1);
    expect(ran.out).toBe('');
    expect(ran.err).toMatch(message);
  });

  it('to a shell as well', async () => {
    const ran = await spawned(['explain', '--catalogue', CATALOGUE, '--server', 'fils', '--tool', 'read']);
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Did you mean `files`?') });
  });

  it('a session whose keys are none it knows, rather than take it for an empty one', async () => {
    const ran = await explain('wipe', '--session', fileWith('{"lables": {"untrusted": "known"}}'));
    expect(ran.code).toBe(1);
  });
});

describe('hostile names', () => {
  const NAME = 'evil\u001B[31m\u202Etxt\u200B\u009B2J\u2028\u0007\u{E0041}';
  const RAW = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--\n]/v;
  const hostile = fileWith(
    JSON.stringify({
      servers: [
        {
          name: NAME,
          trust: 'trusted',
          tools: [
            {
              name: NAME,
              title: NAME,
              description: NAME,
              annotations: { readOnlyHint: true, title: NAME, [NAME]: NAME },
            },
            { name: 'odd', annotations: { readOnlyHint: NAME, destructiveHint: 5 } },
            { name: `${NAME}twin` },
            { name: `${NAME}twin` },
          ],
        },
      ],
    }),
  );

  it.each<[string, string[]]>([
    ['in words', ['--server', NAME, '--tool', NAME]],
    ['as JSON', ['--server', NAME, '--tool', NAME, '--json']],
    ['in quarantine', ['--server', NAME, '--tool', `${NAME}twin`, '--json']],
    ['of a tool that is not there', ['--server', NAME, '--tool', `${NAME}x`]],
    ['of a server that is not there', ['--server', `${NAME}x`, '--tool', 'a']],
    ['of a policy', ['--server', NAME, '--tool', NAME, '--policy', `${NAME}.yaml`]],
  ])('reach nobody raw: %s', async (_, args) => {
    const { out, err } = await callgate(['explain', '--catalogue', hostile, ...args]);
    expect(out).not.toMatch(RAW);
    expect(err).not.toMatch(RAW);
    expect(out + err).not.toBe('');
  });

  it('reach nobody raw: in the reason of a quarantine, as JSON', async () => {
    const path = fileWith(
      JSON.stringify({ servers: [{ name: 's', quarantine: { t: NAME }, tools: [{ name: 't' }] }] }),
    );
    const { out } = await callgate([
      'explain',
      '--catalogue',
      path,
      '--server',
      's',
      '--tool',
      't',
      '--json',
    ]);
    expect(out).not.toMatch(RAW);
  });

  it('reach nobody raw: as a command', async () => {
    expect((await callgate([NAME])).err).not.toMatch(RAW);
  });
});

describe('the catalogue of real servers', () => {
  const folder = resolve(ROOT, '../shared/catalogue');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (files.length === 0) console.log(`skipped: no real catalogues in ${folder}`);

  it.skipIf(files.length === 0)('is explained, one tool of each file', async () => {
    const explainOne = async (name: string): Promise<void> => {
      const path = resolve(folder, name);
      const content: { tools?: { name: string }[]; result?: { tools: { name: string }[] } } = JSON.parse(
        readFileSync(path, 'utf8'),
      );
      const tools = content.tools ?? content.result?.tools ?? [];
      const tool = tools[tools.length >> 1]?.name ?? '';
      const ran = await callgate([
        'explain',
        '--catalogue',
        path,
        '--server',
        basename(name, '.json'),
        '--tool',
        tool,
        '--json',
      ]);
      expect(ran.code, `${name} ${tool}: ${ran.err}`).toBe(0);
      const decision: ExplainOutput = JSON.parse(ran.out);
      // nobody said that these servers are trusted
      expect(decision.outcome, `${name} ${tool}`).toBe('confirm');
      expect(decision.facts['described']).toBe('no');
    };
    await Promise.all(files.map(explainOne));
  });
});
