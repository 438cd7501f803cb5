import { beforeAll, describe, expect, it } from 'vitest';
import { runCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

interface BatchAnswer {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly labels?: { private: string; untrusted: string };
  readonly error?: { code: string; message: string };
}

const READ = { name: 'read', annotations: { readOnlyHint: true, openWorldHint: false } };
const DELETE = {
  name: 'delete',
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};
const line = (more: object = {}): string =>
  JSON.stringify({ server: 's', trust: 'trusted', tool: READ, ...more });

const answers = async (lines: readonly string[], ...more: string[]): Promise<BatchAnswer[]> => {
  const { code, out, err } = await runCallgate(['explain', '--batch', ...more], `${lines.join('\n')}\n`);
  expect(code, err).toBe(0);
  return out
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((text): BatchAnswer => JSON.parse(text));
};

beforeAll(ensureBuilt);

describe('callgate explain --batch', () => {
  it('answers a thousand lines in their order', async () => {
    const KINDS: [string, string][] = [
      [line(), 'auto'],
      [line({ tool: DELETE }), 'confirm'],
      [line({ trust: 'untrusted' }), 'confirm'],
      ['{"server": 1}', 'block'],
      [line({ session: { untrusted: 'known' }, tool: DELETE }), 'confirm'],
      ['nonsense', 'block'],
      [line({ session: { labels: { private: 'known' } } }), 'auto'],
    ];
    const wanted = Array.from(
      { length: 1000 },
      (_, index): [string, string] => KINDS[(index * 5) % KINDS.length] ?? ['', ''],
    );
    const got = await answers(wanted.map(([text]) => text));
    expect(got.map(({ outcome }) => outcome)).toEqual(wanted.map(([, outcome]) => outcome));
  });

  const BAD: [string, string, string][] = [
    ['not JSON', '{', 'JSON_SYNTAX'],
    ['a key twice', '{"server": "s", "server": "t", "tool": {}}', 'JSON_DUPLICATE_KEY'],
    ['half a character', String.raw`{"server": "\ud800", "tool": {}}`, 'JSON_SURROGATE'],
    [
      'too deep',
      `{"server": "s", "tool": {}, "args": ${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
      'JSON_DEPTH',
    ],
    ['a list', '[]', 'INPUT_SHAPE'],
    ['null', 'null', 'INPUT_SHAPE'],
    ['no tool', '{"server": "s"}', 'INPUT_SHAPE'],
    ['a tool that is a name', '{"server": "s", "tool": "read"}', 'INPUT_SHAPE'],
    ['no server', '{"tool": {"name": "a"}}', 'INPUT_SHAPE'],
    ['a trust that is none', line({ trust: 'friend' }), 'TRUST_UNKNOWN'],
    ['arguments that are a list', line({ args: [1] }), 'INPUT_SHAPE'],
    ['a session that is a number', line({ session: 5 }), 'INPUT_SHAPE'],
    ['a label that is none', line({ session: { private: 'certain' } }), 'INPUT_SHAPE'],
    ['a principal that is a number', line({ principal: 5 }), 'INPUT_SHAPE'],
    ['a principal of no kind', line({ principal: { subject: 'a', kind: 'robot' } }), 'INPUT_SHAPE'],
  ];

  it('answers every bad line in its place with block, and the good ones between them', async () => {
    const got = await answers(BAD.flatMap(([, bad]) => [line(), bad]));
    expect(got).toHaveLength(BAD.length * 2);
    for (const [index, [what, , code]] of BAD.entries()) {
      const answer = got[index * 2 + 1];
      expect(got[index * 2]?.outcome, `before ${what}`).toBe('auto');
      expect(answer, what).toMatchObject({ outcome: 'block', rules: [], error: { code } });
      expect(answer?.reasons[0], what).toContain('Callgate cannot judge this call');
    }
  });

  it('blocks a tool whose name nobody can read, and asks about one that says nothing', async () => {
    const got = await answers([
      line({ tool: {} }),
      line({ tool: { name: 5 } }),
      line({ tool: { name: 'x', annotations: 5 } }),
    ]);
    expect(got.map(({ outcome }) => outcome)).toEqual(['block', 'block', 'confirm']);
  });

  it('takes sessions, principals and policies', async () => {
    const got = await answers(
      [
        line({ session: { untrusted: 'known', private: { strength: 'possible' } } }),
        line({ principal: 'someone' }),
        line({ principal: { subject: 'a', kind: 'service', groups: ['x'] }, args: { a: 1 } }),
        line({ session: null, principal: null, args: null, trust: null }),
      ],
      '--policy',
      'strict',
    );
    expect(got.map(({ outcome }) => outcome)).toEqual(['auto', 'auto', 'auto', 'block']);
    expect(got[0]?.labels).toEqual({ private: 'possible', untrusted: 'known' });
  });

  it('goes on after an empty line, with CRLF, and without a last line end', async () => {
    const { out } = await runCallgate(['explain', '--batch'], `${line()}\r\n\r\n${line({ tool: DELETE })}`);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((text): string => (JSON.parse(text) as BatchAnswer).outcome),
    ).toEqual(['auto', 'confirm']);
  });

  it('says nothing to nothing', async () => {
    expect(await runCallgate(['explain', '--batch'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('shows nothing of a bad line raw', async () => {
    const { out } = await runCallgate(
      ['explain', '--batch'],
      `${line({ trust: '\u202Eevil\u009B2J\u200B' })}\n`,
    );
    expect(out).not.toMatch(/[\u0080-\u009F\u200B-\u200F\u202A-\u202E]/);
  });

  it('answers a line whose trust is an object, and the lines after it', async () => {
    expect((await answers([line({ trust: {} }), line()])).map(({ outcome }) => outcome)).toEqual([
      'block',
      'auto',
    ]);
  });

  it('does not take a line separator inside a text for the end of the line', async () => {
    const text = line({ tool: { ...READ, description: 'one\u2028two' } });
    expect((await answers([text])).map(({ outcome }) => outcome)).toEqual(['auto']);
  });

  it('blocks a line with keys it does not know, such as a session with a typo', async () => {
    const got = await answers([
      line({ sesion: { untrusted: 'known' } }),
      line({ session: { untrused: 'known' } }),
    ]);
    expect(got.map(({ outcome }) => outcome)).toEqual(['block', 'block']);
  });

  it.each([
    ['arguments whose names collide', line({ args: { to: 'ok', TO: 'evil' } })],
    ['arguments in two places', line({ args: { to: 'ok' }, arguments: { to: 'evil' } })],
    ['a label in two places', line({ session: { labels: { private: 'none' }, private: 'known' } })],
    ['a session of another version', line({ session: { v: 9 } })],
    ['a principal with a key nobody knows', line({ principal: { subject: 'a', group: ['x'] } })],
    ['origins with a key nobody knows', line({ session: { origins: { prooven: 'no' } } })],
  ])('blocks %s', async (_, text) => {
    expect((await answers([text])).map(({ outcome }) => outcome)).toEqual(['block']);
  });

  it('judges a call on a whole session', async () => {
    const label = { strength: 'known', witnesses: [] };
    const session = {
      v: 1,
      context: 'c',
      labels: { private: label, untrusted: label },
      declassifications: [],
      said: [{ text: 'Delete the file notes.txt', via: 'host' }],
      unbelieved: [],
      seen: [],
      kept: 0,
      created: [],
      dropped: { words: 0, results: 0, created: 0 },
    };
    const remove = (path: string): string =>
      line({
        tool: { ...DELETE, inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
        args: { path },
        session,
      });
    const got = await answers(
      [remove('notes.txt'), remove('taxes.txt'), line({ session: { ...session, seen: 1 } })],
      '--policy',
      'intent',
    );
    expect(got.map(({ outcome }) => outcome)).toEqual(['auto', 'confirm', 'block']);
    expect(got[2]?.error?.code).toBe('INPUT_SHAPE');
  });

  it('says what was judged by digests', async () => {
    const [first, second] = await answers([line({ args: { a: 1, b: 2 } }), line({ args: { b: 2, a: 1 } })]);
    const { definition, arguments: args } = first as unknown as { definition: string; arguments: string };
    expect([definition, args]).toEqual([
      expect.stringMatching(/^sha256:/),
      expect.stringMatching(/^sha256:/),
    ]);
    expect((second as unknown as { arguments: string }).arguments).toBe(args);
  });
});
