import type { Json } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import { MessageSender, signingHeaders } from '@callgate/gate/confirm';
import { pagerDutyBody, slackBody, teamsBody, webhookBody } from './chat-bodies.ts';
import type { Notifier } from './notifier.ts';

const RETRIES = 3;
/** A process that ends does not wait longer for it. */
const SETTLE_MS = 5000;

interface PostOptions {
  readonly url: string;
  /** Signs the message. */
  readonly secret?: string | undefined;
  readonly clock: Clock;
}

const post = async (
  { url, secret, clock }: PostOptions,
  body: Json,
  signal: AbortSignal,
  retries = RETRIES,
): Promise<void> => {
  const signed = secret === undefined ? {} : { headersOf: signingHeaders(secret, clock) };
  await new MessageSender({ url, clock, ...signed }).send(JSON.stringify(body), signal, retries);
};

/** The URL is a secret: it is all that a sender needs. */
export const slackNotifier = (to: PostOptions): Notifier => ({
  name: 'slack',
  tell: (notification, signal) => post(to, slackBody(notification), signal),
});

export const teamsNotifier = (to: PostOptions): Notifier => ({
  name: 'teams',
  tell: (notification, signal) => post(to, teamsBody(notification), signal),
});

export const webhookNotifier = (to: PostOptions): Notifier => ({
  name: 'webhook',
  tell: (notification, signal) => post(to, webhookBody(notification), signal),
});

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';

/** The key is a secret: it is all that a sender needs. */
export const pagerDutyNotifier = (
  key: string,
  { url = PAGERDUTY_URL, clock }: { readonly url?: string | undefined; readonly clock: Clock },
): Notifier => ({
  name: 'pagerduty',
  tell: (notification, signal) => post({ url, clock }, pagerDutyBody(notification, key, 'trigger'), signal),
  settle: (notification) =>
    post({ url, clock }, pagerDutyBody(notification, key, 'resolve'), AbortSignal.timeout(SETTLE_MS), 0),
});
