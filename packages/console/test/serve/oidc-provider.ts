import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWTPayload } from 'jose';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

/** How one id token is to differ from a good one. */
export interface TokenForgery {
  readonly claims?: JWTPayload;
  readonly without?: 'exp' | 'nonce';
  readonly type?: string;
  /** In place of a signature with the provider's key. */
  readonly sign?: (claims: JWTPayload, issuer: string) => Promise<string> | string;
}

/** A small OpenID provider: everybody who comes is signed in as it is told. */
export interface OidcProvider {
  readonly issuer: string;
  /** What the next id tokens say. */
  says(claims: JWTPayload): void;
  forges(forged: TokenForgery): void;
  /** Changes what the provider says of itself. */
  metadata(more: Record<string, unknown>): void;
  /** What came to the token endpoint. */
  readonly exchanges: readonly {
    readonly form: URLSearchParams;
    readonly authorization: string | undefined;
  }[];
  /** Its public key as a text, which a careless reader would take for a shared secret. */
  readonly publicText: string;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

export const startOidcProvider = async (
  clientId: string,
  time: () => number = Date.now,
  host = '127.0.0.1',
): Promise<OidcProvider> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  const exchanges: { form: URLSearchParams; authorization: string | undefined }[] = [];
  let said: JWTPayload = {};
  let forged: TokenForgery = {};
  let more: Record<string, unknown> = {};
  let issuer = '';

  const idToken = async (nonce: string): Promise<string> => {
    const now = Math.floor(time() / 1000);
    const { [forged.without ?? 'nothing']: _, ...claims }: JWTPayload = {
      iss: issuer,
      aud: clientId,
      sub: 'u-1',
      iat: now,
      exp: now + 300,
      nonce,
      ...said,
      ...forged.claims,
    };
    if (forged.sign !== undefined) return await forged.sign(claims, issuer);
    const { type: typ = 'JWT' } = forged;
    return await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', typ }).sign(privateKey);
  };

  const exchanged = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await bodyOf(request));
    exchanges.push({ form, authorization: request.headers.authorization });
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (known === undefined || known.challenge !== verifier)
      return json(response, { error: 'invalid_grant' }, 400);
    json(response, { token_type: 'Bearer', access_token: 'unused', id_token: await idToken(known.nonce) });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration')
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...more,
      });
    else if (url.pathname === '/keys') json(response, { keys: [jwk] });
    else if (url.pathname === '/authorize') {
      const code = `code-${codes.size + exchanges.length + 1}`;
      const asked = url.searchParams;
      codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' });
      const back = new URL(asked.get('redirect_uri') ?? issuer);
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/token') exchanged(request, response).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    says: (claims) => {
      said = claims;
      forged = {};
    },
    forges: (how) => {
      forged = how;
    },
    metadata: (given) => {
      more = given;
    },
    exchanges,
    publicText: JSON.stringify(jwk),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
