import type { ApprovalChannel, CallRequest, GateOptions } from '@callgate/gate';
import { callbackChannel } from '@callgate/gate';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, gathers, office, policyText, recorder, story } from './office.ts';

/** Remembers what people were asked: each list is one question. */
class AskingChannel {
  readonly asked: (readonly ApprovalRequest[])[] = [];

  readonly channel: ApprovalChannel = {
    name: 'test',
    ask: async (question) => {
      this.asked.push([question]);
      return null;
    },
    askTogether: async (group) => {
      this.asked.push(group.map(({ question }) => question));
    },
  };

  get calls(): number {
    return this.asked.flat().length;
  }
}

const mail = (at: number | string, more: Partial<CallRequest> = {}): CallRequest =>
  call('send_mail', { to: `${at}@shop.example`, body: 'hello' }, more);

const asks = async (
  requests: readonly CallRequest[],
  options: Partial<GateOptions> = {},
): Promise<{ readonly place: Office; readonly asked: AskingChannel['asked'] }> => {
  const asking = new AskingChannel();
  const place = await office({ channels: [asking.channel], ...options });
  await Promise.all(requests.map((request) => place.gate.begin(request)));
  await gathers(() => asking.calls === requests.length, place);
  return { place, asked: asking.asked };
};

const targetsOf = (asked: readonly (readonly ApprovalRequest[])[]): readonly (readonly string[])[] =>
  asked.map((group) => group.map(({ target }) => target));

describe('calls that come together', () => {
  it('are asked about as one question, each with what it is bound to', async () => {
    const { asked } = await asks([mail(1), mail(2), call('delete_note', { id: '1' })]);
    expect(asked.map(({ length }) => length)).toEqual([3]);
    expect(new Set(asked[0]?.map(({ binding }) => binding)).size).toBe(3);
  });

  it('are those of one session', async () => {
    const { asked } = await asks([mail(1), mail(2, { context: 'c2' }), mail(3)]);
    expect(asked.map(({ length }) => length).toSorted()).toEqual([1, 2]);
  });

  it('do not include one that works on what another one may have changed', async () => {
    const { asked } = await asks([
      call('delete_note', { id: '1' }),
      call('delete_note', { id: '1', hard: true }),
      mail(1),
    ]);
    expect(targetsOf(asked).map((targets) => targets.toSorted())).toEqual([
      ['delete_note', 'send_mail'],
      ['delete_note'],
    ]);
  });

  it('are one question also where an agent declares that it intends them', async () => {
    const asking = new AskingChannel();
    const place = await office({ channels: [asking.channel] });
    await place.gate.plan([mail(1), call('read_note'), mail(2)]);
    await gathers(() => asking.calls === 2, place);
    expect(targetsOf(asking.asked)).toEqual([['send_mail', 'send_mail']]);
  });

  it('say which of them no word for all approves', async () => {
    const policy = policyText(
      'extends: balanced\nrules: [{ id: s, tools: delete_note, then: confirm, terms: strong, reason: r }]',
    );
    const ten = Array.from({ length: 10 }, (_, at) => mail(at));
    const { asked } = await asks([...ten, call('delete_note', { id: 'all' })], { policy });
    const alone = asked.flat().filter((question) => question.alone !== null);
    expect(alone.map(({ target, alone: why }) => [target, why])).toEqual([
      ['delete_note', { code: 'extraChecks' }],
    ]);
  });

  it('may each be asked about as often as a session may ask, not more', async () => {
    const place = await office({ limits: { questionsAnHour: 4 } });
    const begun = await Promise.all(Array.from({ length: 10 }, (_, at) => place.gate.begin(mail(at))));
    expect(begun.filter(({ state }) => state === 'held')).toHaveLength(4);
  });

  it('are decided one by one: each has its own vote and its own entries, and refusing one refuses no other', async () => {
    const channel = callbackChannel({
      ask: () => Promise.resolve(null),
      askTogether: async (questions) =>
        questions.map(({ call: id, arguments: args }) => ({
          call: id,
          verdict: args['id'] === '2' ? ('refuse' as const) : ('approve' as const),
          subject: 'local',
          opened: true,
        })),
    });
    const place = await office({ channels: [channel] });
    const { dispatch, sent } = recorder();
    const running = Promise.all(
      [1, 2, 3].map((at) => place.gate.run(call('delete_note', { id: `${at}` }), dispatch)),
    );
    await gathers(async () => (await story(place.store)).includes('refused'), place);
    const ended = await running;
    expect(ended.map(({ state }) => state)).toEqual(['done', 'refused', 'done']);
    expect(sent).toHaveLength(2);
    for (const { call: id } of ended)
      expect((await story(place.store, id)).filter((event) => event === 'vote')).toHaveLength(1);
  });

  it('get no answer that names a call twice, or one that was not asked about', async () => {
    for (const answersFor of [(id: string) => [id, id], (id: string) => [id, 'another']]) {
      const channel = callbackChannel({
        ask: () => Promise.resolve(null),
        askTogether: async ([first]) =>
          answersFor(first?.call ?? '').map((id) => ({
            call: id,
            verdict: 'approve' as const,
            subject: 'local',
            opened: true,
          })),
      });
      const place = await office({ channels: [channel] });
      await Promise.all([place.gate.begin(mail(1)), place.gate.begin(mail(2))]);
      await gathers(async () => (await place.store.read.alerts({ limit: 5 })).items.length === 1, place);
      expect((await place.store.read.alerts({ limit: 5 })).items[0]?.code).toBe('CHANNEL_FAILED');
      expect(await place.store.read.inboxSize()).toBe(2);
    }
  });

  it('are asked about by themselves where a channel knows no groups', async () => {
    const asked: string[] = [];
    const channel: ApprovalChannel = {
      name: 'plain',
      ask: async ({ call: id }) => {
        asked.push(id);
        return null;
      },
    };
    const place = await office({ channels: [channel] });
    await Promise.all([place.gate.begin(mail(1)), place.gate.begin(mail(2))]);
    await gathers(() => asked.length === 2, place);
    expect(new Set(asked).size).toBe(2);
  });
});
