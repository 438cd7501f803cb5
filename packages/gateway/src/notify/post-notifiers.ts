import type { Json } from '@callgate/core';
import { MessageSender } from '@callgate/gate/confirm';
import { pagerDutyBody, slackBody, teamsBody } from './chat-bodies.ts';
import type { Notifier } from './notifier.ts';

const RETRIES = 3;
/** A process that ends does not wait longer for it. */
const SETTLE_MS = 5000;

const post = async (url: string, body: Json, signal: AbortSignal, retries = RETRIES): Promise<void> => {
  await new MessageSender({ url }).send(JSON.stringify(body), signal, retries);
};

/** The URL is a secret: it is all that a sender needs. */
export const slackNotifier = (url: string): Notifier => ({
  name: 'slack',
  tell: (notification, signal) => post(url, slackBody(notification), signal),
});

export const teamsNotifier = (url: string): Notifier => ({
  name: 'teams',
  tell: (notification, signal) => post(url, teamsBody(notification), signal),
});

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';

export const pagerDutyNotifier = (key: string, url: string = PAGERDUTY_URL): Notifier => ({
  name: 'pagerduty',
  tell: (notification, signal) => post(url, pagerDutyBody(notification, key, 'trigger'), signal),
  settle: (notification) =>
    post(url, pagerDutyBody(notification, key, 'resolve'), AbortSignal.timeout(SETTLE_MS), 0),
});
