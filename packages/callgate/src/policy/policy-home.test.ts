import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { homePaths } from '../home/home-paths.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { readPolicyFile, writePolicyFile } from '../home/policy-file.ts';
import { openPolicyHome, saveOverride } from './policy-home.ts';

let folder = '';
let config = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-policy-home-'));
  config = join(folder, 'callgate.yaml');
  writeFileSync(config, 'servers: {notes: {command: "true"}}\npolicy: strict\n');
  vi.stubEnv('CALLGATE_HOME', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const STRICT = loadLayeredPolicy(['strict']);
const INTENT = loadLayeredPolicy(['intent']);

const word = (layers: typeof STRICT.layers, by: string): Parameters<typeof writePolicyFile>[2] => ({
  layers,
  by,
  reason: 'because',
  at: 5,
  instead: STRICT.policy.revision,
});

it('a policy that was compared is put in force while nobody says anything else', async () => {
  await saveOverride(await openPolicyHome(config), INTENT.layers, INTENT.policy, 'less asking');
  expect(readPolicyFile(folder, config).active?.policy.revision).toBe(INTENT.policy.revision);
});

it('a policy is not put in place of one that it was not compared with', async () => {
  const home = await openPolicyHome(config);
  writePolicyFile(folder, config, word(loadLayeredPolicy(['balanced']).layers, 'ann'));
  await expect(saveOverride(home, INTENT.layers, INTENT.policy, 'less asking')).rejects.toThrow(
    expect.objectContaining({ code: 'POLICY_CHANGED', help: 'Compare again.' }),
  );
  expect(readPolicyFile(folder, config).word?.by).toBe('ann');
});

it('nobody goes back to a policy that the configuration did not name when it was compared', async () => {
  writePolicyFile(folder, config, word(INTENT.layers, 'ann'));
  const home = await openPolicyHome(config);
  writeFileSync(config, 'servers: {notes: {command: "true"}}\npolicy: observe\n');
  await expect(saveOverride(home, null, STRICT.policy, 'back')).rejects.toThrow(
    expect.objectContaining({ code: 'POLICY_TEXT_CHANGED' }),
  );
  expect(readPolicyFile(folder, config).word?.by).toBe('ann');
});

it('a candidate that cannot be used is told of, and the policy counts as before', async () => {
  const place = { path: config, own: true };
  const write = (shadow: string): void =>
    writeFileSync(
      config,
      `servers: {notes: {command: "true"}}\npolicy: {layers: strict, shadow: ${shadow}}\n`,
    );
  write('intent');
  const good = await loadGatewaySetup(place, homePaths(process.env));
  expect(good.value.shadow?.revision).toBe(INTENT.policy.revision);
  expect(good.value.warnings).toEqual([]);
  writeFileSync(join(folder, 'broken.yaml'), 'rules: [{id: a, then: maybe}]\n');
  writeFileSync(join(folder, 'open.yaml'), 'rules: [{id: a, then: auto, reason: r}]\n');
  for (const name of ['broken.yaml', 'open.yaml', 'absent.yaml']) {
    write(name);
    const { value, files } = await loadGatewaySetup(place, homePaths(process.env));
    expect(value.shadow, name).toBeNull();
    expect(value.policy.revision).toBe(STRICT.policy.revision);
    expect(value.warnings.map(({ code }) => code)).toEqual(['SHADOW_UNUSABLE']);
    // it is looked at again when it is put right
    expect(files).toContain(join(folder, name));
  }
  write('broken.yaml');
  const named = await loadGatewaySetup(place, homePaths(process.env), { shadow: ['intent'] });
  expect(named.value.shadow?.revision).toBe(INTENT.policy.revision);
});
