import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OAuthAuthenticator } from '../../src/identity/oauth/oauth-auth.ts';
import { oauthAuth } from '../../src/identity/oauth/oauth-auth.ts';
import type { Issuer } from './issuer.ts';
import { startIssuer } from './issuer.ts';

const AUDIENCE = 'https://gate.example.com/mcp';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'];
const RUNS = process.env['CALLGATE_DEEP'] === '1' ? 100_000 : 500;

let issuer: Issuer;
let gate: OAuthAuthenticator;

beforeAll(async () => {
  issuer = await startIssuer({ audience: AUDIENCE });
  gate = oauthAuth({
    issuer: issuer.issuer,
    resource: AUDIENCE,
    audiences: [AUDIENCE],
    notFor: [],
    scopes: [],
    subjectClaim: 'sub',
    groupsClaim: 'groups',
    rolesClaim: 'roles',
  });
});
afterAll(() => issuer.close());

/** Who enters with this header, if anybody does. */
const whoEnters = async (authorization: string): Promise<string | null> => {
  const outcome = await gate.authenticate({ headers: { authorization }, remote: '127.0.0.1' });
  if (outcome.ok) return JSON.stringify(outcome.principal);
  expect([401, 403]).toContain(outcome.status);
  expect(outcome.challenge).toMatch(
    /^Bearer realm="callgate"(?:, [a-z_]+="[\x20-\x21\x23-\x5b\x5d-\x7e]*")*$/,
  );
  return null;
};

it('whatever is changed in a token, nobody else comes out of it', async () => {
  const token = await issuer.token({ claims: { groups: ['a'], roles: ['b'], exp: 9_999_999_999 } });
  const owner = await whoEnters(`Bearer ${token}`);
  expect(owner).toContain('agent-7');
  const signature = token.lastIndexOf('.') + 1;
  const change = fc.record({
    at: fc.nat(token.length - 1),
    letter: fc.constantFrom(...LETTERS),
    how: fc.constantFrom('replace', 'insert', 'remove', 'cut'),
  });
  const changed = (text: string, { at, letter, how }: { at: number; letter: string; how: string }): string =>
    how === 'cut'
      ? text.slice(0, at)
      : `${text.slice(0, at)}${how === 'remove' ? '' : letter}${text.slice(how === 'insert' ? at : at + 1)}`;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const forged = changes.reduce(changed, token);
      const enters = await whoEnters(`Bearer ${forged}`);
      // spare bits at the end of a signature mean nothing, so the same signature can be written in several ways
      if (enters !== null)
        expect([enters, forged.slice(0, signature)]).toEqual([owner, token.slice(0, signature)]);
    }),
    { numRuns: RUNS },
  );
});

it('nobody enters with a header that was made up', async () => {
  const made = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.string({ unit: 'binary-ascii' }).map((text) => `Bearer ${text}`),
    fc
      .tuple(fc.json(), fc.json(), fc.base64String())
      .map(
        ([head, body, signature]) =>
          `Bearer ${Buffer.from(head).toString('base64url')}.${Buffer.from(body).toString('base64url')}.${signature}`,
      ),
  );
  await fc.assert(
    fc.asyncProperty(made, async (authorization) => {
      expect(await whoEnters(authorization)).toBeNull();
    }),
    { numRuns: RUNS },
  );
});
