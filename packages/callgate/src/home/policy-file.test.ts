import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PolicyOverride } from './policy-file.ts';
import { policyFilePath, readPolicyFile, writePolicyFile } from './policy-file.ts';

const CONFIG = '/home/ann/callgate.yaml';

const WORD: PolicyOverride = {
  layers: [{ name: 'mine.yaml', text: 'extends: strict\n' }],
  by: 'ann',
  reason: 'more care\u202e',
  at: 1_800_000_000_000,
  instead: 'sha256:00',
};

const home = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-policy-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const written = (): { readonly folder: string; readonly path: string } => {
  const folder = home();
  writePolicyFile(folder, CONFIG, WORD);
  return { folder, path: policyFilePath(folder, CONFIG) };
};

describe('the file of an activated policy', () => {
  it('is not there where nobody said anything', () => {
    expect(readPolicyFile(home(), CONFIG)).toEqual({ word: null, active: null });
  });

  it('gives back what was said, for its owner alone, and leaves nothing beside it', () => {
    const { folder, path } = written();
    const { word, active } = readPolicyFile(folder, CONFIG);
    expect(word).toEqual(WORD);
    expect(active?.policy.name).toBe('mine.yaml');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('tells going back from never having gone', () => {
    const { folder } = written();
    writePolicyFile(folder, CONFIG, { ...WORD, layers: null, reason: 'enough' });
    const { word, active } = readPolicyFile(folder, CONFIG);
    expect(active).toBeNull();
    expect(word?.reason).toBe('enough');
  });

  it('stands in for one configuration, not for another of the same home', () => {
    const { folder } = written();
    expect(readPolicyFile(folder, '/srv/callgate.yaml').active).toBeNull();
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -40)],
    ['empty', () => ''],
    ['changed by hand', (text: string) => text.replace('extends: strict', 'extends: observe')],
    ['of another configuration', (text: string) => text.replace(CONFIG, '/etc/callgate.yaml')],
    ['with something added', (text: string) => text.replace('{', '{"also":1,')],
  ])('is refused where it is %s, and never taken for none', (_, change) => {
    const { folder, path } = written();
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    expect(() => readPolicyFile(folder, CONFIG)).toThrow(
      expect.objectContaining({
        code: 'POLICY_FILE_DAMAGED',
        help: expect.stringContaining('callgate policy activate --restore'),
      }),
    );
  });

  it('is refused where a layer is no policy any more', () => {
    const { folder } = written();
    writePolicyFile(folder, CONFIG, { ...WORD, layers: [{ name: 'x', text: 'extends: gone\n' }] });
    expect(() => readPolicyFile(folder, CONFIG)).toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_DAMAGED' }),
    );
  });

  it('is left as it was where it cannot be written', () => {
    const { folder } = written();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => writePolicyFile(file, CONFIG, WORD)).toThrow(
      expect.objectContaining({ code: 'POLICY_FILE_UNWRITABLE' }),
    );
    expect(readPolicyFile(folder, CONFIG).word).toEqual(WORD);
  });
});
