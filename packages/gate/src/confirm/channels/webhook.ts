import { CallgateError, display } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { Clock } from '../../environment/clock.ts';
import { systemClock } from '../../environment/clock.ts';
import type { ApprovalChannel } from '../approval-channel.ts';
import { MessageSender } from './message-sender.ts';
import { runUnlessAborted } from './run-unless-aborted.ts';
import { makeWebhookBody } from './webhook-body.ts';
import { MIN_WEBHOOK_SECRET, signingHeaders } from './webhook-signature.ts';

export interface WebhookOptions {
  /** https, or http to this machine. */
  readonly url: string;
  /** Shared with the receiver; at least 32 characters. */
  readonly secret: string;
  /** Where the console is; a link to it is sent along. It carries no right to do anything. */
  readonly console?: string;
  /** Stands in alerts; `webhook` where absent. */
  readonly name?: string;
  readonly clock?: Clock;
  /** Tries besides the first; 3 where absent. */
  readonly retries?: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const checkedUrl = (what: string, text: string): URL => {
  const url = URL.parse(text);
  if (url === null)
    throw new CallgateError(approvalErrors.webhookUrlInvalid({ what, url: display(text, { max: 80 }) }));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new CallgateError(approvalErrors.webhookUnencrypted({ what }));
  if (url.username !== '' || url.password !== '')
    throw new CallgateError(approvalErrors.webhookPassword({ what }));
  return url;
};

/** Tells a service that a call waits. It only tells: votes are cast in the console or at a terminal. */
export const webhookChannel = (options: WebhookOptions): ApprovalChannel => {
  const { name = 'webhook', console: link, retries = 3, secret } = options;
  const url = checkedUrl('its URL', options.url);
  if (link !== undefined) checkedUrl('the console', link);
  if (secret.length < MIN_WEBHOOK_SECRET)
    throw new CallgateError(approvalErrors.webhookSecretShort({ min: MIN_WEBHOOK_SECRET }));
  if (!Number.isSafeInteger(retries) || retries < 0 || retries > 10)
    throw new CallgateError(approvalErrors.webhookRetries());
  const { clock = systemClock } = options;
  const sender = new MessageSender({
    url,
    clock,
    headersOf: signingHeaders(secret, clock),
  });
  return {
    name,
    ask: async (question, signal) => {
      await runUnlessAborted(signal, () => sender.send(makeWebhookBody(question, link), signal, retries));
      return null;
    },
  };
};
