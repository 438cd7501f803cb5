import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'callgate-timestamp';
export const SIGNATURE_HEADER = 'callgate-signature';

export interface WebhookMessage {
  readonly body: string;
  /** Milliseconds since 1970, as the header has it. */
  readonly timestamp: string;
}

/** `v1=` and the HMAC-SHA-256 over the time and the body, in hex. */
export const signWebhook = (secret: string, { body, timestamp }: WebhookMessage): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

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
