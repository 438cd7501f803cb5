import type { Json } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import { expect, it } from 'vitest';
import { readSessionFacts } from './session-facts.ts';

const TOOL = traceTool(describeTool({ server: 's', definition: { name: 't' } }), { name: 't' });

/** Everything that origins can say. */
const FULL: Required<Origins> = {
  proven: 'no',
  destination: 'yes',
  created: 'no',
  unproven: [
    {
      path: ['to', 0],
      origin: 'untrusted',
      role: 'destination',
      text: 'eve@evil.example',
      firstSeen: { server: 'mail', tool: 'read', call: 'c1', path: ['content', 0, 'text'], span: [0, 4] },
      carried: true,
    },
  ],
  unasked: 'delete',
  forbidden: 'send',
  denied: true,
  outbound: true,
};

it('origins as they were recorded are read as they are', () => {
  const written: Json = JSON.parse(JSON.stringify({ origins: FULL }));
  expect(readSessionFacts(written)(TOOL, {}).origins).toEqual(FULL);
});

it('a value by its path alone was seen nowhere', () => {
  expect(
    readSessionFacts({ origins: { unproven: ['to.name', { path: ['to'] }] } })(TOOL, {}).origins,
  ).toEqual({
    proven: 'unknown',
    destination: 'unknown',
    created: 'unknown',
    unproven: [
      { path: ['to', 'name'], origin: 'nowhere' },
      { path: ['to'], origin: 'nowhere' },
    ],
  });
});
