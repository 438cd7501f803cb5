import { CallgateError } from '@callgate/core';
import { expect, it } from 'vitest';
import { Availability } from './availability.ts';

const ENDED = new CallgateError('UPSTREAM_ENDED', 'Server `s` ended (status 1)');
const SESSION_LOST = new CallgateError('UPSTREAM_SESSION_LOST', 'Server `s` ended the session');

const open = (): { availability: Availability; clock: { now: number } } => {
  const clock = { now: 0 };
  return { availability: new Availability('s', () => clock.now), clock };
};

it('doubles the pause at every failure, up to a minute, and begins anew when the server stayed up', () => {
  const { availability, clock } = open();
  const pauses = Array.from({ length: 9 }, () => {
    availability.failed(ENDED);
    expect(availability.mayStart).toBe(false);
    const pause = availability.retryInMs;
    clock.now += pause;
    expect(availability.mayStart).toBe(true);
    return pause / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(availability.reached()).toBe(true);
  clock.now += 10_000;
  expect(availability.lost(ENDED)).toBe(false);
  expect(availability.mayStart).toBe(true);
  availability.reached();
  // it ended again at once
  expect(availability.lost(ENDED)).toBe(true);
  expect(availability.text()).toContain('Unavailable, retrying in 2 s');
});

it('begins an HTTP session again at once, however often a server ends it', () => {
  const { availability, clock } = open();
  for (let times = 0; times < 20; times += 1) {
    availability.reached();
    clock.now += 100;
    expect(availability.lost(SESSION_LOST)).toBe(false);
    expect(availability.mayStart).toBe(true);
  }
});

it('tells of the same failure once', () => {
  const { availability } = open();
  const told = Array.from({ length: 5 }, () => (availability.failed(ENDED) ? availability.text() : null));
  expect(told).toEqual([
    expect.stringContaining('Unavailable'),
    null,
    expect.stringContaining('Crash loop'),
    null,
    null,
  ]);
});

it('says since when it is not there', () => {
  const { availability, clock } = open();
  clock.now = 5000;
  expect(availability.status(false, true, 0).downSince).toBe(0);
  availability.reached();
  expect(availability.status(true, false, 1).downSince).toBeNull();
  clock.now = 20_000;
  availability.lost(ENDED);
  clock.now = 25_000;
  expect(availability.status(false, true, 0)).toMatchObject({ state: 'starting', downSince: 20_000 });
});

it('counts restarts, not new HTTP sessions, and keeps the last failure with what to do', () => {
  const { availability, clock } = open();
  const status = (isReady: boolean) => availability.status(isReady, false, 1);
  availability.failed(new CallgateError('UPSTREAM_ENDED', 'Server `s` ended', { help: 'Try its command.' }));
  expect(status(false)).toMatchObject({ help: 'Try its command.', restarts: 0 });
  availability.reached();
  expect(status(true)).toMatchObject({
    help: null,
    restarts: 0,
    lastError: { message: 'Server `s` ended', at: 0 },
  });
  availability.lost(SESSION_LOST);
  availability.reached();
  expect(status(true).restarts).toBe(0);
  clock.now = 20_000;
  availability.lost(ENDED);
  availability.reached();
  expect(status(true)).toMatchObject({
    restarts: 1,
    lastError: { message: 'Server `s` ended (status 1)', at: 20_000 },
  });
});
