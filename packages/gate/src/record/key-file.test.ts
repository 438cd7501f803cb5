import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openKeys, readKeys } from './key-file.ts';
import { memoryKeys } from './memory-keys.ts';
import { isSignedBy, publicKeyPem, readPublicKeyPem } from './public-key.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'callgate-keys-'));
const code = (expected: string): object => expect.objectContaining({ code: expected });

describe('a key file', () => {
  it('is made on first use, for its owner alone, with the public half beside it', () => {
    const path = join(folder(), 'deep', 'down', 'callgate.key');
    const keys = openKeys(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(readPublicKeyPem(readFileSync(`${path}.pub`, 'utf8'))).toEqual(keys.publicKey);
    expect(readdirSync(join(path, '..')).toSorted()).toEqual(['callgate.key', 'callgate.key.pub']);
  });

  it('gives the same keys again', () => {
    const path = join(folder(), 'k');
    const first = openKeys(path);
    const again = openKeys(path);
    const bytes = Buffer.from('x');
    expect([again.id, readKeys(path).id]).toEqual([first.id, first.id]);
    expect(again.decrypt(first.encrypt('pass word', 'here'), 'here')).toBe('pass word');
    expect(again.fingerprint('a')).toBe(first.fingerprint('a'));
    expect(isSignedBy(first.publicKey, bytes, again.sign(bytes))).toBe(true);
  });

  it('has secrets that are in no other file', () => {
    const [one, other] = [join(folder(), 'k'), join(folder(), 'k')];
    openKeys(one);
    openKeys(other);
    const parts = (path: string): unknown[] =>
      Object.values(JSON.parse(readFileSync(path, 'utf8')) as object);
    const secrets = [...parts(one), ...parts(other)].filter((part) => typeof part === 'string');
    expect(secrets).toHaveLength(6);
    expect(new Set(secrets).size).toBe(6);
  });

  it('is made once when many processes need it at the same time', async () => {
    const path = join(folder(), 'k');
    const program = `import { openKeys } from ${JSON.stringify(fileURLToPath(new URL('key-file.ts', import.meta.url)))};
      process.stdout.write(openKeys(${JSON.stringify(path)}).id);`;
    const ids = await Promise.all(
      Array.from(
        { length: 6 },
        () =>
          new Promise<string>((resolve, reject) => {
            execFile(
              process.execPath,
              ['--conditions=@callgate/source', '--input-type=module', '-e', program],
              { cwd: import.meta.dirname },
              (error, out) => (error ? reject(error) : resolve(out)),
            );
          }),
      ),
    );
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(ids).size).toBe(1);
  });

  it.each([0o640, 0o604, 0o660, 0o777, 0o610])('is refused when others may touch it (%o)', (mode) => {
    const path = join(folder(), 'k');
    openKeys(path);
    chmodSync(path, mode);
    expect(() => openKeys(path)).toThrow(code('KEY_FILE'));
    expect(() => readKeys(path)).toThrow(/Other users can read the key file/);
  });

  it('is never replaced when it is damaged', () => {
    const path = join(folder(), 'k');
    for (const text of [
      '',
      '{}',
      '{"v":1,"signing":"","encryption":"","fingerprint":""}',
      'x'.repeat(5000),
    ]) {
      writeFileSync(path, text, { mode: 0o600 });
      expect(() => openKeys(path)).toThrow(code('KEY_FILE'));
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('is not made where it is only read, nor taken from a folder', () => {
    const path = join(folder(), 'k');
    expect(() => readKeys(path)).toThrow(/There is no key file/);
    expect(existsSync(path)).toBe(false);
    mkdirSync(path, { mode: 0o700 });
    expect(() => openKeys(path)).toThrow(code('KEY_FILE'));
  });
});

describe('keys', () => {
  const keys = memoryKeys();

  it('open what they sealed, where it was sealed, and nothing that was touched', () => {
    const text = 'pä$$\u{1F511}';
    const sealed = keys.encrypt(text, 'call 1');
    expect(keys.decrypt(sealed, 'call 1')).toBe(text);
    expect(keys.encrypt(text, 'call 1')).not.toBe(sealed);
    const wrong = [
      () => keys.decrypt(sealed, 'call 2'),
      () => memoryKeys().decrypt(sealed, 'call 1'),
      () => keys.decrypt('', 'call 1'),
      () => keys.decrypt('s1.', 'call 1'),
      () => keys.decrypt('s1.AAAA', 'call 1'),
      () => keys.decrypt(sealed.slice(0, -1), 'call 1'),
      () => keys.decrypt(`${sealed}A`, 'call 1'),
      () => keys.decrypt(`${sealed}=`, 'call 1'),
    ];
    for (const each of wrong) expect(each).toThrow(code('SECRET_SEALED'));
  });

  it('notice every single changed character of a sealed text', () => {
    const sealed = keys.encrypt('a secret', 'x');
    const changed = [...sealed].flatMap((_, at) =>
      ['A', 'z', '_', '.'].map((other) => sealed.slice(0, at) + other + sealed.slice(at + 1)),
    );
    for (const text of changed.filter((each) => each !== sealed))
      expect(() => keys.decrypt(text, 'x')).toThrow(code('SECRET_SEALED'));
  });

  it('refuse text that could not be restored', () => {
    expect(() => keys.encrypt('\ud800', 'x')).toThrow(code('SECRET_TEXT'));
    expect(() => keys.fingerprint('\udc00')).toThrow(code('SECRET_TEXT'));
  });

  it('know equal secrets by their fingerprint, each in its own way', () => {
    expect(keys.fingerprint('a')).toBe(keys.fingerprint('a'));
    expect(keys.fingerprint('a')).not.toBe(keys.fingerprint('b'));
    expect(keys.fingerprint('a')).not.toBe(memoryKeys().fingerprint('a'));
    expect(keys.fingerprint('a')).toMatch(/^hmac:[0-9a-f]{32}$/);
  });

  it('sign so that the public key tells', () => {
    const bytes = Buffer.from('bytes');
    const signature = keys.sign(bytes);
    expect(signature).toHaveLength(64);
    expect(isSignedBy(keys.publicKey, bytes, signature)).toBe(true);
    expect(isSignedBy(memoryKeys().publicKey, bytes, signature)).toBe(false);
    expect(isSignedBy(keys.publicKey, Buffer.from('other'), signature)).toBe(false);
    expect(isSignedBy(keys.publicKey, bytes, signature.subarray(1))).toBe(false);
    expect(isSignedBy(new Uint8Array(3), bytes, signature)).toBe(false);
  });

  it('have a public half that other programs can read, and nothing else passes for one', () => {
    expect(readPublicKeyPem(publicKeyPem(keys.publicKey))).toEqual(keys.publicKey);
    for (const text of ['', 'x', publicKeyPem(keys.publicKey).slice(0, 60)])
      expect(() => readPublicKeyPem(text)).toThrow(code('KEY_PUBLIC'));
  });
});
