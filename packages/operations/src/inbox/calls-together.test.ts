import type { CallRequest } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { Office } from '../../../gate/test/office.ts';
import { call, office } from '../../../gate/test/office.ts';
import { LOCAL, inboxOf } from '../../test/inbox-office.ts';

const held = async ({ gate }: Office, request: CallRequest): Promise<string> => {
  const begun = await gate.begin(request);
  return begun.state === 'held' ? begun.call : begun.state;
};

const remove = (id: string, context = 'c1'): CallRequest => call('delete_note', { id }, { context });

describe('the calls that are one question', () => {
  it('are those of its session that came with it, each as a question of its own', async () => {
    const place = await office();
    const early = await held(place, remove('0'));
    place.clock.advance(60_000);
    const one = await held(place, remove('1'));
    place.clock.advance(10);
    const two = await held(place, remove('2'));
    const other = await held(place, remove('3', 'c2'));
    const together = inboxOf(place)['inbox.together'];
    const shown = await together({ call: two }, LOCAL);
    expect(shown.map(({ question }) => question.call)).toEqual([one, two]);
    expect(shown.map(({ question }) => question.arguments)).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await together({ call: early }, LOCAL)).toEqual([]);
    expect(await together({ call: other }, LOCAL)).toEqual([]);
  });

  it('are those that still wait', async () => {
    const place = await office();
    const [one, two] = [await held(place, remove('1')), await held(place, remove('2'))];
    const handlers = inboxOf(place);
    const { question } = await handlers['inbox.question']({ call: one }, LOCAL);
    await handlers['inbox.vote'](
      { call: one, binding: question.binding, verdict: 'refuse', opened: true },
      LOCAL,
    );
    expect(await handlers['inbox.together']({ call: one }, LOCAL)).toEqual([]);
    expect(await handlers['inbox.together']({ call: two }, LOCAL)).toEqual([]);
  });

  it('are none where a person could not read them together', async () => {
    const place = await office();
    const long = (id: string): CallRequest => call('delete_note', { id, reason: 'x'.repeat(150_000) });
    const calls = [await held(place, long('1')), await held(place, long('2'))];
    expect(await inboxOf(place)['inbox.together']({ call: calls[0] ?? '' }, LOCAL)).toEqual([]);
  });
});
