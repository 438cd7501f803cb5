import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../environment/clock.ts';

/** A shorter secret could be guessed. */
export const MIN_WEBHOOK_SECRET = 32;

const TIMESTAMP_HEADER = 'callgate-timestamp';
const SIGNATURE_HEADER = 'callgate-signature';

export interface WebhookMessage {
  readonly body: string;
  /** Milliseconds since 1970, as the header has it. */
  readonly timestamp: string;
}

/** `v1=` and the HMAC-SHA-256 over the time and the body, in hex. */
export const signWebhook = (secret: string, { body, timestamp }: WebhookMessage): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** The headers by which a receiver knows a message, made anew for every try. */
export const signingHeaders =
  (secret: string, clock: Pick<Clock, 'now'>) =>
  (body: string): Readonly<Record<string, string>> => {
    const timestamp = String(clock.now());
    return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signWebhook(secret, { body, timestamp }) };
  };

export interface SignedWebhook extends WebhookMessage {
  readonly signature: string;
  readonly now: number;
  /** How old it may be; five minutes where absent. */
  readonly toleranceMs?: number;
}

/** For receivers: whether a message is Callgate’s and new enough not to be a replay. */
export const isWebhookGenuine = (secret: string, message: SignedWebhook): boolean => {
  const { timestamp, signature, now, toleranceMs = 300_000 } = message;
  if (!/^\d{1,16}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceMs) return false;
  const expected = Buffer.from(signWebhook(secret, message));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
