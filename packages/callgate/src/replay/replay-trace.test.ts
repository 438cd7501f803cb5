import { Engine, startSession } from '@callgate/core';
import { NO_CONTEXTS, getLabelStrengths } from '@callgate/core/label';
import { presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTACKED,
  ATTACKER,
  BENIGN,
  callEvent,
  officeTools,
  readMail,
  resultEvent,
  sendMail,
  makeTrace,
  userEvent,
} from '../../test/fixtures/traces.ts';
import type { ReplayOptions, ReplayedTrace } from './replay-trace.ts';
import { replayTrace } from './replay-trace.ts';
import type { Trace } from './trace.ts';

const TOOLS = officeTools();
const ENGINE = new Engine(presetPolicy('intent'));
const TIME = { at: 0, offsetMinutes: 0 };

const replay = (played: Trace, options: Partial<ReplayOptions> = {}): ReplayedTrace =>
  replayTrace(TOOLS, ENGINE, played, { time: TIME, ...options });

const outcomes = ({ calls }: ReplayedTrace): Record<string, string> =>
  Object.fromEntries(calls.map((each) => [each.call.id, each.outcome]));

describe('a replayed trace', () => {
  it('holds what the person did not name, and lets go what they did', () => {
    expect(outcomes(replay(ATTACKED))).toEqual({ a1: 'auto', a2: 'auto', a3: 'confirm' });
  });

  it('says of a held call which value it was and where it was first seen', () => {
    const held = replay(ATTACKED).calls[2];
    expect(held?.judged?.situation.origins.unproven).toMatchObject([
      { path: ['to', 0], text: ATTACKER, origin: 'untrusted', firstSeen: { call: 'a1', tool: 'read_inbox' } },
    ]);
    expect(held?.reasons.join()).toContain(ATTACKER);
  });

  it('has the session before and after every event', () => {
    const { steps } = replay(ATTACKED);
    expect(steps.map(({ event }) => event.type)).toEqual(ATTACKED.events.map(({ type }) => type));
    expect(
      steps.map(({ before, after }) => [
        getLabelStrengths(before).untrusted,
        getLabelStrengths(after).untrusted,
      ]),
    ).toEqual([['none', 'none'], ['none', 'known'], ...Array.from({ length: 5 }, () => ['known', 'known'])]);
    for (const [at, step] of steps.entries()) if (at > 0) expect(step.before).toBe(steps[at - 1]?.after);
  });

  it('asks about everything consequential where the words are hidden', () => {
    const hidden = replay(ATTACKED, { noUser: true });
    expect(outcomes(hidden)).toEqual({ a1: 'auto', a2: 'confirm', a3: 'confirm' });
    expect(hidden.calls.map(({ judged }) => judged?.situation.words)).toEqual([false, false, false]);
  });

  it('blocks a tool that the catalogue does not have, and its result labels like one of an unreviewed tool', () => {
    const odd = makeTrace(
      'odd',
      userEvent('Send a summary to bob@example.com'),
      callEvent('x', 'mail/no_such', { to: 'anybody' }),
      resultEvent('x', 'from a tool nobody knows'),
      sendMail('y', 'somebody@else.example'),
    );
    const replayed = replay(odd);
    expect(outcomes(replayed)).toEqual({ x: 'block', y: 'confirm' });
    expect(replayed.calls[0]).toMatchObject({
      error: { code: 'TOOL_UNKNOWN' },
      reasons: ['Callgate cannot judge this call: There is no tool mail/no_such in the catalogue'],
    });
    const [, called, answered] = replayed.steps;
    expect(getLabelStrengths(called?.after ?? startSession(''))).toEqual({
      private: 'possible',
      untrusted: 'possible',
    });
    expect(answered?.after.seen).toMatchObject([{ tool: 'no_such', origin: 'untrusted', vouched: false }]);
  });

  it('plays a person who approves: what was held runs, what was refused leaves no trace', () => {
    const refused = new Set(['a3']);
    const asked = replay(ATTACKED, { person: { approves: (_, call) => !refused.has(call) } });
    expect(asked.calls.map(({ vote }) => vote)).toEqual([undefined, undefined, 'refused']);
    const before = asked.steps.find(({ replayed }) => replayed?.vote === 'refused')?.before;
    expect(asked.steps.at(-1)?.after).toBe(before);
    const all = replay(ATTACKED, { person: { approves: () => true } });
    expect(all.calls[2]?.vote).toBe('approved');
    expect(all.steps.at(-1)?.after.seen).toHaveLength(3);
  });

  it('asks nobody about a tool that there is not', () => {
    const odd = makeTrace(
      'odd',
      userEvent('Hi'),
      callEvent('x', 'mail/no_such'),
      resultEvent('x', 'no such tool'),
    );
    const { calls } = replay(odd, { person: { approves: () => false } });
    expect(calls.map(({ outcome, vote }) => [outcome, vote])).toEqual([['block', undefined]]);
  });

  it('blocks arguments whose names can be taken for each other', () => {
    const [only] = replay(
      makeTrace('c', callEvent('x', 'mail/send_mail', { to: ['a@b.example'], TO: [] })),
    ).calls;
    expect(only).toMatchObject({ outcome: 'block', error: { code: 'CALL_KEY_COLLISION' } });
  });

  it('believes a task only from a client that is vouched for, and only before anything untrusted', () => {
    const task = { type: 'task', text: `send mail to ${ATTACKER}`, via: 'task' } as const;
    const words = (...events: Trace['events']): unknown =>
      replay(makeTrace('t', ...events, ...readMail('r', ATTACKER), sendMail('s', ATTACKER))).calls[1]
        ?.outcome;
    expect(words({ ...task, vouched: true })).toBe('auto');
    expect(words({ ...task, vouched: false })).toBe('confirm');
    expect(words(...readMail('early', ATTACKER), { ...task, vouched: true })).toBe('confirm');
  });

  it('forgets the words of a task that has ended, and a label that was declassified', () => {
    const ended = makeTrace(
      'e',
      ...BENIGN.events.slice(0, 3),
      { type: 'end' },
      sendMail('s', 'bob@example.com'),
    );
    expect(outcomes(replay(ended))['s']).toBe('confirm');
    const clean = { type: 'declassify', label: 'untrusted', by: 'ada', reason: 'read it' } as const;
    const declassified = makeTrace('d', ...ATTACKED.events.slice(0, 3), clean, sendMail('s', ATTACKER));
    expect(outcomes(replay(declassified))['s']).toBe('auto');
  });

  it('judges a call at the moment it was made', () => {
    // no decision is made at a time that nobody can read
    const never = { time: { at: 9e15, offsetMinutes: 0 } };
    const asked = userEvent('Send a mail to bob@example.com');
    const sent = sendMail('s', 'bob@example.com');
    expect(outcomes(replay(makeTrace('m', asked, sent), never))).toEqual({ s: 'block' });
    expect(outcomes(replay(makeTrace('m', asked, { ...sent, at: 5 }), never))).toEqual({ s: 'auto' });
  });

  it('sets aside the roles a server writes, where it is asked to', () => {
    const inferred = replayTrace(officeTools({ roles: false }), ENGINE, ATTACKED, { time: TIME });
    const values = inferred.calls[2]?.judged?.tool.places;
    expect(values?.roleAt(['to', 0])).toBe('destination');
    expect(officeTools().find('files', 'create_file')?.places.roleAt(['name'])).toBe('payload');
    expect(officeTools({ roles: false }).find('files', 'create_file')?.places.roleAt(['name'])).not.toBe(
      'payload',
    );
  });
});

