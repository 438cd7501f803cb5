import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRow } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import type { GatewayConfig } from '@callgate/gateway/config';
import { gatewayConfig } from '@callgate/gateway/config';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LayeredPolicy } from './layered-policy.ts';
import { layeredPolicy } from './layered-policy.ts';
import { loadAll } from './load-all.ts';
import { policyFilePath, readPolicyFile } from './policy-file.ts';
import type { OpenPolicyPlace } from './policy-place.ts';
import { openPolicyPlace } from './policy-place.ts';

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

interface Opened {
  readonly gateway: Gateway;
  readonly policies: OpenPolicyPlace;
  readonly log: readonly LogEntry[];
  /** The configuration names another one. */
  configure(names: readonly string[]): void;
  /** Two looks at the file. */
  look(): void;
  close(): Promise<void>;
}

const newHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-policy-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const open = async (folder: string): Promise<Opened> => {
  const config: GatewayConfig = { ...gatewayConfig(folder, []), http: null };
  let configured = layeredPolicy(['balanced']);
  const path = join(folder, 'callgate.yaml');
  const { active } = readPolicyFile(folder, path);
  const log: LogEntry[] = [];
  const gateway = await createGateway({
    config,
    policy: active?.policy ?? configured.policy,
    home: { folder, keys: join(folder, 'callgate.key'), anchors: join(folder, 'callgate.anchors') },
  });
  const clock = virtualClock(1_800_000_000_000);
  const policies = openPolicyPlace({
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
    configure: (names) => {
      configured = layeredPolicy(names);
    },
    look: () => {
      clock.advance(500);
      clock.advance(500);
    },
    close,
  };
};

const told = async ({ gateway }: Opened): Promise<readonly string[]> => {
  const rows = await gateway.gate.desk.read.rows(1, 1000);
  return rows
    .map(({ bytes }) => readRow(bytes))
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
    await opened.policies.activate(layers, policyOf(), 'ann', 'more care');
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(opened.policies.layers).toEqual(layers);
    expect(opened.policies.activated).toMatchObject({ by: 'ann', reason: 'more care' });
    const [word, policy, ...others] = await told(opened);
    expect(word).toMatch(/^ann put another policy in place.*hinted\.yaml.*more care$/);
    expect(policy).toBe(`policy ${policyOf().revision}`);
    expect(others).toEqual([]);
  });

  it('stays in force after a restart, and goes back with a reason', async () => {
    const home = newHome();
    const first = await open(home);
    await first.policies.activate(layers, policyOf(), 'ann', 'more care');
    await first.close();
    const second = await open(home);
    expect(second.gateway.gate.policy.revision).toBe(policyOf().revision);
    expect(second.policies.activated?.by).toBe('ann');
    await second.policies.restore('bob', 'it asks too much');
    expect(second.gateway.gate.policy.revision).toBe(layeredPolicy(['balanced']).policy.revision);
    expect((await told(second)).some((line) => /^bob went back.*it asks too much$/.test(line))).toBe(true);
    await second.close();
    expect((await open(home)).policies.activated).toBeNull();
  });

  it('is followed by another gateway of the same home, and told once', async () => {
    const home = newHome();
    const [one, other] = [await open(home), await open(home)];
    await one.policies.activate(layers, policyOf(), 'ann', 'more care');
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
    await first.policies.activate(layers, policyOf(), 'ann', 'more care');
    await first.gateway.gate.usePolicy(layeredPolicy(['balanced']).policy);
    const again = openPolicyPlace({
      home: { folder: home },
      config: join(home, 'callgate.yaml'),
      configured: () => layeredPolicy(['balanced']),
      gateway: first.gateway,
      log: () => {},
    });
    onTestFinished(() => again.close());
    await expect.poll(() => first.gateway.gate.policy.revision).toBe(policyOf().revision);
  });

  it('stays as it was where the file turns bad while it runs', async () => {
    const home = newHome();
    const opened = await open(home);
    await opened.policies.activate(layers, policyOf(), 'ann', 'more care');
    writeFileSync(policyFilePath(home, join(home, 'callgate.yaml')), '{}');
    opened.look();
    await expect.poll(() => opened.log.map(({ code }) => code)).toContain('POLICY_FILE_DAMAGED');
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
  });

  it('does not let a configuration that was read meanwhile take its place', async () => {
    const opened = await open(newHome());
    await opened.policies.activate(layers, policyOf(), 'ann', 'more care');
    opened.configure(['intent']);
    await opened.gateway.reload(opened.gateway.config(), layeredPolicy(['intent']).policy);
    await opened.policies.follow();
    expect(opened.gateway.gate.policy.revision).toBe(policyOf().revision);
    await opened.policies.restore('ann', 'done');
    expect(opened.gateway.gate.policy.revision).toBe(layeredPolicy(['intent']).policy.revision);
  });

  it('changes nothing where it cannot be kept', async () => {
    const home = newHome();
    const opened = await open(home);
    writeFileSync(join(home, 'policies'), 'in the way');
    await expect(opened.policies.activate(layers, policyOf(), 'ann', 'more care')).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_UNWRITABLE' }),
    );
    expect(opened.gateway.gate.policy.revision).toBe(layeredPolicy(['balanced']).policy.revision);
    expect(opened.policies.activated).toBeNull();
  });
});

describe('reading a configuration', () => {
  const paths = (folder: string): Parameters<typeof loadAll>[1] => ({
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
    await opened.policies.activate(layers, policyOf(), 'ann', 'more care');
    const { value } = await loadAll({ path, own: true }, paths(home));
    expect(value.policy.revision).toBe(policyOf().revision);
    expect(value.configured.policy.name).toBe('balanced');
    const warning = value.warnings.find(({ code }) => code === 'POLICY_OF_CONSOLE');
    expect(warning?.message).toContain('ann activated');
    expect(warning?.message).not.toContain('changed since');
    writeFileSync(path, 'servers: {notes: {command: "true"}}\npolicy: strict\n');
    const after = await loadAll({ path, own: true }, paths(home));
    expect(after.value.policy.revision).toBe(policyOf().revision);
    expect(after.value.warnings.map(({ message }) => message).join()).toContain('changed since');
  });

  it('refuses to start where what was activated cannot be read', async () => {
    const home = newHome();
    const path = join(home, 'callgate.yaml');
    writeFileSync(path, 'servers: {notes: {command: "true"}}\n');
    const opened = await open(home);
    await opened.policies.activate(layers, policyOf(), 'ann', 'more care');
    writeFileSync(policyFilePath(home, path), 'nothing');
    await expect(loadAll({ path, own: true }, paths(home))).rejects.toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_DAMAGED' }),
    );
  });
});
