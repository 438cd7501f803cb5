import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keys } from '@callgate/gate';
import { memoryKeys } from '@callgate/gate';
import { parseEntry, readKeys, readPolicyActivation, verifyPolicyActivation } from '@callgate/gate/record';
import { virtualClock } from '@callgate/gate/testing';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import type { GatewayConfig } from '@callgate/gateway/config';
import { defaultGatewayConfig } from '@callgate/gateway/config';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LayeredPolicy } from '../home/layered-policy.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { policyFilePath, readPolicyFile } from '../home/policy-file.ts';
import type { PolicyFollower } from './follow-policy-file.ts';
import { followPolicyFile } from './follow-policy-file.ts';

const HINTED = {
  name: 'hinted.yaml',
  text: `extends: strict
hints:
  - {name: reviewed, key: com.example/reviewed, relaxing: "yes", description: somebody looked}
`,
};

const layers = [HINTED];

const policyOf = (): LayeredPolicy['policy'] => {
  const loaded = loadPolicy(layers);
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.policy;
};

interface FollowerSetup {
  readonly gateway: Gateway;
  readonly policies: PolicyFollower;
  readonly log: readonly LogEntry[];
  /** As whoever compared with what is in force now. */
  activate(by: string, reason: string): Promise<void>;
  restore(by: string, reason: string): Promise<void>;
  /** The configuration names another one. */
  configure(names: readonly string[]): void;
  /** Two looks at the file. */
  look(): void;
  keys(): Keys;
  close(): Promise<void>;
}

const newHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-policy-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const open = async (folder: string): Promise<FollowerSetup> => {
  const config: GatewayConfig = { ...defaultGatewayConfig(folder, []), http: null };
  let configured = loadLayeredPolicy(['balanced']);
  const path = join(folder, 'callgate.yaml');
  const { active } = readPolicyFile(folder, path);
  const log: LogEntry[] = [];
  const gateway = await createGateway({
    config,
    policy: active?.policy ?? configured.policy,
    home: { folder, keys: join(folder, 'callgate.key'), anchors: join(folder, 'callgate.anchors') },
  });
  const clock = virtualClock(1_800_000_000_000);
  const policies = followPolicyFile({
    home: { folder },
    config: path,
    configured: () => configured,
    gateway,
    log: (entry) => log.push(entry),
    clock,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    policies.close();
    await gateway.close();
  };
  onTestFinished(close);
  return {
    gateway,
    policies,
    log,
    activate: (by, reason) => policies.activate(layers, policyOf(), by, reason, gateway.gate.policy.revision),
    restore: (by, reason) =>
      policies.restore(by, reason, {
        base: gateway.gate.policy.revision,
        target: configured.policy.revision,
      }),
    configure: (names) => {
      configured = loadLayeredPolicy(names);
    },
    look: () => {
      clock.advance(500);
      clock.advance(500);
    },
    keys: () => readKeys(join(folder, 'callgate.key')),
    close,
  };
};

const told = async ({ gateway }: FollowerSetup): Promise<readonly string[]> => {
  const rows = await gateway.gate.desk.read.rows(1, 1000);
  return rows
    .map(({ bytes }) => parseEntry(bytes))
    .filter(({ event }) => event === 'alert' || event === 'policy')
    .map(({ event, detail }) =>
      event === 'policy' ? `policy ${String(detail['policy'])}` : String(detail['message']),
    );
};

describe('the place of the policy', () => {
  it('is what the configuration names, until somebody says otherwise', async () => {
    const { policies } = await open(newHome());
    expect(policies.layers).toEqual([{ name: 'balanced', text: 'extends: balanced\n' }]);
    expect(policies.activated).toBeNull();
  });

  it('puts another in force at once, with its hints, by whom and why in the record before it counts', async () => {
    const opened = await open(newHome());
    await opened.activate('ann', 'more care');
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(opened.policies.layers).toEqual(layers);
    expect(opened.policies.activated).toMatchObject({ by: 'ann', reason: 'more care' });
    const [word, policy, ...others] = await told(opened);
    expect(word).toMatch(/^ann activated another policy.*hinted\.yaml.*more care$/);
    expect(policy).toBe(`policy ${policyOf().revision}`);
    expect(others).toEqual([]);
  });

  it('leaves a signed entry with the texts of both policies', async () => {
    const opened = await open(newHome());
    await opened.activate('ann', 'more care');
    const { read } = opened.gateway.gate.desk;
    const row = (await read.rows(1, 1000)).find(({ event }) => event === 'activated');
    const detail = readPolicyActivation(row === undefined ? {} : parseEntry(row.bytes).detail);
    expect(detail).toMatchObject({ by: 'ann', reason: 'more care', restored: false });
    if (detail === undefined) return;
    expect(JSON.parse((await read.kept(detail.layers)) ?? '')).toEqual(layers);
    expect(JSON.parse((await read.kept(detail.before)) ?? '')).toMatchObject([{ name: 'balanced' }]);
    const { publicKey } = opened.keys();
    expect(verifyPolicyActivation(publicKey, detail)).toBe('valid');
    expect(verifyPolicyActivation(publicKey, { ...detail, by: 'bob' })).toBe('invalid');
    expect(verifyPolicyActivation(publicKey, { ...detail, layers: detail.before })).toBe('invalid');
    expect(verifyPolicyActivation(publicKey, { ...detail, signature: 'zz' })).toBe('invalid');
    expect(verifyPolicyActivation(memoryKeys().publicKey, detail)).toBe('other-key');
  });

  it('stays in force after a restart, and goes back with a reason', async () => {
    const home = newHome();
    const first = await open(home);
    await first.activate('ann', 'more care');
    await first.close();
    const second = await open(home);
    expect(second.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(second.policies.activated?.by).toBe('ann');
    await second.restore('bob', 'it asks too much');
    expect(second.gateway.gate.policy.revision).toBe(loadLayeredPolicy(['balanced']).policy.revision);
    expect(
      (await told(second)).some((line) => /^bob restored the policy.*it asks too much$/.test(line)),
    ).toBe(true);
    await second.close();
    expect((await open(home)).policies.activated).toBeNull();
  });

  it('is followed by another gateway of the same home, and told once', async () => {
    const home = newHome();
    const [one, other] = [await open(home), await open(home)];
    await one.activate('ann', 'more care');
    expect(other.gateway.gate.policy.revision).not.toBe(policyOf().revision);
    other.look();
    await expect.poll(() => other.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(other.policies.activated?.by).toBe('ann');
    const words = (await told(one)).filter((line) => line.startsWith('ann'));
    expect(words).toHaveLength(1);
  });

  it('comes into force where a gateway was opened without looking', async () => {
    const home = newHome();
    const first = await open(home);
    await first.activate('ann', 'more care');
    await first.gateway.gate.usePolicy(loadLayeredPolicy(['balanced']).policy);
    const again = followPolicyFile({
      home: { folder: home },
      config: join(home, 'callgate.yaml'),
      configured: () => loadLayeredPolicy(['balanced']),
      gateway: first.gateway,
      log: () => {},
    });
    onTestFinished(() => again.close());
    await expect.poll(() => first.gateway.gate.policy.revision).toBe(policyOf().revision);
  });

  it('stays as it was where the file turns bad while it runs', async () => {
    const home = newHome();
    const opened = await open(home);
    await opened.activate('ann', 'more care');
    writeFileSync(policyFilePath(home, join(home, 'callgate.yaml')), '{}');
    opened.look();
    await expect.poll(() => opened.log.map(({ code }) => code)).toContain('POLICY_FILE_DAMAGED');
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
  });

  it('stays as it was where its file is gone, is told with what to do, and can be put right', async () => {
    const home = newHome();
    const file = policyFilePath(home, join(home, 'callgate.yaml'));
    const opened = await open(home);
    await opened.activate('ann', 'more care');
    const text = readFileSync(file);
    await opened.policies.follow();
    rmSync(join(home, 'policies'), { recursive: true });
    await opened.policies.follow();
    expect(opened.log.map(({ code }) => code)).toContain('POLICY_FILE_GONE');
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(opened.policies.activated?.by).toBe('ann');
    await expect.poll(async () => (await told(opened)).join()).toMatch(/is gone\. Restore it from a backup/);
    await opened.gateway.reload(opened.gateway.config(), opened.policies.effective());
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    await opened.gateway.gate.usePolicy(loadLayeredPolicy(['balanced']).policy);
    await opened.policies.follow();
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    await opened.restore('bob', 'it is not needed');
    expect(opened.gateway.gate.policy.revision).toBe(loadLayeredPolicy(['balanced']).policy.revision);
    writeFileSync(file, text);
    await opened.policies.follow();
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
  });

  it('goes back to nothing but what was compared, and from nothing else', async () => {
    const opened = await open(newHome());
    await opened.activate('ann', 'more care');
    const base = policyOf().revision;
    const target = loadLayeredPolicy(['balanced']).policy.revision;
    opened.configure(['observe']);
    await expect(opened.policies.restore('ann', 'done', { base, target })).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_TEXT_CHANGED' }),
    );
    opened.configure(['balanced']);
    await expect(opened.policies.restore('ann', 'done', { base: target, target })).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_CHANGED' }),
    );
    expect(opened.gateway.gate.policy.revision).toBe(base);
    await opened.policies.restore('ann', 'done', { base, target });
    expect(opened.gateway.gate.policy.revision).toBe(target);
  });

  it('takes no word of one who has not seen what another process said', async () => {
    const home = newHome();
    const [one, other] = [await open(home), await open(home)];
    await one.activate('ann', 'more care');
    await expect(other.activate('bob', 'the same')).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_CHANGED' }),
    );
    await other.policies.follow();
    await other.restore('bob', 'not needed');
    expect(readPolicyFile(home, join(home, 'callgate.yaml')).word?.by).toBe('bob');
  });

  it('does not let a configuration that was read meanwhile take its place', async () => {
    const opened = await open(newHome());
    await opened.activate('ann', 'more care');
    opened.configure(['intent']);
    await opened.gateway.reload(opened.gateway.config(), loadLayeredPolicy(['intent']).policy);
    await opened.policies.follow();
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    await opened.restore('ann', 'done');
    expect(opened.gateway.gate.policy.revision).toBe(loadLayeredPolicy(['intent']).policy.revision);
  });

  it('changes nothing where it cannot be kept', async () => {
    const home = newHome();
    const opened = await open(home);
    writeFileSync(join(home, 'policies'), 'in the way');
    await expect(opened.activate('ann', 'more care')).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_UNWRITABLE' }),
    );
    expect(opened.gateway.gate.policy.revision).toBe(loadLayeredPolicy(['balanced']).policy.revision);
    expect(opened.policies.activated).toBeNull();
  });
});

