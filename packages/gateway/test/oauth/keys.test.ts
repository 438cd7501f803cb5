import type { ServerResponse } from 'node:http';
import { SignJWT, decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { metadataUrls } from '../../src/identity/oauth/issuer.ts';
import { json, startIssuer } from './issuer.ts';
import { RESOURCE, closeAfterTest, serveGateway } from './served-gateway.ts';

const SOON = { timeout: 20_000 };
const MINUTE_MS = 60_000;
const WELL_KNOWN = '/.well-known/oauth-authorization-server';

const countOf = (asked: readonly string[], path: string): number =>
  asked.filter((each) => each === path).length;

it.each([
  ['oauth', ''],
  ['openid', ''],
  ['oauth', '/tenant'],
  ['openid', '/tenant'],
  ['openid-inserted', '/tenant'],
] as const)('an issuer is found by what it says of itself: %s %s', async (metadata, path) => {
  const at = await serveGateway({ issuer: { metadata, path } });
  expect((await at.asking({})).status).toBe(200);
});

it('an issuer with a slash at its end is looked for in the same places', () => {
  expect(metadataUrls('https://a.example/')).toEqual(metadataUrls('https://a.example'));
  expect(metadataUrls('https://a.example/t/')).toEqual([
    'https://a.example/.well-known/oauth-authorization-server/t',
    'https://a.example/.well-known/openid-configuration/t',
    'https://a.example/t/.well-known/openid-configuration',
  ]);
});

it('an issuer is found that sends whoever asks elsewhere to another page', async () => {
  const at = await serveGateway({ issuer: { metadata: 'openid' } });
  at.issuer.answers(WELL_KNOWN, (response) => void response.writeHead(302, { location: '/login' }).end());
  expect((await at.asking({})).status).toBe(200);
  expect(at.issuer.asked).not.toContain('/login');
});

it('keys may be named where the issuer publishes no metadata', async () => {
  const other = await startIssuer({ audience: RESOURCE, metadata: 'none' });
  closeAfterTest(() => other.close());
  const at = await serveGateway({ settings: { issuer: other.issuer, jwks: `${other.issuer}/keys` } });
  expect((await at.ask(await other.token())).status).toBe(200);
  expect(other.asked).toEqual(['/keys']);
  expect((await at.asking({})).status).toBe(401);
});

it('many who come at once make the issuer be asked once, and those after them not at all', async () => {
  const at = await serveGateway();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => at.issuer.token()));
  const answers = await Promise.all(tokens.map((token) => at.ask(token)));
  expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
  await at.asking({});
  expect(at.issuer.asked).toEqual([WELL_KNOWN, '/keys']);
});

it('a new key is found as soon as a token names it, and the old one counts no longer', async () => {
  const at = await serveGateway();
  const old = await at.issuer.token({ claims: { exp: Math.floor(at.now() / 1000) + 3600 } });
  expect((await at.ask(old)).status).toBe(200);
  at.later(MINUTE_MS);
  await at.issuer.rotate();
  expect((await at.ask(old)).status).toBe(200);
  expect((await at.asking({})).status).toBe(200);
  expect((await at.ask(old)).status).toBe(401);
});

it('a key that the issuer took away is believed for minutes, and no longer', async () => {
  const at = await serveGateway();
  const old = await at.issuer.token({ claims: { exp: Math.floor(at.now() / 1000) + 3600 } });
  expect((await at.ask(old)).status).toBe(200);
  await at.issuer.rotate();
  at.later(4 * MINUTE_MS);
  expect((await at.ask(old)).status).toBe(200);
  at.later(2 * MINUTE_MS);
  expect((await at.ask(old)).status).toBe(401);
});

it('keys are read anew before they are over, and nobody waits for that', async () => {
  const at = await serveGateway();
  const old = await at.issuer.token({ claims: { exp: Math.floor(at.now() / 1000) + 3600 } });
  expect((await at.ask(old)).status).toBe(200);
  await at.issuer.rotate();
  const waiting: ServerResponse[] = [];
  at.issuer.answers('/keys', (response) => void waiting.push(response));
  at.later(4 * MINUTE_MS);
  expect((await at.ask(old)).status).toBe(200);
  await expect.poll(() => waiting.length, SOON).toBe(1);
  expect((await at.ask(old)).status).toBe(200);
  for (const response of waiting) json(response, { keys: [at.issuer.jwk()] });
  await expect.poll(async () => (await at.ask(old)).status, SOON).toBe(401);
  expect(waiting).toHaveLength(1);
});

it('a clock that is set back makes no key last longer', async () => {
  const at = await serveGateway();
  const old = await at.issuer.token({ claims: { iat: 0, exp: Math.floor(at.now() / 1000) + 3600 } });
  expect((await at.ask(old)).status).toBe(200);
  await at.issuer.rotate();
  at.later(-60 * MINUTE_MS);
  expect((await at.ask(old)).status).toBe(401);
});

