import type { ApprovalChannel, Clock } from '@callgate/gate';
import { GATE_CLOSES, pauseUnlessAborted } from '@callgate/gate/confirm';
import { notificationMessages as text } from '@callgate/messages/notification';
import { HourlyLimit } from './hourly-limit.ts';
import type { Notification } from './notification.ts';
import { makeNotification } from './notification.ts';
import type { Notifier } from './notifier.ts';

export interface NotifierChannelOptions {
  readonly console?: string | undefined;
  /** Only calls whose rules name it; all where absent. */
  readonly name?: string | undefined;
  /** Told only if the call still waits then: the next in line. */
  readonly afterMs?: number | undefined;
  readonly mostAnHour?: number | undefined;
  readonly withArguments?: boolean | undefined;
  readonly clock: Clock;
}

const MOST_AN_HOUR = 20;

/** Stands for all others of the hour. */
const withoutDetails = (link: string | undefined): Notification => ({
  call: '',
  title: text.moreTitle,
  lines: [text.more],
  link,
});

const settleWhenDecided = (notifier: Notifier, notification: Notification, signal: AbortSignal): void => {
  const settle = (): void => {
    if (signal.reason !== GATE_CLOSES) notifier.settle?.(notification).catch(() => {});
  };
  if (signal.aborted) settle();
  else signal.addEventListener('abort', settle, { once: true });
};

/** Tells people that a call waits. It only tells: votes are cast in the console or at a terminal. */
export const notifierChannel = (notifier: Notifier, options: NotifierChannelOptions): ApprovalChannel => {
  const { console, name, afterMs = 0, mostAnHour = MOST_AN_HOUR, withArguments = false, clock } = options;
  const limit = new HourlyLimit(mostAnHour);
  return {
    name: notifier.name,
    ask: async (question, signal) => {
      if (name !== undefined && !question.decision.obligations.notify.includes(name)) return null;
      if (afterMs > 0) await pauseUnlessAborted(clock, afterMs, signal, 'idle');
      if (signal.aborted) return null;
      const turn = limit.take(clock.now());
      // an incident about no call would never end
      if (turn === 'leave' || (turn === 'more' && notifier.settle !== undefined)) return null;
      const notification = makeNotification(question, { console, withArguments });
      await notifier.tell(turn === 'tell' ? notification : withoutDetails(console), signal);
      settleWhenDecided(notifier, notification, signal);
      return null;
    },
  };
};
