import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Grant {
  readonly client: string;
  readonly resource: string;
  readonly family: string;
}

interface AccessGrant extends Grant {
  readonly expiresAt: number;
}

export interface ReceivedCall {
  readonly method: string;
  readonly authorization: string | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An MCP server over HTTP that wants access tokens, and the authorization server that gives them out. */
export interface ProtectedServer {
  readonly url: string;
  readonly issuer: string;
  /** What came to the MCP server. */
  readonly calls: ReceivedCall[];
  /** What came to the token endpoint. */
  readonly exchanges: URLSearchParams[];
  readonly registrations: Record<string, unknown>[];
  /** Every token that was ever given out. */
  readonly issued: string[];
  /** How long access tokens last, in seconds; undefined: the answer does not say. */
  expiresIn: number | undefined;
  /** Changes what the authorization server, or the MCP server, says of itself. */
  metadata: Record<string, unknown>;
  resource: Record<string, unknown>;
  /** In place of the usual answer at this path of either; undefined ends that. */
  answer(path: string, how: Answer | undefined): void;
  revokeAccess(): void;
  revokeAll(): void;
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

const listen = async (handle: RequestListener) => {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const TOOL = {
  name: 'look',
  description: 'Looks at a note',
  inputSchema: { type: 'object', properties: { echo: { type: 'string' } } },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const resultOf = (method: string, params: Record<string, unknown>, authorization: string): unknown => {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'notes', version: '1' },
    };
  if (method === 'tools/list') return { tools: [TOOL] };
  if (method !== 'tools/call') return undefined;
  const { arguments: given } = params as { readonly arguments?: { readonly echo?: string } };
  // a server that repeats its secret
  const text = given?.echo === 'token' ? authorization : 'a note';
  return { content: [{ type: 'text', text }] };
};

export const startProtectedServer = async (): Promise<ProtectedServer> => {
  const codes = new Map<string, URLSearchParams>();
  const access = new Map<string, AccessGrant>();
  const refresh = new Map<string, Grant>();
  const spent = new Map<string, Grant>();
  const special = new Map<string, Answer>();
  const told: ProtectedServer = {
    url: '',
    issuer: '',
    calls: [],
    exchanges: [],
    registrations: [],
    issued: [],
    expiresIn: 3600,
    metadata: {},
    resource: {},
    answer: (path, how) => void (how === undefined ? special.delete(path) : special.set(path, how)),
    revokeAccess: () => access.clear(),
    revokeAll: () => {
      access.clear();
      refresh.clear();
    },
    close: async () => {},
  };

  const endFamily = (family: string): void => {
    for (const tokens of [access, refresh])
      for (const [token, grant] of tokens) if (grant.family === family) tokens.delete(token);
  };

  const giveTokens = (response: ServerResponse, grant: Grant): void => {
    const [accessToken, refreshToken] = [
      `access-${randomBytes(20).toString('hex')}`,
      `refresh-${randomBytes(20).toString('hex')}`,
    ];
    told.issued.push(accessToken, refreshToken);
    access.set(accessToken, { ...grant, expiresAt: Date.now() + (told.expiresIn ?? 3600) * 1000 });
    refresh.set(refreshToken, grant);
    json(response, {
      token_type: 'Bearer',
      access_token: accessToken,
      refresh_token: refreshToken,
      ...(told.expiresIn === undefined ? {} : { expires_in: told.expiresIn }),
    });
  };

  const exchangeCode = (form: URLSearchParams, response: ServerResponse): void => {
    const begun = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      begun?.get('code_challenge') === challenge &&
      begun.get('redirect_uri') === form.get('redirect_uri') &&
      begun.get('client_id') === form.get('client_id');
    if (!isGood) return json(response, { error: 'invalid_grant' }, 400);
    giveTokens(response, {
      client: form.get('client_id') ?? '',
      resource: form.get('resource') ?? '',
      family: randomBytes(4).toString('hex'),
    });
  };

  /** A refresh token that comes twice was stolen: all that came of it is over. */
  const exchangeRefresh = (form: URLSearchParams, response: ServerResponse): void => {
    const token = form.get('refresh_token') ?? '';
    const grant = refresh.get(token);
    if (grant === undefined) {
      endFamily(spent.get(token)?.family ?? '');
      return json(response, { error: 'invalid_grant', error_description: token }, 400);
    }
    refresh.delete(token);
    spent.set(token, grant);
    giveTokens(response, grant);
  };

  const issuerPath = async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = url;
    if (pathname === '/.well-known/oauth-authorization-server')
      return json(response, {
        issuer: told.issuer,
        authorization_endpoint: `${told.issuer}/authorize`,
        token_endpoint: `${told.issuer}/token`,
        registration_endpoint: `${told.issuer}/register`,
        revocation_endpoint: `${told.issuer}/revoke`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        ...told.metadata,
      });
    if (pathname === '/register') {
      const wanted = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
      told.registrations.push(wanted);
      return json(response, { ...wanted, client_id: `client-${told.registrations.length}` }, 201);
    }
    if (pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      codes.set(code, searchParams);
      const back = new URL(searchParams.get('redirect_uri') ?? told.issuer);
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', told.issuer);
      return void response.writeHead(302, { location: back.href }).end();
    }
    const form = new URLSearchParams(await bodyOf(request));
    if (pathname === '/revoke') {
      endFamily((refresh.get(form.get('token') ?? '') ?? access.get(form.get('token') ?? ''))?.family ?? '');
      return void response.writeHead(200).end();
    }
    if (pathname !== '/token') return void response.writeHead(404).end();
    told.exchanges.push(form);
    if (form.get('grant_type') === 'refresh_token') exchangeRefresh(form, response);
    else exchangeCode(form, response);
  };

