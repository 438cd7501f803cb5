import type { Clock, Gate } from '@callgate/gate';
import { logMessages } from '@callgate/messages/log';
import type { LogEntry } from './log-entry.ts';
import { NoticeRateLimit } from './notice-rate-limit.ts';

type LogSink = (entry: LogEntry) => void;

const REMEMBERED = 64;

const keyOf = ({ code, server, message }: LogEntry): string =>
  `${code} ${server === undefined ? '' : `${server}: `}${message}`;

/**
 * The operator's log with the alerts of the gate, for operators without an open console. An alert that
 * the caller has logged itself, alone or at the end of a line, is not repeated, and of a flood only the beginning is written.
 */
export const logWithAlerts = (
  gate: Pick<Gate, 'onEvent'>,
  log: LogSink,
  clock: Pick<Clock, 'now'>,
): LogSink => {
  const logged: string[] = [];
  const limit = new NoticeRateLimit(clock);
  gate.onEvent((event) => {
    if (event.type !== 'alert') return;
    const { code, message, call, to } = event.alert;
    const isLogged = logged.some((line) => line.startsWith(`${code} `) && line.endsWith(message));
    if (isLogged || !limit.mayTell('alerts')) return;
    const names = to.filter((name) => name !== 'operator');
    const about = [
      ...(call === null ? [] : [logMessages.aboutCall({ call })]),
      ...(names.length === 0 ? [] : [logMessages.forPeople({ names: names.join(', ') })]),
    ];
    log({ level: 'warning', code, message: [message, ...about].join('; ') });
  });
  return (entry) => {
    logged.push(keyOf(entry));
    if (logged.length > REMEMBERED) logged.shift();
    log(entry);
  };
};
