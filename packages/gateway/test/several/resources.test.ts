import type { JsonObject } from '@callgate/core';
import { expect, it } from 'vitest';
import { QUIET, tool } from '../behaviour/stage.ts';
import type { Oracle } from '../oracle.ts';
import { WITHIN_MS, openGatewayPair } from './gateway-pair.ts';

const URI = 'note://hidden/7';
const GIVING: JsonObject = {
  tools: [tool('give', QUIET)],
  templates: [],
  results: { 'tools/call': { content: [{ type: 'resource_link', uri: URI, name: 'seven' }] } },
};
const GIVEN = { result: { content: [{ type: 'resource_link', uri: URI }] } };
const NOT_FOUND = { error: { code: -32002 } };

const readsOf = ({ received }: Oracle): number =>
  received().filter(({ method }) => method === 'resources/read').length;

it(
  'what a server gave through one process is read through another',
  async () => {
    const { oracles, processes } = await openGatewayPair(GIVING);
    const [one, other] = processes.map(({ client }) => client);
    expect(await other?.request('resources/read', { uri: URI })).toMatchObject(NOT_FOUND);
    expect(await one?.request('tools/call', { name: 'notes__give', arguments: {} })).toMatchObject(GIVEN);
    expect(await other?.request('resources/read', { uri: URI })).toMatchObject({ result: {} });
    expect([readsOf(oracles.notes), readsOf(oracles.mail)]).toEqual([1, 0]);
  },
  WITHIN_MS,
);

it(
  'what two servers gave is neither’s, though each gave it through another process',
  async () => {
    const { oracles, processes } = await openGatewayPair(GIVING);
    const [one, other] = processes.map(({ client }) => client);
    expect(await one?.request('tools/call', { name: 'notes__give', arguments: {} })).toMatchObject(GIVEN);
    expect(await other?.request('tools/call', { name: 'mail__give', arguments: {} })).toMatchObject(GIVEN);
    for (const client of [one, other])
      expect(await client?.request('resources/read', { uri: URI })).toMatchObject(NOT_FOUND);
    expect([readsOf(oracles.notes), readsOf(oracles.mail)]).toEqual([0, 0]);
  },
  WITHIN_MS,
);
