import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { ConnectedClient } from '../wire/exchange.ts';
import { inBandConnection, readClientVote } from './in-band-approval.ts';

const client = (
  capabilities: JsonObject,
  info: JsonObject | null = { name: 'desktop' },
): ConnectedClient => ({
  principal: LOCAL_PRINCIPAL,
  context: 'c',
  authenticated: false,
  transport: 'http',
  key: 'c',
  era: 'legacy',
  stateful: true,
  version: '2025-11-25',
  capabilities,
  info,
});

describe('a connection', () => {
  it('can be asked over where the client shows forms', () => {
    expect(inBandConnection(client({ elicitation: {} }))).toEqual({ transport: 'http', client: 'desktop' });
    expect(inBandConnection(client({ elicitation: { form: {} } }, null))).toEqual({
      transport: 'http',
      client: null,
    });
  });

  it.each<JsonObject>([{}, { elicitation: { url: {} } }, { elicitation: true }])(
    'cannot be asked over with %j',
    (capabilities) => {
      expect(inBandConnection(client(capabilities))).toBeUndefined();
    },
  );
});

describe('an answer', () => {
  it('is read with what was typed', () => {
    const content = { decision: 'approve', code: 'AB23', reason: 'fine' };
    expect(readClientVote({ action: 'accept', content })).toEqual({
      verdict: 'approve',
      code: 'AB23',
      reason: 'fine',
    });
    expect(readClientVote({ action: 'accept', content: { ...content, allow: 'folder' } })).toMatchObject({
      verdict: 'approve',
      allow: 'folder',
    });
    for (const allow of ['once', '', null])
      expect(readClientVote({ action: 'accept', content: { ...content, allow } })).not.toHaveProperty(
        'allow',
      );
    expect(readClientVote({ action: 'decline' })).toEqual({ verdict: 'refuse' });
    expect(readClientVote({ action: 'accept', content: { decision: 'details' } })).toBe('details');
  });

  it.each([
    { action: 'accept' },
    { action: 'accept', content: {} },
    { action: 'accept', content: { decision: true } },
    { action: 'accept', content: { decision: 'APPROVE' } },
    { action: 'accept', content: { decision: 'approve', allow: 'everything' } },
    { action: 'accept', content: { decision: 'approve', allow: true } },
    { action: 'cancel', content: { decision: 'approve' } },
    'accept',
  ])('is none where it is %j: a bare yes approves nothing', (answer) => {
    expect(readClientVote(answer)).toBeUndefined();
  });
});
