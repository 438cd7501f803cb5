import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noAuth } from './no-auth.ts';
import { mintToken, tokenAuth, readOrCreateToken } from './token-auth.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callgate-token-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('the token of the agents', () => {
  it('is made once, in a file that only its owner reads', async () => {
    const path = join(folder, 'sub', 'agents.token');
    const tokens = await Promise.all(Array.from({ length: 5 }, () => readOrCreateToken(path, 'agents')));
    const token = (await readFile(path, 'utf8')).trim();
    expect(token).toMatch(/^callgate-agents-[A-Za-z0-9_-]{43}$/);
    expect(tokens).toEqual(Array(5).fill(token));
    expect(await readdir(join(folder, 'sub'))).toEqual(['agents.token']);
    expect(await readOrCreateToken(path, 'agents')).toBe(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is not taken from a file that others can read, that is empty, or that is for approvers', async () => {
    const path = join(folder, 'token');
    await writeFile(path, mintToken('agents'), { mode: 0o600 });
    await chmod(path, 0o644);
    await expect(readOrCreateToken(path, 'agents')).rejects.toThrow('Others can read');
    await chmod(path, 0o600);
    await expect(readOrCreateToken(path, 'approvers')).rejects.toThrow('no valid token for approvers');
    for (const text of ['', 'short', `${'x'.repeat(40)} y`, mintToken('approvers')]) {
      await writeFile(path, text);
      await expect(readOrCreateToken(path, 'agents')).rejects.toThrow('no valid token for agents');
    }
    await writeFile(path, `${'x'.repeat(40)}\n`);
    expect(await readOrCreateToken(path, 'agents')).toBe('x'.repeat(40));
  });

  it('says who it is, and does not say itself', async () => {
    const token = mintToken('agents');
    const outcome = await tokenAuth(token)({
      headers: { authorization: `Bearer ${token}` },
      remote: '127.0.0.1',
    });
    expect(outcome).toMatchObject({ ok: true, principal: { subject: 'local' } });
    expect(JSON.stringify(outcome)).not.toContain(token.slice(20));
  });
});

describe('no authentication', () => {
  it('is for this machine only', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.9.9.9']) {
      expect(await noAuth(host)({ headers: {}, remote: '127.0.0.1' })).toMatchObject({ ok: true });
      expect(await noAuth(host)({ headers: {}, remote: '10.0.0.1' })).toMatchObject({
        ok: false,
        status: 403,
      });
    }
    for (const host of [
      '0.0.0.0',
      '::',
      '',
      '10.0.0.1',
      'localhost.evil.com',
      '127.0.0.1.evil.com',
      'LOCALHOST',
    ]) {
      expect(() => noAuth(host)).toThrow('cannot serve on');
    }
  });
});
