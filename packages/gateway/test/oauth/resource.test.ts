import { isJsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { OAuthSettings } from '../../src/identity/oauth/oauth-auth.ts';
import { resourceMetadata } from '../../src/identity/oauth/resource-metadata.ts';
import { TestClient, objectOf } from '../http-client.ts';
import { METADATA, RESOURCE, serveGateway } from './served-gateway.ts';

const PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

describe.each(PATHS)('what is said of the resource at %s', (path) => {
  it('is there for everybody', async () => {
    const at = await serveGateway({ settings: { scopes: ['tools'] } });
    const answer = await at.client().open('GET', null, { accept: '*/*' }, path).done;
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(objectOf(answer.messages[0])).toEqual({
      resource: RESOURCE,
      authorization_servers: [at.issuer.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['tools'],
      resource_name: 'Callgate',
    });
  });

  it('is not there under names or for pages that are not ours, and nothing can be sent to it', async () => {
    const at = await serveGateway();
    const get = async (headers: Record<string, string>, method = 'GET'): Promise<number> =>
      (await at.client().open(method, null, headers, path).done).status;
    expect(await get({ host: 'rebound.example' })).toBe(403);
    expect(await get({ origin: 'https://page.example' })).toBe(403);
    expect(await get({}, 'POST')).toBe(405);
    expect(await get({}, 'DELETE')).toBe(405);
  });
});

it('other paths beside it are nothing', async () => {
  const at = await serveGateway();
  for (const path of [`${PATHS[0]}/`, `${PATHS[1]}/x`, '/.well-known/oauth-authorization-server'])
    expect((await at.client().open('GET', null, {}, path).done).status).toBe(404);
});

it('is named after the path of the resource', () => {
  const of = (resource: string): readonly string[] => {
    const { url, documents } = resourceMetadata({ issuer: 'https://i.example', resource, scopes: [] });
    expect([...documents.values()].every((text) => isJsonObject(JSON.parse(text)))).toBe(true);
    return [url, ...documents.keys()];
  };
  expect(of('https://a.example')).toEqual([
    'https://a.example/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource',
  ]);
  expect(of('https://a.example/gate/mcp')).toEqual([
    'https://a.example/.well-known/oauth-protected-resource/gate/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/gate/mcp',
  ]);
  expect(of('https://a.example/mcp/')).toEqual([
    'https://a.example/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp/',
  ]);
  expect(of(RESOURCE)[0]).toBe(METADATA);
});

describe('a session', () => {
  const list = { id: 1, method: 'tools/list', params: {} };

  it('goes on with a newer token of the same principal', async () => {
    const at = await serveGateway();
    const session = await at.client(await at.issuer.token()).initialize();
    const authorization = `Bearer ${await at.issuer.token()}`;
    expect(
      (await new TestClient(session.port, { ...session.headers, authorization }).post(list)).status,
    ).toBe(200);
  });

  it.each([
    ['another principal', { sub: 'agent-8' }],
    ['other groups', { groups: ['b'] }],
    ['fewer roles', { roles: [] }],
    ['another kind of principal', { idtyp: 'app' }],
  ])('does not exist for %s', async (_name, claims) => {
    const at = await serveGateway();
    const first = { groups: ['a'], roles: ['admin'] };
    const session = await at.client(await at.issuer.token({ claims: first })).initialize();
    const authorization = `Bearer ${await at.issuer.token({ claims: { ...first, ...claims } })}`;
    const other = new TestClient(session.port, { ...session.headers, authorization });
    expect((await other.post(list)).status).toBe(404);
    expect((await other.send('DELETE', null)).status).toBe(404);
    expect((await session.post(list)).status).toBe(200);
  });

  it('needs a good token with every message', async () => {
    const at = await serveGateway();
    const session = await at.client(await at.issuer.token()).initialize();
    expect((await session.post(list)).status).toBe(200);
    at.later(400_000);
    const answer = await session.post(list);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('the token has expired');
    const { authorization: _, ...without } = session.headers;
    expect((await new TestClient(session.port, without).post(list)).status).toBe(401);
  });

  it.each<[string, Partial<OAuthSettings>, number]>([
    ['the token it was opened with', {}, 2],
    ['the age that a token may have', { maxAgeMs: 2000 }, 3600],
  ])('has a stream that ends with %s', async (_name, settings, lasts) => {
    const at = await serveGateway({ settings });
    const exp = Math.floor(at.now() / 1000) + lasts;
    const session = await at.client(await at.issuer.token({ claims: { exp } })).initialize();
    const stream = session.open('GET', null, { accept: 'text/event-stream' });
    at.protocol.streams
      .get(at.protocol.clients[0]?.key ?? '')
      ?.notify('notifications/tools/list_changed', {});
    const { status, messages } = await stream.done;
    expect(status).toBe(200);
    expect(messages).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
  });
});
