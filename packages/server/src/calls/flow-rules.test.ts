import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import type { DeclaredLimits } from './guarded-tool.ts';
import { readGuardedTools } from './guarded-tool.ts';
import type { FlowRule } from './flow-rules.ts';
import { readFlowOrigin, normaliseRules, findRestrictions } from './flow-rules.ts';
import { FLOW_ORIGIN_KEY } from './keys.ts';

const manifest = disclose({
  tools: [
    { name: 'read', inputSchema: { type: 'object' }, hints: { readOnly: true, openWorld: false } },
    { name: 'send', inputSchema: { type: 'object' }, hints: { readOnly: false, openWorld: true } },
  ],
});
const call = (name: string): DeclaredLimits =>
  readGuardedTools(manifest).get(name)?.forCall({}) as DeclaredLimits;

const ASK: FlowRule = { labels: ['untrusted*'], then: 'ask', reason: 'a' };
const REFUSE: FlowRule = { contributors: ['mail'], tools: ['s*'], then: 'refuse', reason: 'b' };

const restricted = (origin: unknown, name = 'send'): readonly string[] =>
  findRestrictions(
    normaliseRules([ASK, REFUSE]),
    readFlowOrigin({ [FLOW_ORIGIN_KEY]: origin as never }),
    call(name),
  ).map(({ reason }) => reason);

describe('where the content behind a call came from', () => {
  it('restricts by label and by contributor, refusals first', () => {
    expect(restricted({ labels: ['untrustedPublic'] })).toEqual(['a']);
    expect(restricted({ labels: ['internal'], contributors: [{ server: 'mail' }] })).toEqual(['b']);
    expect(restricted({ labels: ['untrusted'], contributors: ['mail'] })).toEqual(['b', 'a']);
  });

  it('changes nothing where it is not told, or is harmless', () => {
    expect(findRestrictions([ASK, REFUSE], readFlowOrigin({}), call('send'))).toEqual([]);
    expect(restricted({ labels: ['internal'] })).toEqual([]);
    expect(restricted({ labels: [], contributors: [] })).toEqual([]);
  });

  it('concerns reads of the inside only where a rule names them', () => {
    expect(restricted({ labels: ['untrusted'] }, 'read')).toEqual([]);
    const named: FlowRule = { ...ASK, tools: ['read'] };
    expect(
      findRestrictions(
        [named],
        readFlowOrigin({ [FLOW_ORIGIN_KEY]: { labels: ['untrusted'] } }),
        call('read'),
      ),
    ).toEqual([named]);
  });

  it.each([
    null,
    'untrusted',
    7,
    ['untrusted'],
    { labels: 7 },
    { labels: [{}] },
    { origin: 'somewhere' },
    { labels: ['x'], integrity: 'untrusted' },
    { labels: { name: 'x', untrusted: true } },
  ])('counts as the worst where it reads %j', (origin) => {
    expect(restricted(origin)).toEqual(['b', 'a']);
  });

  it('is the same in other letters and with room around it', () => {
    for (const label of ['Untrusted', 'untrusted ', ' UNTRUSTED'])
      expect(restricted({ labels: [label] })).toEqual(['a']);
  });
});

it('a rule that is about no origin is refused', () => {
  expect(() => normaliseRules([{ tools: ['send'], then: 'refuse', reason: 'never' }])).toThrow(
    expect.objectContaining({ code: 'GUARD_FLOW' }),
  );
});
