import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayerText, PolicyFinding } from '@callgate/operations/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResidentCallgate, ensureBuilt } from '../../../callgate/test/fixtures/run-callgate.ts';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import { NOTE_TOOLS } from '../test-console.ts';
import type { PolicyConsole } from './policy-console.ts';
import { openPolicyConsole } from './policy-console.ts';

/** Nothing of it is asked for here. */
const PAGE = join(import.meta.dirname, '..', '..', 'web');

const ACTIVE = `extends: balanced
rules:
  - id: no-drafts
    tools: notes/write_note
    when: args.text == "draft"
    then: block
    reason: drafts stay on paper
`;

const CANDIDATE = `extends: balanced
rules:
  - {id: run, tools: notes/*, when: tool.described == yes, then: auto, reason: notes are backed up}
  - {id: mails, tools: "*", when: tool.outward == yes && session.private == known, then: block, reason: r}
exceptions:
  - {id: a, rule: destroys, unless: tool.described == yes, reason: backed up, until: "2099-01-01"}
`;

const WRONG = 'extends: balancd\nrules:\n  - id: x\n    when: tool.destroy == yes\n    reason: y\n';
const DOUBTFUL = `extends: balanced
rules:
  - {id: a, tools: notes/*, then: confirm, reason: one}
  - {id: b, tools: notes/*, when: tool.destroys == yes, then: confirm, reason: other}
`;

const TESTS = `servers:
  - name: notes
    trust: trusted
    tools: ${JSON.stringify(NOTE_TOOLS)}
cases:
  - {name: writes, call: notes/write_note, args: {text: hello}, expect: auto}
  - {name: a draft, call: notes/write_note, args: {text: draft}, expect: block, rules: no-drafts}
  - {name: deletes, call: notes/delete_note, expect: confirm}
`;
/** Keeps the rule that the tests name, and lets notes be deleted. */
const TESTED = `${ACTIVE}  - {id: run, tools: notes/*, when: tool.described == yes, then: auto, reason: backed up}
exceptions:
  - {id: a, rule: destroys, unless: tool.described == yes, reason: backed up, until: "2099-01-01"}
`;
const PASTED =
  'cases:\n  - {call: notes/delete_note, expect: auto}\n  - {call: notes/send_mail, expect: block}\n';

const folder = mkdtempSync(join(tmpdir(), 'callgate-write-policy-'));
const resident = new ResidentCallgate();
let home: PolicyConsole;
let client: ApiClient;
let viewer: ApiClient;

const fileOf = (name: string, text: string): LayerText => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { name: path, text };
};

beforeAll(async () => {
  ensureBuilt();
  home = await openPolicyConsole([fileOf('house.yaml', ACTIVE)], {
    web: PAGE,
    roles: { local: 'operator', vera: 'viewer' },
  });
  client = await signInClient(home);
  viewer = await signInClient(home, 'vera');
}, 60_000);

