import type { LogEntry } from '@callgate/gateway';
import { now } from '../now.ts';
import { asciiJson } from '../show/ascii-json.ts';

/** One line of JSON on standard error: standard output belongs to the protocol. */
export const logLine = ({ level, code, message, server }: LogEntry): void => {
  const time = new Date(now().at).toISOString();
  process.stderr.write(
    `${asciiJson({ time, level, code, ...(server === undefined ? {} : { server }), message })}\n`,
  );
};
