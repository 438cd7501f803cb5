import type { GateEvent } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { LogEntry } from './log-entry.ts';
import { logWithAlerts } from './log-alerts.ts';

const setUp = (): {
  readonly lines: readonly LogEntry[];
  readonly log: (entry: LogEntry) => void;
  readonly emit: (event: GateEvent) => void;
} => {
  const lines: LogEntry[] = [];
  const listeners: ((event: GateEvent) => void)[] = [];
  const gate = {
    onEvent: (listener: (event: GateEvent) => void) => {
      listeners.push(listener);
      return () => {};
    },
  };
  const log = logWithAlerts(gate, (entry) => lines.push(entry), { now: () => 0 });
  return { lines, log, emit: (event) => listeners.forEach((listener) => listener(event)) };
};

const alert = (message: string, more: { readonly call?: string; readonly to?: readonly string[] } = {}) =>
  ({
    type: 'alert',
    alert: { id: 'a1', at: 0, code: 'LATE', message, call: null, to: ['operator'], ...more },
  }) as const;

it('an alert of the gate is a line of the log, with its call and whom it is for', () => {
  const { lines, emit } = setUp();
  emit(alert('an answer came late'));
  emit(alert('an answer came late', { call: 'c1', to: ['operator', 'ops'] }));
  expect(lines).toEqual([
    { level: 'warning', code: 'LATE', message: 'an answer came late' },
    { level: 'warning', code: 'LATE', message: 'an answer came late; call c1; for ops' },
  ]);
});

it('an alert about something that was logged already is not repeated', () => {
  const { lines, log, emit } = setUp();
  const entry = { level: 'warning', code: 'LATE', message: 'it came late', server: 'mail' } as const;
  log(entry);
  emit(alert('mail: it came late'));
  expect(lines).toEqual([entry]);
});

it('a store that broke is told once', () => {
  const { lines, log, emit } = setUp();
  const entry = {
    level: 'error',
    code: 'LATE',
    message: 'NO CALL IS SENT ANY MORE: the file is gone',
  } as const;
  log(entry);
  emit(alert('the file is gone'));
  emit(alert('something else'));
  expect(lines.map(({ message }) => message)).toEqual([entry.message, 'something else']);
});

it('of a flood only the beginning is written', () => {
  const { lines, emit } = setUp();
  for (let n = 0; n < 1000; n += 1) emit(alert(`flood ${n}`));
  expect(lines).toHaveLength(300);
});
