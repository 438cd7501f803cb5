import type { ApprovalChannel, Clock } from '@callgate/gate';
import type { GroupedRequest } from '@callgate/gate/confirm';
import { GATE_CLOSES, pauseUnlessAborted, whenAllAborted } from '@callgate/gate/confirm';
import { notificationMessages as text } from '@callgate/messages/notification';
import { HourlyLimit } from './hourly-limit.ts';
import type { Notification } from './notification.ts';
import { makeGroupNotification, makeNotification } from './notification.ts';
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

/** Tells people that calls wait. It only tells: votes are cast in the console or at a terminal. */
export const notifierChannel = (notifier: Notifier, options: NotifierChannelOptions): ApprovalChannel => {
  const { console, name, afterMs = 0, mostAnHour = MOST_AN_HOUR, withArguments = false, clock } = options;
  const limit = new HourlyLimit(mostAnHour);
  const tell = async (group: readonly GroupedRequest[]): Promise<void> => {
    const named = group.filter(
      ({ question }) => name === undefined || question.decision.obligations.notify.includes(name),
    );
    const signal = whenAllAborted(named.map((each) => each.signal));
    if (afterMs > 0 && named.length > 0) await pauseUnlessAborted(clock, afterMs, signal, 'idle');
    const waiting = named.filter((each) => !each.signal.aborted);
    const [first, ...others] = waiting.map(({ question }) => question);
    if (first === undefined) return;
    const turn = limit.take(clock.now());
    // an incident about no call would never end
    if (turn === 'leave' || (turn === 'more' && notifier.settle !== undefined)) return;
    const notification =
      others.length === 0
        ? makeNotification(first, { console, withArguments })
        : makeGroupNotification([first, ...others], { console, withArguments });
    await notifier.tell(turn === 'tell' ? notification : withoutDetails(console), signal);
    settleWhenDecided(notifier, notification, signal);
  };
  return {
    name: notifier.name,
    ask: async (question, signal) => {
      await tell([{ question, signal }]);
      return null;
    },
    askTogether: tell,
  };
};
