import type { JsonObject } from '@callgate/core';
import { parseEntry } from '@callgate/gate/record';
import { describe, expect, it } from 'vitest';
import type { AuthzenConfig } from '../../src/config/gateway-config.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import type { Stage, StageOptions } from './stage.ts';
import { DESTROYS, QUIET, keepOpen, policyOf, stage, tool } from './stage.ts';

const POLICY = policyOf(
  '  - {id: secret-place, when: args.place == "vault", then: block, reason: the vault stays shut}\n',
);

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
}

interface AccessStage {
  readonly on: Stage;
  ask(body: unknown, path?: string, headers?: Record<string, string>): Promise<Answer>;
  rows(): Promise<readonly JsonObject[]>;
}

const open = async (
  authzen: AuthzenConfig | undefined,
  more: Pick<StageOptions, 'policy' | 'servers'> = {},
): Promise<AccessStage> => {
  const on = await stage({
    policy: POLICY,
    ...more,
    says: { tools: [tool('read', QUIET), tool('wipe', DESTROYS)] },
    config: (config) => ({
      ...config,
      http: {
        host: '127.0.0.1',
        port: 0,
        auth: { kind: 'none' },
        origins: [],
        ...(authzen === undefined ? {} : { authzen }),
      },
    }),
  });
  const token = mintToken('agents');
  const server = keepOpen(
    await serveHttp({
      protocol: on.at.gateway.protocol,
      host: '127.0.0.1',
      port: 0,
      authenticate: tokenAuth(token),
      limits: { closeMs: 200 },
      ...(authzen === undefined ? {} : { authzen }),
    }),
  );
  const base = `http://127.0.0.1:${server.port}`;
  return {
    on,
    ask: async (body, path = '/access/v1/evaluation', headers = {}) => {
      const isRead = path.startsWith('/.well-known');
      const response = await fetch(`${base}${path}`, {
        method: isRead ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(isRead ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(isRead ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : { text },
        headers: response.headers,
      };
    },
    rows: async () =>
      (await on.at.gateway.gate.desk.read.rows(1, 1000))
        .filter(({ event }) => event === 'evaluated')
        .map(({ bytes }) => parseEntry(bytes).detail),
  };
};

/** Whom the token stands for. */
const ME = 'local';

const about = (id: string, more: JsonObject = {}): JsonObject => ({
  subject: { type: 'user', id: ME },
  resource: { type: 'tool', id },
  action: { name: 'call' },
  ...more,
});

describe('decisions for other programs', () => {
  it('are true only for what runs by itself, with reasons and requirements, and each is logged and lets nothing out', async () => {
    const { on, ask, rows } = await open({});
    const metadata = await ask('', '/.well-known/authzen-configuration');
    expect(metadata.body['access_evaluation_endpoint']).toMatch(/^http:.*\/access\/v1\/evaluation$/);
    const read = await ask(about('notes/read'), undefined, { 'x-request-id': 'bfe9eb29-ab87' });
    expect(read.status).toBe(200);
    expect(read.headers.get('x-request-id')).toBe('bfe9eb29-ab87');
    expect(read.body).toMatchObject({ decision: true, context: { outcome: 'auto' } });
    const wipe = await ask(about('notes/wipe'));
    expect(wipe.body).toMatchObject({ decision: false, context: { outcome: 'confirm' } });
    expect(JSON.stringify(wipe.body['context'])).toContain('destroys');
    const vault = await ask(about('notes/read', { context: { arguments: { place: 'vault' } } }));
    expect(vault.body).toMatchObject({
      decision: false,
      context: {
        outcome: 'block',
        rules: expect.arrayContaining([{ id: 'secret-place', outcome: 'block' }]),
      },
    });
    expect((await ask(about('notes/none'))).body).toMatchObject({ decision: false });
    expect((await ask(about('notes/read', { action: { name: 'delete' } }))).body).toMatchObject({
      decision: false,
      context: { error: { code: 'ACCESS_ACTION' } },
    });
    expect((await ask(about('notes/read', { subject: { type: 'user', id: 'alice' } }))).body).toMatchObject({
      decision: false,
      context: { error: { code: 'ACCESS_SUBJECT', status: 403 } },
    });
    const logged = await rows();
    expect(logged.map(({ decision, outcome, code }) => [decision, outcome, code])).toEqual([
      [true, 'auto', null],
      [false, 'confirm', null],
      [false, 'block', null],
      [false, null, 'ACCESS_RESOURCE'],
      [false, null, 'ACCESS_ACTION'],
      [false, null, 'ACCESS_SUBJECT'],
    ]);
    expect(JSON.stringify(logged)).not.toContain('vault"');
    expect(on.oracle().calls()).toEqual([]);
    expect(await on.lives()).toEqual([]);
  });

  it('believe nothing for a sandbox that only calls through the gateway run in', async () => {
    const { on, ask } = await open({}, { servers: { notes: { trust: 'untrusted' } } });
    const { catalogue } = on.at.gateway;
    const outcome = async (): Promise<unknown> => (await ask(about('notes/read'))).body['decision'];
    expect(await outcome()).toBe(false);
    const held = { readOnly: true, closedWorld: true };
    catalogue.setEnforcement('notes', {
      contracts: (tools) => new Map(tools.map((one) => [one.name, held])),
    });
    expect(catalogue.find('tool', 'notes', 'read')?.mutates).toBe(false);
    expect(await outcome()).toBe(false);
  });

  it('are not true for what is only observed', async () => {
    const { ask } = await open(
      {},
      {
        policy: policyOf(
          '  - {id: seen, then: confirm, tools: "none", reason: it is looked at}\n',
          'mode: observe\n',
        ),
      },
    );
    expect((await ask(about('notes/wipe'))).body).toMatchObject({
      decision: false,
      context: { outcome: 'confirm', mode: 'observe' },
    });
  });

  it('come several at once, by the semantics that was asked for, about others only for listed askers', async () => {
    const { ask } = await open({ askers: [ME], url: 'https://pdp.example.com/' });
    const metadata = await ask('', '/.well-known/authzen-configuration');
    expect(metadata.body).toEqual({
      policy_decision_point: 'https://pdp.example.com',
      access_evaluation_endpoint: 'https://pdp.example.com/access/v1/evaluation',
      access_evaluations_endpoint: 'https://pdp.example.com/access/v1/evaluations',
    });
    const many = (semantic: string | undefined): Promise<Answer> =>
      ask(
        {
          subject: { type: 'user', id: 'alice@example.com', properties: { groups: ['sales'] } },
          action: { name: 'call' },
          ...(semantic === undefined ? {} : { options: { evaluations_semantic: semantic } }),
          evaluations: [
            { resource: { type: 'tool', id: 'notes/wipe' } },
            { resource: { type: 'tool', id: 'notes/read' } },
            {},
            { resource: { type: 'account', id: '123' } },
          ],
        },
        '/access/v1/evaluations',
      );
    const decisions = ({ body }: Answer): readonly unknown[] =>
      (body['evaluations'] as readonly JsonObject[]).map(({ decision }) => decision);
    const all = await many(undefined);
    expect(decisions(all)).toEqual([false, true, false, false]);
    expect(JSON.stringify(all.body)).toContain('"status":400');
    expect(decisions(await many('deny_on_first_deny'))).toEqual([false]);
    expect(decisions(await many('permit_on_first_permit'))).toEqual([false, true]);
    expect((await many('first_come')).status).toBe(400);
    // without evaluations it is one question
    expect((await ask(about('notes/read'), '/access/v1/evaluations')).body).toMatchObject({ decision: true });
    expect(
      (await ask({ ...about('notes/read'), evaluations: [] }, '/access/v1/evaluations')).body,
    ).toMatchObject({ decision: true });
  });

  it('are refused where the question is not exactly one, or nobody asks', async () => {
    const { ask, rows } = await open({});
    for (const wrong of [
      '',
      'null',
      '[]',
      '{"subject":{"type":"user","id":"local"},"subject":{"type":"user","id":"root"}}',
      about('notes/read', { subject: { type: 'user' } }),
      about('notes/read', { subject: 'alice' }),
      about('notes/read', { action: {} }),
      about('notes/read', { extra: 1 }),
      about('notes/read', { context: { arguments: 'x' } }),
      about('notes/read', { context: { time: 'now' } }),
      { resource: { type: 'tool', id: 'notes/read' }, action: { name: 'call' } },
    ])
      expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await ask(about('notes/read'), undefined, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await ask('{}', undefined, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await ask({ evaluations: Array.from({ length: 101 }, () => ({})) }, '/access/v1/evaluations')).status,
    ).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('are not there unless they are configured', async () => {
    const { ask } = await open(undefined);
    expect((await ask(about('notes/read'))).status).toBe(404);
    expect((await ask('', '/.well-known/authzen-configuration')).status).toBe(404);
  });
});
