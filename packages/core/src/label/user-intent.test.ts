import { describe, expect, it } from 'vitest';
import type { Json } from '../receive/json.ts';
import { AI_INVOCATION_KEY } from '../vocabulary/claim-keys.ts';
import { readUserIntent } from './user-intent.ts';

describe('what a client says the person wants', () => {
  it('is the text it sends with a call', () => {
    expect(readUserIntent({ [AI_INVOCATION_KEY]: { userIntent: 'pay bob' } })).toBe('pay bob');
    expect(AI_INVOCATION_KEY).toBe('io.modelcontextprotocol/aiInvocation');
  });

  it.each<readonly [string, Json | undefined]>([
    ['nothing', undefined],
    ['no object', 'pay bob'],
    ['null', null],
    ['a list', [{ userIntent: 'x' }]],
    ['another key', { userIntent: 'x' }],
    ['an invocation that is no object', { [AI_INVOCATION_KEY]: 'x' }],
    ['an intent that is no text', { [AI_INVOCATION_KEY]: { userIntent: ['x'] } }],
    ['an empty intent', { [AI_INVOCATION_KEY]: { userIntent: ' \n' } }],
    ['an inherited invocation', Object.create({ [AI_INVOCATION_KEY]: { userIntent: 'x' } })],
  ])('is nothing in %s', (_, meta) => {
    expect(readUserIntent(meta)).toBeUndefined();
  });
});
