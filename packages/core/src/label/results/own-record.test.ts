import type { JsonObject, Session } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import {
  DESTROYS,
  READS_MAIL,
  SENDS,
  WRITES,
  makeTracedTool,
  textResult,
} from '../../../test/make-traced-tool.ts';
import { listProvenValues } from '../judge-call.ts';

const text = { type: 'string' };
const lookup = (name: string, argument: string, annotations: JsonObject = READS_MAIL) =>
  makeTracedTool(name, {
    annotations,
    properties: { [argument]: text, limit: { type: 'integer' }, all: { type: 'boolean' } },
  });
const getOrder = lookup('get_order', 'order_id');
const change = makeTracedTool('change_order', {
  annotations: WRITES,
  properties: { order_id: text, card_id: text, city: text, to: text, user_id: text },
});
const remove = makeTracedTool('remove_order', { annotations: DESTROYS, properties: { order_id: text } });

const seen = (
  id: string,
  tool: ReturnType<typeof lookup>,
  args: JsonObject,
  result: string,
): SessionEvent[] => [
  { type: 'call', id, tool },
  { type: 'result', id, tool, args, result: textResult(result) },
];
const play = (said: string, ...events: readonly SessionEvent[]): Session =>
  [{ type: 'user', text: said } as const, ...events].reduce(applyEvent, startSession('ctx'));
const ORDER = JSON.stringify({ order_id: 'W-1', card_id: 'C-7', city: 'Bergen', to: 'Ann', user_id: 'U-9' });
const order = (tool = getOrder, args: JsonObject = { order_id: 'W-1' }): SessionEvent[] =>
  seen('c1', tool, args, ORDER);
const MINE = 'My order is W-1, please change the card.';
const proven = (session: Session, args: JsonObject, tool = change): string =>
  judgeCall(session, tool, args).origins.proven;

describe('a record of the person who speaks', () => {
  it('vouches for its fields where they are asked to be acted on', () => {
    const session = play(MINE, ...order());
    expect(session.seen[0]?.own).toBe(true);
    expect(proven(session, { order_id: 'W-1', card_id: 'C-7', city: 'Bergen' })).toBe('yes');
    expect(listProvenValues(session, change, { card_id: 'C-7' })[0]?.proof).toBe('ownRecord');
    expect(proven(play('My order is W-1, where is it?', ...order()), { card_id: 'C-7' })).toBe('no');
  });

  it('vouches for nothing of another kind, and for no other person in it', () => {
    const session = play(MINE, ...order());
    for (const args of [{ card_id: 'W-1' }, { card_id: 'C-8' }, { to: 'Ann' }, { user_id: 'U-9' }])
      expect(proven(session, args)).toBe('no');
    expect(proven(session, { order_id: 'W-1' }, remove)).toBe('no');
    const outward = makeTracedTool('change_order', { annotations: SENDS, properties: { card_id: text } });
    expect(proven(session, { card_id: 'C-7' }, outward)).toBe('no');
  });

  it('leads to the next one', () => {
    const list = lookup('get_customer', 'customer_id');
    const events = [
      ...seen(
        'c0',
        list,
        { customer_id: 'U-1', limit: 5, all: true },
        '{"customer_id": "U-1", "orders": ["W-1"]}',
      ),
      ...order(),
    ];
    expect(
      proven(play("I'm customer U-1. Change the card of my order.", ...events), { card_id: 'C-7' }),
    ).toBe('yes');
    expect(proven(play('Change the card of customer U-1.', ...events), { card_id: 'C-7' })).toBe('no');
  });

  it.each([
    ['nobody gave it as theirs', play('Please change the card of order W-1.', ...order())],
    ['other people wrote it', play(MINE, ...order(lookup('get_mail', 'order_id')))],
    ['it is a text', play(MINE, ...order(lookup('get_comment', 'order_id')))],
    [
      'the tool may go out',
      play(MINE, ...order(lookup('get_order', 'order_id', { readOnlyHint: true, openWorldHint: true }))),
    ],
    ['it was searched for', play(MINE, ...order(lookup('find_orders', 'query'), { query: 'W-1' }))],
    ['nothing was looked up by', play(MINE, ...order(getOrder, {}))],
    [
      'another was looked up with it',
      play(MINE, ...order(lookup('get_order', 'order_id'), { order_id: ['W-1', 'W-2'] })),
    ],
    [
      'its task is over',
      applyEvent(applyEvent(play(MINE, ...order()), { type: 'end' }), {
        type: 'user',
        text: 'Change the card of my order.',
      }),
    ],
  ])('is none where %s', (_, session) => {
    expect(proven(session, { card_id: 'C-7' })).toBe('no');
  });
});
