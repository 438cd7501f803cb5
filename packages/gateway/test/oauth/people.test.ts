import type { JsonObject } from '@callgate/core';
import type { People } from '@callgate/gate';
import type { JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import type { OAuthConfig } from '../../src/config/gateway-config.ts';
import { ERAS } from '../behaviour/stage.ts';
import { TestClient } from '../http-client.ts';
import type { WholeGateway } from './whole-gateway.ts';
import { callTool, openWholeGateway } from './whole-gateway.ts';

const PEOPLE: People = {
  all: ['ann', 'bob', 'cleo'].map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: false,
};
const DELETE: JsonObject = { id: '1' };

const start = (auth: Partial<OAuthConfig> = {}): Promise<WholeGateway> =>
  openWholeGateway({ config: (config) => ({ ...config, people: PEOPLE }) }, () => auth);

describe.each(ERAS)('a call that is held, in the %s era', (era) => {
  const held = async ({ on, issuer, port }: WholeGateway, claims: JWTPayload): Promise<string> => {
    const token = await issuer.token({ claims: { scope: 'tools', ...claims } });
    const client = new TestClient(port, { authorization: `Bearer ${token}` });
    await callTool(era, client, 'delete_note', DELETE);
    const [call] = await on.untilHeld();
    return call?.id ?? '';
  };

  it('shows the whole chain of a nested act claim in the question', async () => {
    const at = await start({ personClaim: 'name' });
    const call = await held(at, {
      sub: 'ann',
      name: 'ann',
      act: { sub: 'planner', client_id: 'planner', act: { sub: 'agent-7', client_id: 'agent-7' } },
    });
    const question = await at.on.at.gateway.gate.desk.question(call);
    expect(question).toMatchObject({ principal: 'ann', delegation: ['planner', 'agent-7'] });
  });

  it.each<[string, JWTPayload, Partial<OAuthConfig>, readonly string[]]>([
    ['whose agent made it', { sub: 'ann' }, {}, ['ann']],
    ['who acts as somebody else', { sub: 'ann', act: { sub: 'bob' } }, {}, ['ann', 'bob']],
    [
      'whose agent has another name',
      { sub: 'auth0|7', 'https://x.example/name': 'ann' },
      { personClaim: 'https://x.example/name' },
      ['ann'],
    ],
  ])('is not decided by the person %s, but by another', async (_name, claims, auth, excluded) => {
    const at = await start(auth);
    const call = await held(at, claims);
    for (const subject of excluded)
      expect(await at.on.vote(call, 'approve', { subject })).toMatchObject({ state: 'held' });
    expect(at.on.oracle().calls()).toEqual([]);
    expect(await at.on.vote(call, 'approve', { subject: 'cleo' })).toMatchObject({ state: 'approved' });
  });
});
