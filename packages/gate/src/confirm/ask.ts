import { CallgateError } from '@callgate/core';
import { addAlert } from '../alerts.ts';
import type { GateParts } from '../parts.ts';
import type { Channel } from './channel.ts';
import type { Desk } from './desk.ts';

const problemOf = (error: unknown): string => {
  if (error instanceof CallgateError) return error.code;
  return error instanceof Error ? error.name : 'something else';
};

const askBy = async (
  parts: GateParts,
  desk: Desk,
  channel: Channel,
  call: string,
  signal: AbortSignal,
): Promise<void> => {
  const question = await desk.question(call);
  if (question === undefined || signal.aborted) return;
  const answer = await channel.ask(question, signal);
  if (answer === null || signal.aborted) return;
  const { verdict, subject, via, opened, reason } = answer;
  await desk.vote({
    call,
    subject,
    verdict,
    via,
    opened,
    binding: question.binding,
    ...(reason === undefined ? {} : { reason }),
  });
};

/** Asks people by every channel there is. A channel that fails is an alert; it is never a yes and never a no. */
export const ask = (parts: GateParts, desk: Desk, call: string, signal: AbortSignal): void => {
  for (const channel of parts.channels)
    askBy(parts, desk, channel, call, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      const told = parts.store.transact((tx) =>
        addAlert(tx, {
          code: 'CHANNEL_FAILED',
          message: `channel ${channel.name} could not ask: ${problemOf(error)}`,
          call,
          to: ['operator'],
          now: tx.now(),
        }),
      );
      told.then(
        (alert) => alert !== undefined && parts.events.emit({ type: 'alert', alert }),
        () => {},
      );
    });
};
