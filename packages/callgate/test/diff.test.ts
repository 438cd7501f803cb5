import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '@callgate/core';
import { replayAuditLog } from '@callgate/gate/replay';
import { presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { openGateHome } from './gate-home.ts';
import { ATTACKED, BENIGN, OFFICE, jsonLines } from './fixtures/traces.ts';
import { ResidentCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const resident = new ResidentCallgate();
afterAll(() => resident.stop());

const run = (...args: readonly string[]): ReturnType<ResidentCallgate['run']> =>
  resident.run(['diff', ...args]);

interface DiffJson {
  readonly isLoosened: boolean;
  readonly calls: number;
  readonly hints: {
    readonly changed: readonly { readonly kind: string; readonly hints: object }[];
    readonly partlySeen: readonly string[];
  };
  readonly changed: readonly {
    readonly count: number;
    readonly calls: readonly { readonly call: string }[];
  }[];
}

const diffJson = async (...args: readonly string[]): Promise<DiffJson> => {
  const { out, err, code } = await run(...args, '--json');
  if (code === 1) throw new Error(err);
  return JSON.parse(out) as DiffJson;
};

const LOOSER = fileWith(
  'name: looser\nextends: balanced\nrules:\n  - {id: run, tools: "*", when: tool.described == yes, then: auto, reason: r}\nexceptions:\n  - {id: e, rule: destroys, unless: tool.described == yes, reason: backups, until: "2099-01-01"}\n',
  '.yaml',
);

describe('callgate diff of policies', () => {
  it('shows what is loosened first, each with a witness, and exits with 2', async () => {
    const { code, out, err } = await run('balanced', LOOSER);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(out).toMatch(/^balanced -> looser\n\nCombinations of hints\n {2}WOULD RUN WITHOUT APPROVAL {2}/);
    expect(out).toContain('rules before: destroys');
    expect(out).toContain('Something is LOOSENED.');
  });

  it('exits with 0 where nothing is loosened, and says which rules only calls show', async () => {
    const stricter = fileWith(
      'extends: balanced\nrules:\n  - {id: dear, when: args.amount > 5, then: block, reason: r}\n  - {id: reads, when: tool.mutates == no, then: confirm, reason: r}\n',
      '.yaml',
    );
    const { code, out } = await run('balanced', stricter);
    expect(code).toBe(0);
    expect(out).toContain('more restrictions  readOnly yes');
    expect(out).toContain('only recorded calls show: dear.');
    expect(out).toContain('Nothing is loosened.');
    const gone = await run(stricter, 'balanced');
    expect([gone.code, gone.out]).toEqual([2, expect.stringContaining('LOOSENED')]);
    const dear = (limit: number, then = 'confirm'): string =>
      fileWith(
        `extends: balanced\nrules:\n  - {id: dear, when: args.amount > ${limit}, then: ${then}, reason: r}\n`,
        '.yaml',
      );
    for (const other of ['balanced', dear(500)]) {
      const unsure = await run(dear(5), other);
      expect([unsure.code, unsure.out]).toEqual([
        2,
        expect.stringContaining('not all that changed could be compared'),
      ]);
    }
    const same = await run('balanced', 'balanced');
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('Combinations of hints\n  none\n')]);
  });

  it('finds every call of an audit log that is decided otherwise', async () => {
    const home = await openGateHome();
    const tools = [
      'read_note',
      'add_note',
      'delete_note',
      'send_mail',
      'open_vault',
      'search_web',
      'mystery',
    ];
    for (const context of ['a', 'b', 'c'])
      for (const name of [...tools, 'read_mail', ...tools])
        await home.gate.begin(call(name, { id: 'n' }, { context }));
    const [before, after] = [new Engine(presetPolicy('balanced')), new Engine(presetPolicy('strict'))];
    const wanted: string[] = [];
    let made = 0;
    for await (const found of replayAuditLog({ read: home.store.read, keys: home.keys }, after)) {
      if (found.type === 'unreadable') throw new Error(found.because);
      const then = before.decide({ ...found.input, policy: before.policy.revision });
      if (!found.again) made += 1;
      if (!found.again && then.outcome !== found.now.outcome) wanted.push(found.call);
    }
    const diff = await diffJson('balanced', 'strict', '--log', home.database);
    const found = diff.changed.flatMap(({ calls }) => calls.map((each) => each.call));
    expect(wanted.length).toBeGreaterThan(5);
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(diff.calls).toBe(made);
    const back = await diffJson('strict', 'balanced', '--log', home.database, '--calls', '10');
    expect(back).toMatchObject({ isLoosened: true, calls: 10 });
  }, 60_000);

  it('compares the calls of traces, and the tools of a catalogue', async () => {
    const traces = fileWith(jsonLines(ATTACKED, BENIGN), '.jsonl');
    const diff = await diffJson('balanced', 'intent', '--catalogue', OFFICE, '--traces', traces);
    expect(diff.calls).toBe(5);
    const outcomes = async (policy: string): Promise<readonly string[]> => {
      const { out } = await resident.run(['replay', '--catalogue', OFFICE, '--policy', policy, traces]);
      const lines = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);
      return lines.map(({ session, id, outcome }) => `${session} ${id} ${outcome}`);
    };
    const [one, other] = [await outcomes('balanced'), await outcomes('intent')];
    const wanted = one.filter((line) => !other.includes(line)).map((line) => line.replace(/ \w+$/, ''));
    expect(wanted.length).toBeGreaterThan(0);
    expect(diff.changed.flatMap(({ calls }) => calls.map((each) => each.call))).toEqual(
      expect.arrayContaining(wanted),
    );
    const { out } = await run('balanced', 'intent', '--catalogue', OFFICE);
    expect(out).toContain('\nTools\n  WOULD RUN WITHOUT APPROVAL  mail/send_mail\n');
  });

  it('writes Markdown in which names of others are code', async () => {
    const { code, out } = await run('balanced', LOOSER, '--markdown');
    expect(code).toBe(2);
    expect(out).toContain('# balanced -> looser\n\n## Combinations of hints\n\n| change | hints |');
    expect(out).toContain('| WOULD RUN WITHOUT APPROVAL | `');
  });

  it.each([
    [['balanced'], 'ARGUMENT_MISSING'],
    [['balanced', 'strict', 'intent'], 'ARGUMENT_UNKNOWN'],
    [['balanced', OFFICE], 'ARGUMENT_SHAPE'],
    [['balanced', 'strict', '--traces', 'x'], '--catalogue is required'],
    [['balanced', 'strict', '--calls', '5'], '--calls needs --log'],
    [['balanced', 'strict', '--log', 'a', '--traces', 'b'], 'OPTION_TWICE'],
    [['balanced', 'strict', '--policy', 'intent'], '--policy does not apply'],
    [[OFFICE, OFFICE, '--log', 'a'], '--log does not apply'],
    [['balanced', 'strict', '--log', 'gone.db'], 'FILE_UNREADABLE'],
    [['balanced', 'gone.yaml'], 'POLICY_UNREADABLE'],
  ])('refuses %j', async (words, problem) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
  });
});

