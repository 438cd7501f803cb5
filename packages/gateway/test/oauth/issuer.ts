import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CryptoKey, JWK, JWTHeaderParameters, JWTPayload } from 'jose';
import { CompactSign, SignJWT, exportJWK, generateKeyPair } from 'jose';

/** How one access token is to differ from a good one. */
export interface TokenRequest {
  readonly claims?: JWTPayload;
  readonly without?: readonly string[];
  readonly header?: Partial<JWTHeaderParameters>;
}

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A small authorization server: whoever comes to it is given what they ask for. */
export interface Issuer {
  readonly issuer: string;
  /** The public key as it is published. */
  jwk(): JWK;
  /** Signs from now on with another key; the old one is published no longer. */
  rotate(): Promise<void>;
  token(wish?: TokenRequest): Promise<string>;
  /** Signs any text with its key, and what it says must be understood. */
  signed(text: string, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** What was asked of it, by path. */
  readonly asked: string[];
  /** Changes how a path is answered; undefined answers as before. */
  answers(path: string, how: ((response: ServerResponse) => void) | undefined): void;
  /** What came to the token endpoint. */
  readonly exchanges: URLSearchParams[];
  close(): Promise<void>;
}

export interface IssuerOptions {
  readonly audience: string;
  /** A path of its own, as issuers with many tenants have. */
  readonly path?: string;
  readonly metadata?: 'oauth' | 'openid' | 'openid-inserted' | 'none';
  readonly alg?: string;
  readonly now?: () => number;
  readonly port?: number;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const makeKey = async (alg: string): Promise<Key> => {
  const kid = randomBytes(6).toString('hex');
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

export const startIssuer = async (options: IssuerOptions): Promise<Issuer> => {
  const { audience, path = '', metadata = 'oauth', alg = 'ES256', now = Date.now, port = 0 } = options;
  let key = await makeKey(alg);
  let issuer = '';
  const asked: string[] = [];
  const exchanges: URLSearchParams[] = [];
  const special = new Map<string, (response: ServerResponse) => void>();
  const codes = new Map<string, URLSearchParams>();

  const token = async ({ claims = {}, without = [], header = {} }: TokenRequest = {}): Promise<string> => {
    const at = Math.floor(now() / 1000);
    const all: JWTPayload = {
      iss: issuer,
      aud: audience,
      sub: 'agent-7',
      client_id: 'client-1',
      jti: randomBytes(8).toString('hex'),
      iat: at,
      exp: at + 300,
      ...claims,
    };
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
    return await new SignJWT(kept)
      .setProtectedHeader({ alg, kid: key.kid, typ: 'at+jwt', ...header })
      .sign(key.privateKey);
  };

  const place = {
    oauth: `/.well-known/oauth-authorization-server${path}`,
    openid: `${path}/.well-known/openid-configuration`,
    'openid-inserted': `/.well-known/openid-configuration${path}`,
    none: 'nowhere',
  }[metadata];

  const exchanged = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await bodyOf(request));
    exchanges.push(form);
    const begun = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (begun?.get('code_challenge') !== challenge) return json(response, { error: 'invalid_grant' }, 400);
    // the audience is what the client named as its resource, as RFC 8707 has it
    const claims = {
      aud: form.get('resource') ?? '',
      scope: begun.get('scope') ?? '',
      client_id: begun.get('client_id') ?? '',
    };
    json(response, { token_type: 'Bearer', access_token: await token({ claims }), expires_in: 300 });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    asked.push(url.pathname);
    const how = special.get(url.pathname);
    if (how !== undefined) how(response);
    else if (url.pathname === place)
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    else if (url.pathname === `${path}/keys`) json(response, { keys: [key.jwk] });
    else if (url.pathname === `${path}/register`)
      bodyOf(request).then(
        (body) => json(response, { ...(JSON.parse(body) as object), client_id: 'registered' }, 201),
        () => response.destroy(),
      );
    else if (url.pathname === `${path}/authorize`) {
      const code = randomBytes(8).toString('hex');
      codes.set(code, url.searchParams);
      const back = new URL(url.searchParams.get('redirect_uri') ?? issuer);
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === `${path}/token`) exchanged(request, response).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return {
    issuer,
    jwk: () => key.jwk,
    rotate: async () => {
      key = await makeKey(alg);
    },
    token,
    signed: (text, header = {}) =>
      new CompactSign(new TextEncoder().encode(text))
        .setProtectedHeader({ alg, kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey, { crit: Object.fromEntries((header.crit ?? []).map((name) => [name, true])) }),
    asked,
    answers: (at, how) => {
      if (how === undefined) special.delete(at);
      else special.set(at, how);
    },
    exchanges,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
