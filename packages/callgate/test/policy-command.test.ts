import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryKeys } from '@callgate/gate';
import { parseEntry, recordPolicyActivation } from '@callgate/gate/record';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { policyFilePath } from '../src/home/policy-file.ts';
import type { GateHome } from './gate-home.ts';
import { openGateHome } from './gate-home.ts';
import { ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

beforeAll(() => ensureBuilt());

const LOOSER = `extends: balanced
rules:
  - {id: run, tools: office/*, when: tool.described == yes, then: auto, reason: there is a backup}
exceptions:
  - {id: e, rule: destroys, unless: tool.described == yes, reason: there is a backup, until: "2099-01-01"}
`;

interface PolicyCommandHome extends GateHome {
  readonly config: string;
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
}

/** A home with four recorded calls and a configuration. */
const desk = async (): Promise<PolicyCommandHome> => {
  const home = await openGateHome();
  const config = join(home.folder, 'callgate.yaml');
  writeFileSync(config, 'servers: {office: {command: "true"}}\npolicy: balanced\n');
  for (const context of ['a', 'b', 'c'])
    await home.gate.begin(call('delete_note', { id: 'n1' }, { context }));
  await home.gate.begin(call('read_note', {}, { context: 'd' }));
  return {
    ...home,
    config,
    json: async (...args) => {
      const { out, err, code } = await home.callgate(...args, '-c', config, '--json');
      if (code === 1) throw new Error(err);
      return JSON.parse(out) as Record<string, unknown>;
    },
  };
};

const alerts = async ({ store }: GateHome): Promise<readonly string[]> => {
  const rows = await store.read.rows(1, 1000);
  return rows
    .map(({ bytes }) => parseEntry(bytes))
    .filter(({ event }) => event === 'alert')
    .map(({ detail }) => String(detail['message']));
};

describe('callgate policy', () => {
  it('shows the policy in force: layers, rules, reasons and where they stand', async () => {
    const home = await desk();
    const { out, code } = await home.callgate('policy', '-c', home.config);
    expect(code).toBe(0);
    expect(out).toContain('1. balanced');
    expect(out).toMatch(/CONFIRM {2}May delete or overwrite data {2}destroys/);
    expect(out).toContain('preset:balanced:');
    const json = await home.json('policy');
    expect(json).toMatchObject({ activated: null, layers: [{ name: 'balanced' }] });
  });

  it('shows and compares the policy of `callgate run` where there is no configuration', async () => {
    const home = await openGateHome();
    await home.gate.begin(call('delete_note', { id: 'n1' }, { context: 'a' }));
    const shown = await home.callgate('policy', '--json');
    expect(shown.code, shown.err).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({ activated: null, layers: [{ name: 'balanced' }] });
    const compared = await home.callgate('policy', 'compare', 'strict', '--json');
    expect(compared.code, compared.err).toBe(0);
    const activated = await home.callgate('policy', 'activate', 'strict', '--reason', 'more care');
    expect(activated.err).toContain('error[CONFIG_NONE]');
  });

  it('compares without changing anything, what is loosened first, and says so with its exit code', async () => {
    const home = await desk();
    const file = fileWith(LOOSER, '.yaml');
    const { out, code } = await home.callgate('policy', 'compare', file, '-c', home.config);
    expect(code).toBe(2);
    expect(out).toMatch(/WOULD RUN WITHOUT APPROVAL {2}office\/delete_note {2}CONFIRM -> AUTO {2}3 calls/);
    expect(out).toContain('3 calls WOULD RUN WITHOUT APPROVAL that would not now');
    const strict = await home.callgate('policy', 'compare', 'strict', '-c', home.config);
    expect(strict.code).toBe(0);
    expect(await alerts(home)).toEqual([]);
  });

  it('activates only what was looked at, with a reason, and writes both down', async () => {
    const home = await desk();
    const file = fileWith(LOOSER, '.yaml');
    const activate = ['policy', 'activate', file, '-c', home.config] as const;
    expect((await home.callgate(...activate)).err).toContain('--reason is required');
    const unseen = await home.callgate(...activate, '--reason', 'backups');
    expect(unseen.err).toContain('ACCEPT_NOBODY]: No policy was activated: there is no terminal');
    const [, digest = ''] = /Add --digest (\S+)/.exec(unseen.err) ?? [];
    const other = await home.callgate(
      ...activate,
      '--reason',
      'backups',
      '--digest',
      digest.replace(/.$/, 'x'),
    );
    expect(other.err).toContain('ACCEPT_CHANGED');
    expect(await alerts(home)).toEqual([]);
    const done = await home.callgate(...activate, '--reason', 'backups', '--digest', digest);
    expect(done.code).toBe(0);
    const [told] = await alerts(home);
    expect(told).toMatch(/^local activated another policy.*backups$/);
    const shown = await home.callgate('policy', '-c', home.config);
    expect(shown.out).toContain('Activated instead of the configured policy: local');
    expect(shown.out).toContain('there is a backup');
  });

  it('goes back, also where what was activated cannot be read any more', async () => {
    const home = await desk();
    const nothing = await home.callgate(
      'policy',
      'activate',
      '--restore',
      '-c',
      home.config,
      '--reason',
      'why not',
    );
    expect(nothing.err).toContain('POLICY_NOT_ACTIVATED');
    const { digest } = await home.json('policy', 'activate', 'strict', '--reason', 'care');
    await home.json('policy', 'activate', 'strict', '--reason', 'care', '--digest', String(digest));
    expect((await home.json('policy'))['activated']).toMatchObject({ by: 'local', reason: 'care' });
    const path = policyFilePath(home.folder, home.config);
    writeFileSync(path, readFileSync(path, 'utf8').slice(1));
    const broken = await home.callgate('policy', '-c', home.config);
    expect(broken.code).toBe(1);
    expect(broken.err).toContain('POLICY_FILE_DAMAGED');
    expect(broken.err).toContain('callgate policy activate --restore');
    const back = await home.json('policy', 'activate', '--restore', '--reason', 'broken');
    await home.json(
      'policy',
      'activate',
      '--restore',
      '--reason',
      'broken',
      '--digest',
      String(back['digest']),
    );
    expect((await home.json('policy'))['activated']).toBeNull();
    expect((await alerts(home)).at(-1)).toMatch(/restored the policy.*broken$/);
  });

  it('lists what was put in force, signed, and goes back to it through the same activation', async () => {
    const home = await desk();
    expect((await home.callgate('policy', 'history')).out).toContain('No policy was activated yet');
    const looser = fileWith(LOOSER, '.yaml');
    const apply = async (...args: readonly string[]): Promise<void> => {
      const { digest } = await home.json(...args);
      await home.json(...args, '--digest', String(digest));
    };
    await apply('policy', 'activate', 'strict', '--reason', 'care');
    await apply('policy', 'activate', looser, '--reason', 'backups');
    const [second, first] = JSON.parse(
      (await home.callgate('policy', 'history', '--json')).out,
    ) as readonly object[];
    expect(second).toMatchObject({ number: 2, by: 'local', reason: 'backups', signature: 'valid' });
    expect(first).toMatchObject({ number: 1, policy: { name: 'strict' }, restored: false });
    // without a number: what was in force before
    await apply('policy', 'rollback', '--reason', 'too loose');
    expect(await home.json('policy')).toMatchObject({ policy: { name: 'strict' } });
    // from strict to the earlier one removes restrictions
    const back = ['policy', 'rollback', '2', '--reason', 'again', '-c', home.config];
    const refused = await home.callgate(...back);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('office/delete_note');
    expect(refused.err).toContain('POLICY_LOOSENS');
    expect(await home.json('policy')).toMatchObject({ policy: { name: 'strict' } });
    await apply(...back.slice(0, -2), '--allow-loosening');
    expect((await home.json('policy'))['activated']).toMatchObject({ reason: 'again' });
    // the configured policy is a revision like any other
    await apply('policy', 'activate', '--restore', '--reason', 'enough');
    for (const [given, code] of [
      [['9', '--reason', 'x'], 'POLICY_REVISION'],
      [['0', '--reason', 'x'], 'POLICY_REVISION_NUMBER'],
      [['-1', '--reason', 'x'], 'error['],
      [['5', '--reason', 'x'], 'POLICY_REVISION_ACTIVE'],
      [['2'], 'error['],
    ] as const)
      expect((await home.callgate('policy', 'rollback', ...given, '-c', home.config)).err).toContain(code);
    const shown = await home.callgate('policy', 'history');
    expect(shown.out).toMatch(/^5 .*restored.*local: enough/);
    expect(shown.out).toContain('signed by');
    expect((await home.callgate('audit', 'verify')).out).not.toMatch(/KEPT|broken/i);
  });

  it('goes back to a policy without a rule about arguments only where that is allowed', async () => {
    const home = await desk();
    const bounded = fileWith(
      'extends: balanced\nrules:\n  - {id: large, tools: "office/*", when: args.amount > 1000, then: block, reason: too much}\n',
      '.yaml',
    );
    const apply = async (...args: readonly string[]): Promise<void> => {
      const { digest } = await home.json(...args);
      await home.json(...args, '--digest', String(digest));
    };
    await apply('policy', 'activate', 'balanced', '--reason', 'plain');
    await apply('policy', 'activate', bounded, '--reason', 'bounds');
    const refused = await home.callgate('policy', 'rollback', '1', '--reason', 'x', '-c', home.config);
    expect(refused.err).toContain('POLICY_LOOSENS');
    expect(await home.json('policy')).toMatchObject({ activated: { reason: 'bounds' } });
  });

  it('warns before it activates a policy that asks for more people than there are', async () => {
    const home = await desk();
    const many = fileWith(
      'extends: balanced\nrules:\n  - {id: many, tools: "office/delete_*", then: confirm, approvers: 3, reason: r}\n',
      '.yaml',
    );
    const offered = await home.callgate('policy', 'activate', many, '--reason', 'x', '-c', home.config);
    expect(offered.out).toMatch(/warning: Rule `many` needs 3 people.*has 1: its calls are blocked/);
    expect(await home.json('policy', 'activate', many, '--reason', 'x')).toMatchObject({
      warnings: [expect.stringContaining('`many` needs 3 people')],
    });
  });

  it('goes back to nothing that another key signed', async () => {
    const home = await desk();
    const { digest } = await home.json('policy', 'activate', 'strict', '--reason', 'care');
    await home.json('policy', 'activate', 'strict', '--reason', 'care', '--digest', String(digest));
    await home.store.transact((tx) =>
      recordPolicyActivation(tx, memoryKeys(), {
        config: home.config,
        by: 'local',
        reason: 'not by this key',
        policy: presetPolicy('balanced'),
        layers: [{ name: 'balanced', text: 'extends: balanced\n' }],
        before: [{ name: 'strict', text: 'extends: strict\n' }],
        restored: false,
      }),
    );
    for (const number of [[], ['2']]) {
      const back = ['policy', 'rollback', ...number, '--reason', 'x', '-c', home.config] as const;
      const refused = await home.callgate(...back, '--allow-loosening');
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('signed with another key')]);
    }
    expect(await home.json('policy')).toMatchObject({ policy: { name: 'strict' } });
  });

  it('goes back to the last good policy where the activated file cannot be read', async () => {
    const home = await desk();
    const { digest } = await home.json('policy', 'activate', 'strict', '--reason', 'care');
    await home.json('policy', 'activate', 'strict', '--reason', 'care', '--digest', String(digest));
    const path = policyFilePath(home.folder, home.config);
    writeFileSync(path, readFileSync(path, 'utf8').slice(1));
    const back = await home.json('policy', 'rollback', '1', '--reason', 'broken file');
    await home.json('policy', 'rollback', '1', '--reason', 'broken file', '--digest', String(back['digest']));
    expect(await home.json('policy')).toMatchObject({ policy: { name: 'strict' } });
  });

  it('says what a candidate beside the policy in force would decide otherwise', async () => {
    const home = await desk();
    expect((await home.callgate('policy', 'shadow')).out).toContain('No candidate is evaluated');
    const candidate = loadPolicy([{ name: 'looser.yaml', text: LOOSER }]);
    if (!candidate.ok) throw new Error('the candidate does not load');
    await home.gate.useShadow(candidate.policy);
    await home.gate.begin(call('delete_note', { id: 'n2' }, { context: 'e' }));
    const { out, code } = await home.callgate('policy', 'shadow');
    expect(code).toBe(2);
    expect(out).toContain('WOULD RUN WITHOUT APPROVAL  office/delete_note  CONFIRM -> AUTO  1 call');
    expect((await home.callgate('status')).out).toContain('would decide 1 of 1 call differently');
    await home.gate.useShadow(null);
    await home.close();
    const later = JSON.parse((await home.callgate('policy', 'shadow', '--json')).out) as {
      readonly runs: readonly { readonly calls: number; readonly changes: object }[];
    };
    expect(later.runs).toMatchObject([{ calls: 1, changes: { runs: 1 } }]);
  });

  it('recommends from recorded calls, and changes nothing', async () => {
    const home = await desk();
    const shown = await home.callgate('policy', 'recommend', '-c', home.config);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('From 4 recorded calls:');
    expect(shown.out).toContain('Nothing is recommended');
    expect(await home.json('policy', 'recommend', '--since', '1d')).toMatchObject({ calls: 4, policy: null });
    const wrong = await home.callgate('policy', 'recommend', '--least', '1', '-c', home.config);
    expect(wrong.err).toContain('--least');
  });

  it('is written in Cedar and Rego, with what they cannot say on standard error', async () => {
    const home = await desk();
    const whole = fileWith(
      'rules:\n  - {id: reads, when: tool.readOnly == yes && tool.described == yes, then: auto, reason: r}\n',
      '.yaml',
    );
    const cedar = await home.callgate('export', 'cedar', whole);
    expect(cedar).toMatchObject({ code: 0, err: '' });
    expect(cedar.out).toContain('@id("reads")');
    const rego = await home.callgate('export', 'rego', 'balanced');
    expect(rego.code).toBe(2);
    expect(rego.out).toContain('package callgate');
    expect(rego.err).toContain('REQUIREMENTS of trifecta');
    expect((await home.callgate('export', 'cedar', 'observe')).err).toContain('EXPORT_OBSERVE');
    expect((await home.callgate('export', 'prolog', 'strict')).err).toContain('cedar or rego');
    expect((await home.callgate('export', 'rego')).code).toBe(1);
  });

  it('tries a call against the policy in force, or another', async () => {
    const home = await desk();
    const catalogue = fileWith(
      JSON.stringify({
        tools: [{ name: 'wipe', annotations: { readOnlyHint: false, destructiveHint: true } }],
      }),
      '.json',
    );
    const tried = [
      'explain',
      '--in-force',
      '--catalogue',
      catalogue,
      '--trust',
      'trusted',
      '--tool',
      'wipe',
    ] as const;
    expect(await home.json(...tried)).toMatchObject({ outcome: 'confirm' });
    expect(
      await home.json(...tried, '--policy', 'strict', '--untrusted', 'known', '--private', 'known'),
    ).toMatchObject({ outcome: 'block' });
    const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(new Date().getDay() + 3) % 7] ?? '';
    const hours = fileWith(
      `extends: balanced\nrules:\n  - {id: then, hours: "${day} 10:00-11:00", reason: only then}\n`,
      '.yaml',
    );
    const later = await home.callgate(...tried, '--policy', hours, '-c', home.config);
    expect(later.out).toMatch(/NOT NOW .*Outside allowed hours .*runs from \w{3} 10:00/);
    const unseen = await home.callgate('explain', '--tool', 'wipe', '-c', home.config);
    expect(unseen.err).toContain('TOOL_UNKNOWN');
    const wrong = await home.callgate(...tried, '--private', 'maybe', '-c', home.config);
    expect(wrong.err).toContain('for --private');
  });
});