describe('reading a configuration', () => {
  const paths = (folder: string): Parameters<typeof loadGatewaySetup>[1] => ({
    folder,
    database: join(folder, 'callgate.db'),
    keys: join(folder, 'callgate.key'),
    anchors: join(folder, 'callgate.anchors'),
    run: join(folder, 'run'),
  });

  it('takes what was activated, says so, and says where the configuration changed since', async () => {
    const home = newHome();
    const path = join(home, 'callgate.yaml');
    writeFileSync(path, 'servers: {notes: {command: "true"}}\n');
    const opened = await open(home);
    await opened.activate('ann', 'more care');
    const { value } = await loadGatewaySetup({ path, own: true }, paths(home));
    expect(value.policy.revision).toBe(policyOf().revision);
    expect(value.configured.policy.name).toBe('balanced');
    const warning = value.warnings.find(({ code }) => code === 'POLICY_OF_CONSOLE');
    expect(warning?.message).toContain('ann activated');
    expect(warning?.message).not.toContain('changed since');
    writeFileSync(path, 'servers: {notes: {command: "true"}}\npolicy: strict\n');
    const after = await loadGatewaySetup({ path, own: true }, paths(home));
    expect(after.value.policy.revision).toBe(policyOf().revision);
    expect(after.value.warnings.map(({ message }) => message).join()).toContain('changed since');
  });

  it('refuses to start where what was activated cannot be read', async () => {
    const home = newHome();
    const path = join(home, 'callgate.yaml');
    writeFileSync(path, 'servers: {notes: {command: "true"}}\n');
    const opened = await open(home);
    await opened.activate('ann', 'more care');
    writeFileSync(policyFilePath(home, path), 'nothing');
    await expect(loadGatewaySetup({ path, own: true }, paths(home))).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_DAMAGED' }),
    );
  });
});