describe('callgate diff of what tools say', () => {
  const manifest = (hints: string, more = ''): string =>
    fileWith(
      `manifest: 1\nname: own\ntools:\n  - {name: look, inputSchema: {type: object}, hints: ${hints}}\n${more}`,
      '.yaml',
    );

  it('shows looser definitions and outcomes of manifests, new tools and removed ones', async () => {
    const old = manifest('{destructive: true}', '  - {name: gone, inputSchema: {type: object}, hints: {}}\n');
    const changed = manifest(
      '{readOnly: true, openWorld: false}',
      '  - {name: "ne|w", inputSchema: {type: object}, hints: {}}\n',
    );
    const { code, out } = await run(old, changed, '--trust', 'owned');
    expect(code).toBe(2);
    expect(out).toContain('WOULD RUN WITHOUT APPROVAL  server/look');
    expect(out).toContain('LESS CARE  server/look');
    expect(out).toContain('New tools\n  server/ne|w');
    expect(out).toContain('Removed tools\n  server/gone');
    const { out: markdown } = await run(old, changed, '--markdown');
    expect(markdown).not.toContain('ne|w');
    expect((await run(old, old)).code).toBe(0);
    expect((await run(changed, old, '--trust', 'owned')).out).toContain('more restrictions  server/look');
  });

  it('shows what reviews of locks change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callgate-diff-'));
    const lock = (name: string, set: string): string => {
      const path = join(folder, name);
      writeFileSync(
        path,
        `version: 1
servers:
  files:
    identity: x
    tools:
      read: {definition: "sha256:${'0'.repeat(64)}", classification: {set: ${set}, by: ann, at: 2026-01-01T00:00:00Z, why: read it}}
    prompts: {}
    templates: {}
`,
      );
      return path;
    };
    const [old, changed] = [
      lock('a.yaml', '{readOnly: no}'),
      lock('b.yaml', '{readOnly: yes, openWorld: no}'),
    ];
    const { code, out } = await run(old, changed);
    expect(code).toBe(2);
    expect(out).toContain('WOULD RUN WITHOUT APPROVAL  files/read');
    expect(readFileSync(changed, 'utf8')).toContain('readOnly: yes');
    expect((await run(changed, changed)).code).toBe(0);
  });
});
