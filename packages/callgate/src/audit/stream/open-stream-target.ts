import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallgateError, display } from '@callgate/core';
import { isLoopback } from '@callgate/gateway/config';
import { optionErrors } from '@callgate/messages/errors/option';
import { streamErrors } from '@callgate/messages/errors/stream';
import { fileTarget } from './file-target.ts';
import { httpTarget } from './http-target.ts';
import { syslogTarget } from './syslog-target.ts';
import type { StreamTarget } from './stream-target.ts';

const standardOutput: StreamTarget = {
  name: 'standard output',
  deliver: (lines) =>
    new Promise((done, fail) => {
      process.stdout.write(lines.map(({ text }) => `${text}\n`).join(''), (error) =>
        error instanceof Error ? fail(error) : done(),
      );
    }),
};

/** The target that `--to` names. */
export const openStreamTarget = (to: string, authorization: string | undefined): StreamTarget => {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (authorization !== undefined && !isHttp)
    throw new CallgateError(optionErrors.needsOption({ name: 'authorization', needed: 'to https://…' }));
  if (isHttp && (url.username !== '' || url.password !== ''))
    throw new CallgateError(streamErrors.credentials());
  if (to === '-') return standardOutput;
  switch (url?.protocol) {
    case 'https:':
    case 'http:':
      if (url.protocol === 'http:' && !isLoopback(url.hostname))
        throw new CallgateError(streamErrors.addressOpen());
      return httpTarget(url, authorization);
    case 'syslog:':
    case 'syslogs:':
      if (url.hostname === '') throw new CallgateError(streamErrors.target({ to: display(to, { max: 80 }) }));
      return syslogTarget(url);
    case 'file:':
      return fileTarget(fileURLToPath(url));
    default:
      if (/^[a-z][a-z0-9+.-]+:/i.test(to))
        throw new CallgateError(streamErrors.target({ to: display(to, { max: 80 }) }));
      return fileTarget(resolve(to));
  }
};

/** The same target whatever folder it is named from. */
export const targetName = (to: string): string =>
  to === '-' || /^[a-z][a-z0-9+.-]+:/i.test(to) ? to : resolve(to);
