import { display } from '@callgate/core';
import type { LogEntry } from '@callgate/gateway';
import { asciiJson } from './ascii-json.ts';

const LEVEL_WORDS: Readonly<Record<LogEntry['level'], string>> = {
  info: '',
  warning: 'warning: ',
  error: 'error: ',
};

/** For a person at a terminal: time, server, message, code. */
export const readableLine = ({ level, code, message, server }: LogEntry, time: string): string => {
  const clock = time.slice(11, 19);
  const whose = server === undefined ? '' : `${display(server, { max: 80 })}: `;
  return `${clock} ${LEVEL_WORDS[level]}${whose}${message} (${code})`;
};

const jsonLine = ({ level, code, message, server }: LogEntry, time: string): string =>
  asciiJson({ time, level, code, ...(server === undefined ? {} : { server }), message });

/** One line for standard error: readable on a terminal, JSON elsewhere. */
export const logLine = (entry: LogEntry, isTerminal: boolean): string => {
  const time = new Date().toISOString();
  return `${isTerminal ? readableLine(entry, time) : jsonLine(entry, time)}\n`;
};

/** Writes to standard error. Standard output belongs to the protocol. */
export const writeLogLine = (entry: LogEntry): void => {
  process.stderr.write(logLine(entry, process.stderr.isTTY));
};
