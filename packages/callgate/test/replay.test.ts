import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRecordedData } from '../../core/test/find-recorded-data.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { ResidentCallgate, runCallgate as spawned, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';
import {
  ATTACKED,
  ATTACKER,
  BENIGN,
  OFFICE,
  callEvent,
  jsonLines,
  sendMail,
  makeTrace,
  userEvent,
} from './fixtures/traces.ts';

interface ReplayLine {
  readonly session: string;
  readonly id: string;
  readonly outcome: string;
  readonly unproven: readonly { argument: string }[];
}

let resident: ResidentCallgate | undefined;

beforeAll(() => {
  ensureBuilt();
  resident = new ResidentCallgate();
});

afterAll(() => resident?.stop());

const BASE = ['replay', '--catalogue', OFFICE, '--policy', 'intent'];

const replay = (...more: string[]): Promise<CommandResult> =>
  resident?.run([...BASE, ...more]) ?? spawned([...BASE, ...more]);

const linesOf = ({ out }: CommandResult): ReplayLine[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((text): ReplayLine => JSON.parse(text));

const outcomesOf = (ran: CommandResult): string =>
  linesOf(ran)
    .map(({ id, outcome }) => `${id} ${outcome}`)
    .join(', ');

const BOTH = fileWith(jsonLines(ATTACKED, BENIGN), '.jsonl');
const LABELS = fileWith(
  JSON.stringify({ attacked: { suite: 'office', attack: ['a3'] }, benign: { suite: 'office', attack: [] } }),
);

describe('callgate replay', () => {
  it('writes a decision for every call', async () => {
    const ran = await spawned([...BASE, BOTH]);
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: '' });
    expect(outcomesOf(ran)).toBe('a1 auto, a2 auto, a3 confirm, b1 auto, b2 auto');
    expect(linesOf(ran)[2]).toEqual({
      session: 'attacked',
      id: 'a3',
      server: 'mail',
      tool: 'send_mail',
      outcome: 'confirm',
      rules: expect.arrayContaining(['untrusted-session']),
      reasons: expect.arrayContaining([expect.stringContaining(ATTACKER)]),
      labels: { private: 'known', untrusted: 'known' },
      words: true,
      outbound: true,
      proven: 'no',
      destination: 'no',
      created: 'no',
      unproven: [
        {
          argument: 'to[0]',
          value: ATTACKER,
          role: 'destination',
          origin: 'untrusted',
          firstSeen: {
            call: 'a1',
            server: 'mail',
            tool: 'read_inbox',
            path: ['content', 0, 'text'],
            span: [26, 26 + ATTACKER.length],
          },
        },
      ],
    });
  });

  it('reads lines, packed lines, a list, one trace and standard input alike', async () => {
    const text = jsonLines(ATTACKED, BENIGN);
    const forms = [
      [fileWith(gzipSync(text), '.jsonl.gz')],
      [fileWith(JSON.stringify([ATTACKED, BENIGN], null, 2))],
      [fileWith(gzipSync(JSON.stringify([ATTACKED, BENIGN])), '.json.gz')],
      [fileWith(JSON.stringify(ATTACKED)), fileWith(jsonLines(BENIGN), '.ndjson')],
      [fileWith(`${text.replaceAll('\n', '\r\n\r\n')}`, '.jsonl')],
    ];
    const plain = (await replay(BOTH)).out;
    for (const files of forms) expect((await replay(...files)).out).toBe(plain);
    expect((await spawned([...BASE, '-'], text)).out).toBe(plain);
  });

  it('writes ASCII, whatever a trace holds', async () => {
    const odd = makeTrace('s\u202E', userEvent('Hi'), callEvent('i\u200B', 'mail/\u009Bevil'));
    const { out } = await replay(fileWith(jsonLines(odd), '.jsonl'));
    expect(out).toMatch(/^[\u0020-\u007E\n]+$/);
    expect(JSON.parse(out)).toMatchObject({
      session: 's\u202E',
      outcome: 'block',
      error: { code: 'TOOL_UNKNOWN' },
    });
  });

  it('tells of every bad line where it stands, goes on, and exits with 1', async () => {
    const bad = fileWith(
      `{"session": "x"}\nnonsense\n${jsonLines(BENIGN)}${jsonLines(BENIGN)}{"session": "y", "events": [{"type": "result", "id": "z", "result": {}}]}\n${jsonLines(ATTACKED)}`,
      '.jsonl',
    );
    const ran = await spawned([...BASE, bad]);
    expect(ran.code).toBe(1);
    expect(outcomesOf(ran)).toBe('b1 auto, b2 auto, a1 auto, a2 auto, a3 confirm');
    expect(ran.err.split('\n').filter((line) => line.includes('error['))).toEqual([
      `${bad}:1: error[TRACE_SHAPE]: events: not a list`,
      expect.stringContaining(`${bad}:2: error[JSON_SYNTAX]`),
      `${bad}:4: error[TRACE_TWICE]: There is another session \`benign\``,
      `${bad}:5: error[TRACE_RESULT]: Event 1: a result of \`z\`, but no earlier call has this id`,
    ]);
  });

  it('tells of files that cannot be read, and goes on', async () => {
    const cut = fileWith(gzipSync(jsonLines(ATTACKED)).subarray(0, 60), '.jsonl.gz');
    const list = fileWith(JSON.stringify([ATTACKED, 5]));
    const ran = await replay('nowhere.jsonl', cut, list, fileWith(jsonLines(BENIGN), '.jsonl'));
    expect(ran.code).toBe(1);
    expect(outcomesOf(ran)).toBe('a1 auto, a2 auto, a3 confirm, b1 auto, b2 auto');
    expect(ran.err).toContain('nowhere.jsonl: error[FILE_UNREADABLE]: Cannot read nowhere.jsonl');
    expect(ran.err).toContain(`error[FILE_UNREADABLE]: File ${cut} is not a complete gzip file`);
    expect(ran.err).toContain(`${list}[1]: error[TRACE_SHAPE]: The trace is not an object`);
  });

  it('counts for people', async () => {
    const { code, out } = await replay('--summary', BOTH);
    expect(code).toBe(0);
    expect(out).toContain('2 sessions, 5 calls  policy intent');
    expect(out).toMatch(/AUTO +4 +80\.0 %\n +CONFIRM +1 +20\.0 %\n +BLOCK +0 +0\.0 %/);
    expect(out).toContain('no approval needed in 1 session (50.0 %); 0.50 calls held per session');
    expect(out).toMatch(/untrusted-session +1\n/);
    expect(out).toMatch(/mail\/send_mail +2 +1 +0\n/);
    expect(out).toMatch(/attacked +1 of 3/);
  });

  it('counts for machines', async () => {
    const { out } = await replay('--summary', '--json', BOTH);
    expect(JSON.parse(out)).toMatchObject({
      policy: 'intent',
      summary: {
        calls: 5,
        outcomes: { auto: 4, confirm: 1, block: 0 },
        tools: { 'mail/read_inbox': { auto: 2, confirm: 0, block: 0 } },
        sessions: { attacked: { auto: 2, confirm: 1, block: 0 }, benign: { auto: 2 } },
        unjudged: 0,
      },
    });
  });

  it('scores against labels, for people and for machines', async () => {
    const [people, machines] = await Promise.all([
      replay('--labels', LABELS, BOTH),
      replay('--labels', LABELS, '--json', BOTH),
    ]);
    expect(people.out).toMatch(
      /all +1 +100\.00 % +100\.00 % +100\.00 % +1 +100\.0 % +0\.00 +0\.00 +0\.00 +0\.00 +0\n/,
    );
    expect(people.out).toMatch(/exfiltration +1 +100\.00 %/);
    expect(JSON.parse(machines.out)).toMatchObject({
      scores: {
        total: { attacks: 1, stopped: 1, benign: 1, zeroPrompt: 1, shares: { stopped: 1, prompts: 0 } },
        suites: { office: { attacks: 1 } },
        kinds: { exfiltration: { attacks: 1 }, integrity: { attacks: 0, shares: { stopped: null } } },
      },
    });
    expect(JSON.parse(machines.out)).not.toHaveProperty('summary');
  });

  it('plays a person who approves, or refuses what an attacker caused', async () => {
    const [all, others, odd] = await Promise.all([
      replay('--approve', 'all', '--labels', LABELS, '--json', BOTH),
      replay('--approve', `except:${LABELS}`, '--labels', LABELS, '--json', BOTH),
      replay('--approve', 'some', BOTH),
    ]);
    for (const { out } of [all, others])
      expect(JSON.parse(out)).toMatchObject({ scores: { total: { stopped: 1, questions: 0 } } });
    expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('error[OPTION_VALUE]')]);
  });

  it('takes packed labels, and says which sessions and calls they do not fit', async () => {
    const packed = fileWith(gzipSync('{"attacked": {"suite": "x", "attack": ["a3", "gone"]}}'), '.json.gz');
    const { out, err } = await replay('--labels', packed, '--json', BOTH);
    expect(JSON.parse(out)).toMatchObject({ scores: { total: { attacks: 1, stopped: 0, benign: 0 } } });
    expect(err).toContain('note: not scored, because labels are missing: 1 session');
    expect(err).toContain('note: labelled, but not in the traces: 1 call;');
  });

  it('refuses labels it cannot read, or that say a thing twice', async () => {
    const [odd, twice] = await Promise.all([
      replay('--labels', fileWith('{"attacked": ["a3"]}'), BOTH),
      replay('--labels', `${LABELS},${LABELS}`, BOTH),
    ]);
    expect([odd.code, odd.out, odd.err]).toEqual([1, '', expect.stringContaining('error[LABELS_SHAPE]')]);
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('error[LABELS_TWICE]')]);
  });

  it('hides the words of the person where it is asked to', async () => {
    expect(outcomesOf(await replay('--no-user', BOTH))).toBe(
      'a1 auto, a2 confirm, a3 confirm, b1 auto, b2 confirm',
    );
  });

  it('carries labels from task to task of one context, and never words', async () => {
    const quiet = makeTrace(
      'quiet',
      userEvent('Send a mail to bob@example.com'),
      sendMail('q1', 'carol@example.com'),
    );
    const file = fileWith(jsonLines(ATTACKED, quiet), '.jsonl');
    const [apart, together] = await Promise.all([replay(file), replay('--one-context', file)]);
    expect(outcomesOf(apart)).toContain('q1 auto');
    expect(outcomesOf(together)).toContain('q1 confirm');
  });

  it('infers roles where it is asked to', async () => {
    const file = fileWith(
      jsonLines(
        makeTrace(
          'r',
          userEvent('Create a file for bob@example.com'),
          ...ATTACKED.events.slice(1, 3),
          callEvent('c', 'files/create_file', { name: '/etc/passwd', content: 'x' }),
        ),
      ),
      '.jsonl',
    );
    const unproven = (ran: CommandResult): unknown =>
      linesOf(ran)[1]?.unproven.map(({ argument }) => argument);
    expect(unproven(await replay(file))).toEqual([]);
    expect(unproven(await replay('--no-roles', file))).toEqual(['name']);
  });

  it('refuses what it does not understand, in one line with a code', async () => {
    const ran = await Promise.all([
      resident?.run(['replay', BOTH]),
      replay(),
      replay('--sumary', BOTH),
      replay('--no-user=yes', BOTH),
    ]);
    for (const each of ran) expect([each?.code, each?.out]).toEqual([1, '']);
    expect(ran.map((each) => /error\[(\w+)\]/.exec(each?.err ?? '')?.[1])).toEqual([
      'OPTION_MISSING',
      'ARGUMENT_MISSING',
      'OPTION_UNKNOWN',
      'OPTION_UNKNOWN',
    ]);
  });

  it('draws no bar and no colours into a pipe', async () => {
    const { out, err } = await spawned([...BASE, '--summary', BOTH]);
    expect(err).toBe('');
    expect(out).not.toContain('\u001B');
  });

  it('plays thousands of sessions, each on its own', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({ ...BENIGN, session: `s${at}` }));
    const ran = await replay('--summary', '--json', fileWith(jsonLines(...many), '.jsonl'));
    expect(JSON.parse(ran.out)).toMatchObject({ summary: { calls: 4000, outcomes: { auto: 4000 } } });
  });
});

const runs = findRecordedData('traces/agentdojo', 'the recorded runs through the command line');

describe.skipIf(runs === undefined)('the recorded runs', () => {
  it('are replayed and scored, every one of them', async () => {
    const ran = await spawned([
      'replay',
      '--catalogue',
      `${runs}/catalogue.json`,
      '--policy',
      'intent',
      '--summary',
      '--json',
      '--labels',
      `${runs}/obedient.labels.json.gz`,
      `${runs}/obedient.jsonl.gz`,
    ]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(JSON.parse(ran.out)).toMatchObject({
      summary: { calls: 6096, unjudged: 0 },
      scores: { total: { attacks: 929, benign: 20 } },
    });
  });
});