  const issuer = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const how = special.get(url.pathname);
    if (how !== undefined) how(request, response);
    else issuerPath(url, request, response).catch(() => response.destroy());
  });

  const isAllowed = (authorization: string | undefined): boolean => {
    const grant = access.get(authorization?.replace(/^Bearer /, '') ?? '');
    return grant !== undefined && grant.resource === told.url && Date.now() < grant.expiresAt;
  };

  const serverPath = async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(response, {
        resource: told.url,
        authorization_servers: [told.issuer],
        scopes_supported: ['notes.read'],
        ...told.resource,
      });
    if (url.pathname !== '/mcp') return void response.writeHead(404).end();
    const { authorization } = request.headers;
    const body = await bodyOf(request);
    const message = (body === '' ? {} : JSON.parse(body)) as {
      id?: number;
      method?: string;
      params?: Record<string, unknown>;
    };
    told.calls.push({ method: message.method ?? request.method ?? '', authorization });
    if (!isAllowed(authorization)) {
      const metadata = `${new URL(told.url).origin}/.well-known/oauth-protected-resource/mcp`;
      return void response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="notes.read"` })
        .end();
    }
    if (message.id === undefined) return void response.writeHead(request.method === 'POST' ? 202 : 405).end();
    const result = resultOf(message.method ?? '', message.params ?? {}, authorization ?? '');
    json(response, {
      jsonrpc: '2.0',
      id: message.id,
      ...(result === undefined ? { error: { code: -32_601, message: 'no such method' } } : { result }),
    });
  };

  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const how = special.get(`server ${url.pathname}`);
    if (how !== undefined) how(request, response);
    else serverPath(url, request, response).catch(() => response.destroy());
  });

  return Object.assign(told, {
    url: `${server.origin}/mcp`,
    issuer: issuer.origin,
    close: async () => {
      await server.close();
      await issuer.close();
    },
  });
};

/** What a browser does: opens the page, is sent back, and is answered. */
export const visit = async (url: string): Promise<Response> => await fetch(url);
