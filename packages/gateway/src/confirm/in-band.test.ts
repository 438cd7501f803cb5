import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Principal } from '@callgate/core';
import { expect, it } from 'vitest';
import type { Client } from '../receive/exchange.ts';
import { inBandVoter } from './in-band.ts';

const client = (principal: Partial<Principal>): Client => ({
  principal: { ...LOCAL_PRINCIPAL, ...principal },
  context: 'c',
  authenticated: false,
  transport: 'http',
  key: 'c',
  era: 'legacy',
  stateful: true,
  version: '2025-11-25',
  capabilities: { elicitation: {} },
  info: { name: 'listed', version: '1' },
});

const PEOPLE = {
  all: [
    { subject: 'ann', groups: [], active: true },
    { subject: 'bob', groups: [], active: true },
  ],
  selfApproval: false,
};
const LISTED = [{ name: 'listed', vouched: false, answersInBand: true }];

it('an answer over a connection is the word of the person who has it, never of a program', () => {
  expect(inBandVoter(client({ subject: 'ann' }), PEOPLE, LISTED)).toBe('ann');
  expect(inBandVoter(client({ subject: 'ann', kind: 'service' }), PEOPLE, LISTED)).toBeUndefined();
  expect(inBandVoter(client({ subject: 'eve' }), PEOPLE, LISTED)).toBeUndefined();
  expect(inBandVoter(client({ subject: 'ann', delegation: ['bob'] }), PEOPLE, LISTED)).toBeUndefined();
  expect(inBandVoter(client({ subject: 'ann' }), PEOPLE, [])).toBeUndefined();
});