it('tokens with keys that do not exist make nobody ask the issuer again and again', async () => {
  const at = await serveGateway();
  await at.asking({});
  at.later(MINUTE_MS);
  for (let count = 0; count < 30; count += 1) {
    const answer = await at.asking({ header: { kid: `made-up-${count}` } });
    expect(answer.status).toBe(401);
  }
  expect(countOf(at.issuer.asked, '/keys')).toBe(2);
});

it('while the issuer is down nobody enters who cannot be checked, and everybody is told why', async () => {
  const at = await serveGateway();
  const token = await at.issuer.token();
  await at.issuer.close();
  const answer = await at.ask(token);
  expect(answer.status).toBe(503);
  expect(answer.text).toMatch(/^OAUTH_PROVIDER: access tokens cannot be checked now/);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers['www-authenticate']).toBeUndefined();
  expect(at.protocol.callers).toEqual([]);
  expect(at.protocol.refusals).toEqual(['OAUTH_PROVIDER']);
  expect(at.told).toEqual(['The issuer cannot be used: The provider does not answer']);
});

it('keys that were read go on for minutes without the issuer, then nobody enters until it answers again', async () => {
  const at = await serveGateway();
  const token = await at.issuer.token({ claims: { exp: Math.floor(at.now() / 1000) + 3600 } });
  expect((await at.ask(token)).status).toBe(200);
  at.issuer.answers('/keys', (response) => response.writeHead(500).end());
  at.later(4 * MINUTE_MS);
  expect((await at.ask(token)).status).toBe(200);
  at.later(2 * MINUTE_MS);
  expect((await at.ask(token)).status).toBe(503);
  // it is left alone for a moment
  const asked = at.issuer.asked.length;
  expect((await at.ask(token)).status).toBe(503);
  expect(at.issuer.asked).toHaveLength(asked);
  at.issuer.answers('/keys', undefined);
  at.later(3000);
  expect((await at.ask(token)).status).toBe(200);
  expect(at.told).toEqual(['The issuer cannot be used: The provider answers with status 500', 'well']);
});

it('a key that is not known yet is not refused while the issuer is down: it cannot be checked', async () => {
  const at = await serveGateway();
  const known = await at.issuer.token();
  expect((await at.ask(known)).status).toBe(200);
  await at.issuer.rotate();
  const fresh = await at.issuer.token();
  at.issuer.answers('/keys', (response) => void response.destroy());
  at.later(MINUTE_MS);
  expect((await at.ask(fresh)).status).toBe(503);
  expect((await at.ask(known)).status).toBe(200);
});

it.each<[string, (response: ServerResponse, keys: string) => void]>([
  ['too large', (response, keys) => void response.end(keys + ' '.repeat(300 * 1024))],
  ['elsewhere', (response) => void response.writeHead(302, { location: '/keys2' }).end()],
  ['no JSON', (response) => void response.end('<html>')],
  ['something else', (response) => json(response, { keys: 'none' })],
  [
    'no end of keys',
    (response, keys) => {
      const more = Array.from({ length: 100 }, () => ({ kty: 'EC' }));
      json(response, { keys: [...(JSON.parse(keys) as { keys: object[] }).keys, ...more] });
    },
  ],
])('keys are not taken that are %s', async (_name, how) => {
  const at = await serveGateway();
  const keys = JSON.stringify({ keys: [at.issuer.jwk()] });
  at.issuer.answers('/keys2', (response) => void response.end(keys));
  at.issuer.answers('/keys', (response) => how(response, keys));
  expect((await at.asking({})).status).toBe(503);
  expect(at.issuer.asked).not.toContain('/keys2');
  expect(at.protocol.callers).toEqual([]);
});

it('a shared secret among the keys signs nothing', async () => {
  const at = await serveGateway();
  const secret = Buffer.alloc(32, 7);
  at.issuer.answers('/keys', (response) =>
    json(response, { keys: [{ kty: 'oct', k: secret.toString('base64url'), kid: 's', alg: 'HS256' }] }),
  );
  const claims = decodeJwt(await at.issuer.token());
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 's', typ: 'at+jwt' })
    .sign(secret);
  expect((await at.ask(token)).status).toBe(401);
});

it.each<[string, object, RegExp]>([
  ['calls itself something else', { issuer: 'https://evil.example' }, /calls itself/],
  ['has its keys where nothing is encrypted', { jwks_uri: 'http://192.0.2.1/keys' }, /begins with https/],
  ['has its keys in a file', { jwks_uri: 'file:///etc/passwd' }, /begins with https/],
  ['has no keys', { jwks_uri: undefined }, /publishes no metadata/],
])('an issuer is not believed that %s', async (_name, more, told) => {
  const at = await serveGateway();
  at.issuer.answers(WELL_KNOWN, (response) =>
    json(response, { issuer: at.issuer.issuer, jwks_uri: `${at.issuer.issuer}/keys`, ...more }),
  );
  expect((await at.asking({})).status).toBe(503);
  expect(at.told).toEqual([expect.stringMatching(told)]);
});