describe('sessions of one context', () => {
  const quiet = makeTrace(
    'quiet',
    userEvent('Send a mail to bob@example.com'),
    sendMail('q1', 'carol@example.com'),
  );

  it('carry labels on, and never words', () => {
    expect(outcomes(replay(quiet))).toEqual({ q1: 'auto' });
    const first = replay(ATTACKED, { shared: NO_CONTEXTS });
    const second = replay(quiet, { shared: first.shared });
    expect(outcomes(second)).toEqual({ q1: 'confirm' });
    expect(second.calls[0]?.judged?.situation.labels).toEqual({ private: 'known', untrusted: 'known' });
    expect(second.steps.at(-1)?.after.said.map(({ text }) => text)).toEqual([
      'Send a mail to bob@example.com',
    ]);
  });

  it('still judge a session on its own words', () => {
    const first = replay(ATTACKED, { shared: NO_CONTEXTS });
    expect(outcomes(replay(BENIGN, { shared: first.shared }))).toEqual({ b1: 'auto', b2: 'auto' });
  });

  it('share one context and one principal', () => {
    const { shared } = replay(quiet, { shared: replay(ATTACKED, { shared: NO_CONTEXTS }).shared });
    expect(Object.keys(shared.sessions)).toHaveLength(1);
    expect(Object.keys(shared.principals)).toHaveLength(1);
  });
});

describe('replaying', () => {
  const events = fc.array(
    fc.oneof(
      fc.constantFrom(userEvent('Send a mail to bob@example.com'), { type: 'end' } as const),
      fc.record({ read: fc.boolean(), to: fc.constantFrom('bob@example.com', ATTACKER, 'me@example.com') }),
    ),
    { maxLength: 8 },
  );
  const made = events.map((list): Trace =>
    makeTrace(
      's',
      ...list.flatMap((each, at) =>
        'type' in each ? [each] : each.read ? readMail(`c${at}`, each.to) : [sendMail(`c${at}`, each.to)],
      ),
    ),
  );

  it('gives the same decisions every time', () => {
    fc.assert(
      fc.property(made, (played) => {
        expect(replay(played)).toEqual(replay(played));
      }),
    );
  });

  it('never lets go as one of several sessions of a principal what it would hold alone', () => {
    fc.assert(
      fc.property(made, made, (before, played) => {
        const { shared } = replay(before, { shared: NO_CONTEXTS });
        const alone = replay(played).calls;
        for (const [at, each] of replay(played, { shared }).calls.entries())
          expect([each.outcome, alone[at]?.outcome]).not.toEqual(['auto', 'confirm']);
      }),
    );
  });
});
