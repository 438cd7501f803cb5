import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Principal } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display } from '@callgate/core';
import { refuseWritableByOthers } from '@callgate/gate/host';
import { readBearerToken } from '@callgate/http';
import { identityErrors } from '@callgate/messages/errors/identity';
import type { AuthOutcome, Authenticator } from './authenticator.ts';

/** Whom a token is for. A token for one is never taken by the other. */
export type TokenAudience = 'agents' | 'approvers';

const prefixOf = (audience: TokenAudience): string => `callgate-${audience}-`;

const TOKEN = /^[\x21-\x7e]{32,512}$/;

export const mintToken = (audience: TokenAudience): string =>
  `${prefixOf(audience)}${randomBytes(32).toString('base64url')}`;

/** Reads the token in `path`, or puts a new one there that only its owner can read. */
export const readOrCreateToken = async (path: string, audience: TokenAudience): Promise<string> => {
  const written =
    (await readToken(path)) ?? (await createToken(path, audience)) ?? (await readToken(path)) ?? '';
  const other: TokenAudience = audience === 'agents' ? 'approvers' : 'agents';
  if (TOKEN.test(written) && !written.startsWith(prefixOf(other))) return written;
  throw new CallgateError(
    identityErrors.tokenMissing({ file: display(path), audience, prefix: prefixOf(other) }),
  );
};

const readToken = async (path: string): Promise<string | undefined> => {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CallgateError(identityErrors.tokenOpen({ file: display(path) }));
    }
    refuseWritableByOthers(path);
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** Undefined where another process was first. The file never exists without its token. */
const createToken = async (path: string, audience: TokenAudience): Promise<string | undefined> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const token = mintToken(audience);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${token}\n`);
    await file.sync();
    await link(draft, path);
    return token;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return undefined;
    throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
};

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const REALM = 'Bearer realm="callgate"';
const MISSING: AuthOutcome = Object.freeze({ ok: false, status: 401, challenge: REALM });
const WRONG: AuthOutcome = Object.freeze({
  ok: false,
  status: 401,
  challenge: `${REALM}, error="invalid_token"`,
});

/** Who has the token is `principal`. The token itself is not kept, only its digest. */
export const tokenAuth = (token: string, principal: Principal = LOCAL_PRINCIPAL): Authenticator => {
  const expected = hash('sha256', token, 'buffer');
  const accepted: AuthOutcome = Object.freeze({
    ok: true,
    principal,
    tokenId: expected.subarray(0, 6).toString('hex'),
  });
  return ({ headers: { authorization } }) => {
    if (authorization === undefined) return MISSING;
    const presented = readBearerToken(authorization);
    if (presented === undefined) return WRONG;
    return timingSafeEqual(hash('sha256', presented, 'buffer'), expected) ? accepted : WRONG;
  };
};
