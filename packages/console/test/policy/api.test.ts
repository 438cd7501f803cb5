import { join } from 'node:path';
import { parseEntry } from '@callgate/gate/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, LayerText, TrialCall } from '@callgate/operations/api';
import { countLoosened } from '../../../operations/src/policy/compare-policies.ts';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import type { PolicyConsole } from './policy-console.ts';
import { openPolicyConsole } from './policy-console.ts';

/** Nothing of it is asked for here. */
const PAGE = join(import.meta.dirname, '..', '..', 'web');

const HOUSE: readonly LayerText[] = [
  {
    name: 'organisation.yaml',
    text: [
      'name: house rules',
      'layer: organisation',
      'rules:',
      '  - id: no-drafts',
      '    tools: notes/write_note',
      '    when: args.text == "draft"',
      '    then: block',
      '    reason: drafts stay on paper',
      '    delegated: true',
      '  - id: nobody',
      '    tools: elsewhere/*',
      '    then: confirm',
      '    reason: no such server',
      '',
    ].join('\n'),
  },
  {
    name: 'user.yaml',
    text: [
      'extends: balanced',
      'exceptions:',
      '  - id: my-drafts',
      '    rule: no-drafts',
      '    unless: args.id == "mine"',
      '    reason: my own pile',
      '    until: "2020-01-01"',
      '',
    ].join('\n'),
  },
];

/** Deletes and mails by itself where nothing untrusted was seen. */
const LOOSER: readonly LayerText[] = [
  {
    name: 'candidate.yaml',
    text: [
      'extends: balanced',
      'rules:',
      '  - {id: run, tools: notes/*, when: tool.described == yes, then: auto, reason: notes are backed up}',
      'exceptions:',
      '  - {id: a, rule: destroys, unless: tool.described == yes, reason: backed up, until: "2099-01-01"}',
      '  - {id: b, rule: outward-write, unless: tool.described == yes, reason: to me, until: "2099-01-01"}',
      '',
    ].join('\n'),
  },
];
/** Those of the notes that are described: two of them are asked about or blocked now. */
const TOOLS = 2;
const STRICTER: readonly LayerText[] = [{ name: 'candidate.yaml', text: 'extends: strict\n' }];
const OBSERVING: readonly LayerText[] = [{ name: 'candidate.yaml', text: 'extends: observe\n' }];

const TRY: TrialCall = {
  tool: { kind: 'known', server: 'notes', name: 'delete_note' },
  arguments: '{"id": "n1"}',
  labels: { private: 'none', untrusted: 'none' },
  words: true,
  proven: 'unknown',
  principal: { subject: 'ann', groups: [] },
};

let home: PolicyConsole;
let client: ApiClient;

beforeAll(async () => {
  home = await openPolicyConsole(HOUSE, { web: PAGE, roles: { local: 'operator', vera: 'viewer' } });
  client = await signInClient(home);
  for (const id of ['a', 'b', 'c']) {
    await home.call({ tool: 'read_note', arguments: { id } });
    await home.call({ tool: 'delete_note', arguments: { id }, context: id });
  }
  await home.call({ tool: 'write_note', arguments: { id: 'x', text: 'draft' } });
  await home.call({ tool: 'undescribed' });
});

afterAll(() => home.close());

