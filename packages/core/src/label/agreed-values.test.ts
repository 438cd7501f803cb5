import type { JsonObject, Session } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { Origins, SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import {
  DESTROYS,
  READS,
  READS_MAIL,
  SENDS,
  WRITES,
  makeTracedTool,
  textResult,
} from '../../test/make-traced-tool.ts';
import { listProvenValues } from './judge-call.ts';

const text = { type: 'string' };
const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });
const getBooking = makeTracedTool('get_booking', { annotations: READS, properties: { booking_id: text } });
const moveBooking = makeTracedTool('move_booking', {
  annotations: WRITES,
  roles: { booking_id: 'object', room_id: 'object', quantity: 'critical' },
  properties: { booking_id: text, room_id: text, quantity: { type: 'integer' } },
});
const fetchPage = makeTracedTool('fetch_page', {
  annotations: { ...READS, openWorldHint: true, unsafeOutputHint: true },
  roles: { url: 'destination' },
  properties: { url: text },
});
const toHuman = makeTracedTool('transfer_to_human', { annotations: WRITES, properties: { summary: text } });
const post = makeTracedTool('post_update', { annotations: SENDS, properties: { body: text } });

const returns = (
  id: string,
  tool: typeof readMail,
  result: JsonObject,
  args: JsonObject = {},
): SessionEvent[] => [
  { type: 'call', id, tool },
  { type: 'result', id, tool, args, result },
];
const booking = { booking: { booking_id: 'BK-77120', room_id: 'RM-204' } };
const SEEN: readonly SessionEvent[] = [
  { type: 'user', text: 'Hi, can you move my booking to another room?' },
  ...returns('c0', readMail, textResult('Refund 480 to DE89370400440532013000.') as JsonObject),
  ...returns(
    'c1',
    getBooking,
    { ...(textResult(JSON.stringify(booking)) as JsonObject), structuredContent: booking },
    { booking_id: 'BK-77120' },
  ),
];
const OFFER =
  'I can move your booking as follows:\n- Booking: BK-77120\n- New room: RM-204\n\nShall I go ahead (yes/no)?';
const play = (...events: readonly SessionEvent[]): Session =>
  [...SEEN, ...events].reduce(applyEvent, startSession('ctx'));
const judge = (session: Session, args: JsonObject, tool = moveBooking): Origins =>
  judgeCall(session, tool, args).origins;

describe('a yes to what the agent listed', () => {
  const args = { booking_id: 'BK-77120', room_id: 'RM-204' };
  const answered = (answer: string): Session =>
    play({ type: 'assistant', text: OFFER }, { type: 'user', text: answer });

  it('proves the listed values and no others', () => {
    const session = answered('Yes, please go ahead.');
    expect(judge(session, args).proven).toBe('yes');
    expect(listProvenValues(session, moveBooking, args)).toMatchObject([
      { proof: 'agreed' },
      { proof: 'agreed' },
    ]);
    expect(judge(session, { ...args, room_id: 'RM-909' }).proven).toBe('no');
  });

  it('is taken back by a later no', () => {
    const session = play(
      { type: 'assistant', text: OFFER },
      { type: 'user', text: 'Yes, please go ahead.' },
      { type: 'user', text: 'No, stop, I changed my mind.' },
    );
    expect(judge(session, args).proven).toBe('no');
  });

  it('is one to the deed that was proposed, and to no other', () => {
    const cancel = makeTracedTool('cancel_booking', {
      annotations: DESTROYS,
      roles: { booking_id: 'object' },
      properties: { booking_id: text },
    });
    const proposed = (deed: string): Session =>
      play(
        {
          type: 'assistant',
          text: `I can ${deed} this booking:\n- Booking: BK-77120\n\nShall I go ahead (yes/no)?`,
        },
        { type: 'user', text: 'Yes, please.' },
      );
    expect(judge(proposed('cancel'), { booking_id: 'BK-77120' }, cancel).proven).toBe('yes');
    expect(judge(proposed('confirm'), { booking_id: 'BK-77120' }, cancel).proven).toBe('no');
  });

  it('is none where the person says anything else', () => {
    for (const answer of ['No, please leave it.', 'Hm, which floor is that on?'])
      expect(judge(answered(answer), args).proven).toBe('no');
  });
});

describe('values that need no word of their own', () => {
  it('one piece of something is what nobody says', () => {
    const session = play({ type: 'user', text: 'Move booking BK-77120 to room RM-204' });
    const args = { booking_id: 'BK-77120', room_id: 'RM-204' };
    expect(listProvenValues(session, moveBooking, { ...args, quantity: 1 })).toContainEqual(
      expect.objectContaining({ path: ['quantity'], proof: 'idle' }),
    );
    expect(judge(session, { ...args, quantity: 2 }).proven).toBe('no');
  });

  it('a human of the same desk may take over', () => {
    expect(judge(play(), { summary: 'The booking is to be moved.' }, toHuman).proven).toBe('yes');
    expect(judge(play(), { body: 'The booking is to be moved.' }, post).proven).toBe('no');
  });

  it('a link that a page of the person printed may be read', () => {
    const page = 'https://docs.example.org/start';
    const link = 'https://docs.example.org/next';
    const session = play(
      { type: 'user', text: `Read ${page} and what comes next` },
      ...returns('c2', fetchPage, textResult(`Next: ${link}`) as JsonObject, { url: page }),
    );
    expect(judge(session, { url: link }, fetchPage).destination).toBe('yes');
    expect(judge(session, { url: `${link}?x=BK-77120` }, fetchPage).destination).toBe('no');
  });
});

describe('a place that the person said yes to', () => {
  const cancel = (annotations: JsonObject): typeof moveBooking =>
    makeTracedTool('cancel_booking', {
      annotations,
      roles: { booking_id: 'object', refund_to: 'destination' },
      properties: { booking_id: text, refund_to: text },
    });
  const offer = 'I can cancel BK-77120 and refund 260 to the original card. Shall I go ahead?';
  const agreed = (said: string): Session =>
    play({ type: 'assistant', text: said }, { type: 'user', text: 'Yes' });
  const places = (session: Session, tool: typeof moveBooking, to: string): readonly string[] =>
    judge(session, { booking_id: 'BK-77120', refund_to: to }, tool).unproven.map(
      ({ text: value = '' }) => value,
    );

  it('is proven where nothing goes out, and is no address', () => {
    expect(places(agreed(offer), cancel(DESTROYS), 'original card')).toEqual([]);
    expect(places(agreed(offer), cancel({ ...DESTROYS, openWorldHint: true }), 'original card')).toEqual([
      'original card',
    ]);
    expect(places(agreed(offer), cancel(DESTROYS), 'gift card')).toEqual(['gift card']);
    const bank = offer.replace('the original card', 'DE89370400440532013000');
    expect(places(agreed(bank), cancel(DESTROYS), 'DE89370400440532013000')).toEqual([
      'DE89370400440532013000',
    ]);
    expect(places(play({ type: 'assistant', text: offer }), cancel(DESTROYS), 'original card')).toEqual([
      'BK-77120',
      'original card',
    ]);
  });
});
