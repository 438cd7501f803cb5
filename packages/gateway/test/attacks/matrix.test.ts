import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from './agents.ts';
import { RECENT_PROTOCOLS, AGENT_PROTOCOLS, protocolText } from './agents.ts';
import type { Arena } from './arena.ts';
import { UPSTREAM_KINDS, arena } from './arena.ts';
import { FORBIDDEN, cellOf } from './cell.ts';
import { HTTP } from './http.ts';
import { IDS } from './ids.ts';
import { OTHER_METHODS } from './methods.ts';
import { expectNoFaults } from './arena-opener.ts';
import { SERVERS } from './servers.ts';
import { REACHING, SHAPES } from './shapes.ts';

describe.each(UPSTREAM_KINDS)('before a server over $transport of the $era era', (behind) => {
  let place: Arena;
  beforeAll(async () => {
    place = await arena(behind);
  });

  const full = behind === UPSTREAM_KINDS[0];
  // what is refused at the door is refused whatever stands behind it
  const suites = full ? [...SHAPES, ...HTTP] : REACHING;

  describe.each(
    (full ? AGENT_PROTOCOLS : RECENT_PROTOCOLS).map((speech) => [protocolText(speech), speech] as const),
  )('an agent over %s', (_, speech) => {
    let agent: Agent;
    let before = 0;
    beforeAll(async () => {
      agent = await place.agent(speech);
      before = place.upstream.bytes().length;
    });
    const cell = cellOf({ speech, behind, full, arena: () => place, agent: () => agent });
    for (const suite of [...suites, ...IDS, ...OTHER_METHODS, ...SERVERS]) suite(cell);

    it('is served after all of that, and nothing forbidden arrived', async () => {
      const { result } = await agent.call('read_note', { id: 'the end' });
      expect(result).toMatchObject({ content: [{ type: 'text' }] });
      const arrived = place.upstream.bytes().slice(before).split('\n');
      expect(arrived.filter((line) => line.includes(FORBIDDEN))).toEqual([]);
    });
  });

  afterAll(async () => {
    expectNoFaults(await place.close());
  });
});