const finished = async (layers: readonly LayerText[] | null, calls = 1000): Promise<Comparison> => {
  const { id } = await client.change('policy.compare', { layers, calls });
  for (;;) {
    const view = await client.read('policy.comparison', { comparison: id });
    if (view.state !== 'running') return view;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const alerts = async (): Promise<readonly string[]> => {
  const rows = await home.gateway.gate.desk.read.rows(1, 1000);
  return rows
    .map(({ bytes }) => parseEntry(bytes))
    .filter(({ detail }) => String(detail['code']).startsWith('POLICY_'))
    .map(({ detail }) => String(detail['message']));
};

describe('the effective policy', () => {
  it('tells layers as they were written, and of every rule where it stands', async () => {
    const effective = await client.read('policy.effective', {});
    expect(effective.layers).toEqual(HOUSE);
    expect(effective.activated).toBeNull();
    const own = effective.rules.find(({ id }) => id === 'no-drafts');
    expect(own).toMatchObject({
      layer: 'organisation',
      file: 'organisation.yaml',
      line: 4,
      outcome: 'block',
      reason: 'drafts stay on paper',
      tools: ['notes/write_note'],
      when: 'args.text == "draft"',
      delegated: true,
    });
    expect(own?.exceptions).toMatchObject([{ id: 'my-drafts', unless: 'args.id == "mine"', over: true }]);
    expect(effective.rules.some(({ file }) => file === 'preset:balanced')).toBe(true);
  });

  it('says what the linter finds beside the rule it is about', async () => {
    const { rules, findings } = await client.read('policy.effective', {});
    const [finding] = rules.find(({ id }) => id === 'nobody')?.findings ?? [];
    expect(finding).toMatchObject({ code: 'LINT_NO_TOOL', file: 'organisation.yaml' });
    expect(findings).toContainEqual(finding);
  });
});

describe('a policy of very many rules', () => {
  it('is linted too, and others are served meanwhile', async () => {
    const rules = Array.from(
      { length: 600 },
      (_, at) => `  - {id: r${at}, tools: "elsewhere/t${at}", then: confirm, reason: r}`,
    );
    const text = `extends: balanced\nrules:\n${rules.join('\n')}\n`;
    const checked = client.change('policy.check', { layers: [{ name: 'many.yaml', text }] });
    expect((await client.read('policy.presets', {})).length).toBeGreaterThan(2);
    const { findings } = await checked;
    expect(findings.filter(({ code }) => code === 'LINT_NO_TOOL')).toHaveLength(600);
  });
});

describe('trying a call', () => {
  it('comes to what the gate decides, and leaves no row', async () => {
    const before = await home.gateway.gate.desk.read.head();
    const tried = await client.change('policy.try', TRY);
    expect(tried.decision.outcome).toBe('confirm');
    expect(tried.decision.reasons.length).toBeGreaterThan(0);
    expect(tried.policy.revision).toBe(home.gateway.gate.policy.revision);
    expect(await home.gateway.gate.desk.read.head()).toEqual(before);
  });

  it('judges arguments, labels and a policy that is only being written', async () => {
    const write = { kind: 'known', server: 'notes', name: 'write_note' } as const;
    const outcome = async (more: Partial<TrialCall>): Promise<string> =>
      (await client.change('policy.try', { ...TRY, tool: write, ...more })).decision.outcome;
    expect(await outcome({})).toBe('auto');
    expect(await outcome({ arguments: '{"text": "draft"}' })).toBe('block');
    expect(await outcome({ labels: { private: 'none', untrusted: 'known' }, proven: 'no' })).toBe('confirm');
    expect(await outcome({ layers: STRICTER })).toBe('confirm');
  });

  it('takes a tool that nobody has, and says what would make it automatic', async () => {
    const definition = JSON.stringify({ name: 'wipe', annotations: { readOnlyHint: true } });
    const described = { kind: 'described', server: 'new', trust: 'untrusted', definition } as const;
    const tried = await client.change('policy.try', { ...TRY, tool: described });
    expect(tried.decision.outcome).toBe('confirm');
    expect(tried.claims).toContainEqual({ hint: 'readOnly', says: 'yes', where: 'annotations.readOnlyHint' });
    expect(tried.autoIf.map(({ words }) => words).join()).toContain('the server is trusted');
    const trusted = await client.change('policy.try', { ...TRY, tool: { ...described, trust: 'trusted' } });
    expect(trusted.decision.outcome).toBe('auto');
  });

  it('says what is wrong with JSON, and which tool is not there', async () => {
    await expect(client.change('policy.try', { ...TRY, arguments: '{"a": 1, "a": 2}' })).rejects.toThrow(
      '400 TRY_JSON: The JSON of the arguments',
    );
    await expect(client.change('policy.try', { ...TRY, arguments: '[]' })).rejects.toThrow('TRY_JSON');
    const gone = { kind: 'known', server: 'notes', name: 'gone' } as const;
    await expect(client.change('policy.try', { ...TRY, tool: gone })).rejects.toThrow('404 TOOL_UNKNOWN');
  });
});

describe('checking a candidate', () => {
  it('tells every problem with its line and column, and did-you-mean', async () => {
    const text = 'extends: balancd\nrules:\n  - id: x\n    when: tool.destroy == yes\n    reason: y\n';
    const checked = await client.change('policy.check', { layers: [{ name: 'mine', text }] });
    expect(checked.ok).toBe(false);
    expect(checked.findings).toMatchObject([
      { code: 'POLICY_PRESET', file: 'mine', line: 1, help: 'Did you mean `balanced`?' },
      { file: 'mine', line: 4 },
    ]);
  });

  it('refuses what would let an undescribed tool of a stranger run', async () => {
    const text = 'rules:\n  - {id: all, then: auto, reason: yes please}\n';
    const checked = await client.change('policy.check', { layers: [{ name: 'mine', text }] });
    expect(checked).toMatchObject({ ok: false, findings: [{ code: 'POLICY_CANARY' }] });
  });
});

describe('comparing', () => {
  it('counts how the last calls fare, and tells first what would run without asking', async () => {
    const { result, state } = await finished(LOOSER);
    expect(state).toBe('done');
    expect(result).toMatchObject({
      calls: 8,
      before: { auto: 3, confirm: 4, block: 1 },
      after: { auto: 7, confirm: 1, block: 0 },
      changes: { runs: 4, loosened: 0, tightened: 0 },
      unreadable: { count: 0 },
    });
    expect(
      result?.changed.map(({ tool, kind, count, before, after }) => [tool, kind, count, before, after]),
    ).toEqual([
      ['notes/delete_note', 'runs', 3, 'confirm', 'auto'],
      ['notes/write_note', 'runs', 1, 'block', 'auto'],
    ]);
    expect(result?.changed[0]?.calls).toHaveLength(3);
  });

  it('takes a policy that only observes for what it is: everything runs', async () => {
    const { result } = await finished(OBSERVING);
    expect(result?.after).toEqual({ auto: 8, confirm: 0, block: 0 });
    expect(result?.changes.runs).toBe(5);
  });

  it('looks at no more calls than were asked for, the newest', async () => {
    const { result } = await finished(STRICTER, 2);
    expect(result?.calls).toBe(2);
    expect(result?.before).toEqual({ auto: 0, confirm: 1, block: 1 });
  });

  it('tells of tools too, called or not', async () => {
    const { result } = await finished(LOOSER);
    expect(result?.tools.compared).toBe(5);
    expect(result?.tools.loosened).toBe(TOOLS);
    expect(result?.tools.changed).toContainEqual({
      kind: 'runs',
      tool: 'notes/send_mail',
      session: 'clean',
      before: 'confirm',
      after: 'auto',
    });
  });
});

describe('activating', () => {
  it('is for operators alone', async () => {
    const vera = await signInClient(home, 'vera');
    await expect(vera.change('policy.compare', { layers: STRICTER, calls: 10 })).rejects.toThrow('403');
    await expect(
      vera.change('policy.activate', { comparison: 'x', digest: 'x', reason: 'why', loosened: 0 }),
    ).rejects.toThrow('403');
    await expect(vera.change('policy.check', { layers: STRICTER })).rejects.toThrow('403');
    await expect(vera.change('policy.try', { ...TRY, layers: STRICTER })).rejects.toThrow(
      '403 POLICY_FORBIDDEN',
    );
    expect((await vera.change('policy.try', TRY)).decision.outcome).toBe('confirm');
    const long = { ...TRY, arguments: JSON.stringify({ id: 'x'.repeat(20_000) }) };
    await expect(vera.change('policy.try', long)).rejects.toThrow('400 TRY_TOO_LARGE');
    expect((await client.change('policy.try', long)).decision.outcome).toBe('confirm');
    expect((await vera.read('policy.effective', {})).layers).toEqual(HOUSE);
  });

  it('needs a comparison of exactly this text, whose loosened calls were shown, and a reason', async () => {
    const { id, digest } = await finished(LOOSER);
    const good = { comparison: id, digest, reason: 'less asking', loosened: 4 + TOOLS };
    await expect(client.change('policy.activate', { ...good, comparison: 'made-up' })).rejects.toThrow(
      '404 COMPARISON_UNKNOWN',
    );
    await expect(client.change('policy.activate', { ...good, digest: 'sha256:00' })).rejects.toThrow(
      '409 POLICY_TEXT_CHANGED',
    );
    for (const loosened of [0, 4])
      await expect(client.change('policy.activate', { ...good, loosened })).rejects.toThrow(
        '409 POLICY_LOOSENED_CHANGED',
      );
    await expect(client.change('policy.activate', { ...good, reason: '  ' })).rejects.toThrow('400');
    expect(home.policies.activated).toBeNull();
    expect(await alerts()).toEqual([]);
  });

  it('takes effect at once, says by whom and why in the record, and is good for once', async () => {
    const held = await home.call({ tool: 'delete_note', arguments: { id: 'd' }, context: 'd' });
    expect(held.outcome).toBe('held');
    const { id, digest } = await finished(LOOSER);
    const params = { comparison: id, digest, reason: 'less asking', loosened: 5 + TOOLS };
    await client.change('policy.activate', params);
    const ran = await home.call({ tool: 'delete_note', arguments: { id: 'e' }, context: 'e' });
    expect(ran.outcome).toBeUndefined();
    const effective = await client.read('policy.effective', {});
    expect(effective.activated).toMatchObject({ by: 'local', reason: 'less asking' });
    expect(effective.layers).toEqual(LOOSER);
    expect(effective.configured).toEqual(HOUSE);
    const [told, ...others] = await alerts();
    expect(told).toContain('local activated another policy');
    expect(told).toContain('less asking');
    expect(told).toContain(home.gateway.gate.policy.revision);
    expect(others).toEqual([]);
    await expect(client.change('policy.activate', params)).rejects.toThrow('404 COMPARISON_UNKNOWN');
  });

  it('goes back to nothing that the configuration came to name after it was compared', async () => {
    const back = await finished(null);
    const { revision } = home.gateway.gate.policy;
    home.configure(OBSERVING);
    await expect(
      client.change('policy.activate', {
        comparison: back.id,
        digest: back.digest,
        reason: 'enough',
        loosened: back.result === null ? 0 : countLoosened(back.result),
      }),
    ).rejects.toThrow('409 POLICY_TEXT_CHANGED');
    expect(home.gateway.gate.policy.revision).toBe(revision);
    home.configure(HOUSE);
  });

  it('is refused where another policy came into force since it was compared', async () => {
    const stale = await finished(STRICTER);
    const back = await finished(null);
    expect(back.target).toBe('configuration');
    await client.change('policy.activate', {
      comparison: back.id,
      digest: back.digest,
      reason: 'enough',
      loosened: back.result === null ? 0 : countLoosened(back.result),
    });
    expect(home.policies.activated).toBeNull();
    expect((await home.call({ tool: 'delete_note', arguments: { id: 'f' }, context: 'f' })).outcome).toBe(
      'held',
    );
    expect((await alerts()).at(-1)).toContain('restored the policy of the configuration');
    await expect(
      client.change('policy.activate', {
        comparison: stale.id,
        digest: stale.digest,
        reason: 'late',
        loosened: stale.result?.changes.loosened ?? 0,
      }),
    ).rejects.toThrow('409 POLICY_CHANGED');
  });
});

describe('a policy of the history', () => {
  const activated = async (layers: readonly LayerText[]): Promise<void> => {
    const { id, digest, result } = await finished(layers);
    if (result === null) throw new Error('not compared');
    const loosened = countLoosened(result);
    await client.change('policy.activate', { comparison: id, digest, reason: 'next', loosened });
  };

  it('is in force again with the answers of the command line: compared, with a reason, loosening only if allowed', async () => {
    await activated(LOOSER);
    await activated(STRICTER);
    const [, { number = 0 } = {}] = await client.read('policy.history', {});
    const { layers } = await client.read('policy.revision', { number });
    expect(layers).toEqual(LOOSER);
    const compared = await finished(layers);
    const back = {
      number,
      comparison: compared.id,
      digest: compared.digest,
      reason: 'too strict',
      allowLoosening: false,
    };
    await expect(client.change('policy.rollback', back)).rejects.toThrow('POLICY_LOOSENS');
    await expect(
      client.change('policy.rollback', { ...back, number: number + 1, allowLoosening: true }),
    ).rejects.toThrow('POLICY_TEXT_CHANGED');
    await expect(
      client.change('policy.rollback', { ...back, number: 99, allowLoosening: true }),
    ).rejects.toThrow('POLICY_REVISION');
    expect((await client.read('policy.effective', {})).layers).toEqual(STRICTER);
    await client.change('policy.rollback', { ...back, allowLoosening: true });
    const effective = await client.read('policy.effective', {});
    expect(effective.layers).toEqual(LOOSER);
    expect(effective.activated).toMatchObject({ by: 'local', reason: 'too strict' });
    // what tightens needs no further word
    const tighter = await finished(STRICTER);
    const { id: comparison, digest } = tighter;
    const forth = { number: number + 1, comparison, digest, reason: 'after all', allowLoosening: false };
    await client.change('policy.rollback', forth);
    expect((await client.read('policy.effective', {})).layers).toEqual(STRICTER);
    await expect(client.change('policy.rollback', forth)).rejects.toThrow('404 COMPARISON_UNKNOWN');
  });
});
