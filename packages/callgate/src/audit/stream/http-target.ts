import { CallgateError } from '@callgate/core';
import { streamErrors } from '@callgate/messages/errors/stream';
import type { StreamTarget } from './stream-target.ts';

const TIMEOUT_MS = 30_000;

/** Posts lines; any 2xx takes them over. A redirect does not choose who is told. */
export const httpTarget = (url: URL, authorization: string | undefined): StreamTarget => ({
  name: url.host,
  deliver: async (lines, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      body: lines.map(({ text }) => `${text}\n`).join(''),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/x-ndjson',
        ...(authorization === undefined ? {} : { authorization }),
      },
    });
    await response.body?.cancel();
    if (!response.ok) throw new CallgateError(streamErrors.answered({ status: response.status }));
  },
});