afterAll(async () => {
  await resident.stop();
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

const commandJson = async (...args: readonly string[]): Promise<unknown> => {
  const { out } = await resident.run([...args, '--json']);
  return JSON.parse(out);
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const problemOf = ({ file, line, column, ...rest }: PolicyFinding): unknown => ({
  ...rest,
  position: { file, line, column },
});

describe('what the console says of a written policy is what the command line says', () => {
  it.each([
    ['wrong.yaml', WRONG, 2],
    ['doubtful.yaml', DOUBTFUL, 1],
  ])('of the problems of %s, with line and column', async (name, text, least) => {
    const layer = fileOf(name, text);
    const { findings } = await client.change('policy.check', { layers: [layer] });
    expect(findings.length).toBeGreaterThanOrEqual(least);
    expect(await commandJson('check', layer.name)).toEqual({ problems: findings.map(problemOf) });
  });

  it('of what two policies decide otherwise, loosened first, each with a witness', async () => {
    const layer = fileOf('candidate.yaml', CANDIDATE);
    const catalogue = join(folder, 'tools.json');
    const servers = [{ name: 'notes', trust: 'trusted', tools: NOTE_TOOLS }];
    writeFileSync(catalogue, JSON.stringify({ servers }));
    const diff = await client.change('policy.diff', { layers: [layer] });
    expect(diff.isLoosened).toBe(true);
    expect(diff.hints.changed[0]).toMatchObject({ kind: 'runs', after: 'auto' });
    expect(diff.tools.changed[0]).toMatchObject({ kind: 'runs', tool: 'notes/delete_note' });
    const active = join(folder, 'house.yaml');
    expect(plain(diff)).toEqual(await commandJson('diff', active, layer.name, '--catalogue', catalogue));
  }, 60_000);
});

describe('tests of a written policy', () => {
  const active = join(folder, 'house.yaml');

  it('are those beside the configured policy, with the results of the command line for the same text', async () => {
    const tests = fileOf('house.test.yaml', TESTS);
    fileOf('other.yaml', 'extends: strict\n');
    fileOf('other.test.yaml', 'cases:\n  - {call: any/tool, hints: {}, expect: auto}\n');
    const run = await client.change('policy.test', {
      layers: [{ name: active, text: TESTED }],
      pasted: null,
    });
    expect(run.errors).toEqual([]);
    expect(run.cases.map(({ name, passes }) => [name, passes])).toEqual([
      ['writes', true],
      ['a draft', true],
      ['deletes', false],
    ]);
    expect(run.explanations[0]).toBeNull();
    expect(run.explanations[2]).toContain('notes/delete_note');
    fileOf('house.yaml', TESTED);
    const { cases, coverage } = run;
    expect(await commandJson('test', tests.name)).toEqual({ cases, coverage });
    fileOf('house.yaml', ACTIVE);
    const now = await client.change('policy.test', {
      layers: [{ name: active, text: ACTIVE }],
      pasted: null,
    });
    expect(now.cases.every(({ passes }) => passes)).toBe(true);
  });

  it('may be pasted, call the tools of the gateway, and name no file', async () => {
    const layers = [{ name: 'mine.yaml', text: CANDIDATE }];
    const run = await client.change('policy.test', { layers, pasted: PASTED });
    const pasted = run.cases.filter(({ file }) => file === 'pasted.test.yaml');
    expect(pasted.map(({ line, expected, outcome, passes }) => [line, expected, outcome, passes])).toEqual([
      [2, 'auto', 'auto', true],
      [3, 'block', 'confirm', false],
    ]);
    for (const stolen of ['policy: /etc/passwd\n', 'catalogue: /etc/passwd\n']) {
      const { errors } = await client.change('policy.test', { layers, pasted: `${stolen}${PASTED}` });
      expect(errors.map(({ message }) => message).join()).toContain('TESTS_PASTED');
      expect(JSON.stringify(errors)).not.toContain('root');
    }
    const broken = await client.change('policy.test', { layers, pasted: 'cases: [{' });
    expect(broken.errors.length).toBeGreaterThan(0);
  });
});

describe('completion', () => {
  const complete = async (text: string, offset = text.length): Promise<readonly string[]> => {
    const found = await client.change('policy.complete', {
      layers: [{ name: 'mine', text }],
      layer: 0,
      offset,
    });
    return found.map(({ label }) => label);
  };

  it('knows keys, fields of conditions, presets and the tools of the gateway, however broken the rest is', async () => {
    expect(await complete('exte')).toContain('extends');
    expect(await complete('extends: bal')).toEqual(['balanced']);
    expect(await complete('rules:\n  - id: x\n    when: tool.destr')).toContain('tool.destructive');
    expect(await complete('rules:\n  - id: x\n    tools: notes/del')).toEqual(['notes/delete_note']);
  });

  it('has nothing to say outside of the text', async () => {
    const nowhere = { layers: [{ name: 'mine', text: 'rules: []\n' }], layer: 7, offset: 1e9 };
    expect(Array.isArray(await client.change('policy.complete', nowhere))).toBe(true);
    await expect(client.change('policy.complete', { ...nowhere, offset: -1 })).rejects.toThrow('400');
  });
});

it('writing is for operators alone', async () => {
  const layers = [{ name: 'mine', text: 'extends: strict\n' }];
  await expect(viewer.change('policy.test', { layers, pasted: null })).rejects.toThrow('403');
  await expect(viewer.change('policy.diff', { layers })).rejects.toThrow('403');
  await expect(viewer.change('policy.complete', { layers, layer: 0, offset: 0 })).rejects.toThrow('403');
});

it('a policy that is not valid is compared with nothing', async () => {
  const layers = [{ name: 'mine', text: WRONG }];
  await expect(client.change('policy.diff', { layers })).rejects.toThrow('POLICY_INVALID');
});
