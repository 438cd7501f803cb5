import { digest } from '@callgate/core';
import type { Reach } from './upstream.ts';

/**
 * What an alias stands for: the command as written, or the url. The names of variables and headers count; their values
 * are secrets that change, and a digest of one could be searched for.
 */
export const identityOf = (reach: Reach): string =>
  reach.kind === 'stdio'
    ? digest('upstream', {
        kind: 'stdio',
        command: reach.command,
        args: reach.args,
        cwd: reach.cwd ?? null,
        env: Object.keys(reach.env).toSorted(),
      })
    : digest('upstream', {
        kind: 'http',
        url: reach.url,
        headers: Object.keys(reach.headers)
          .map((name) => name.toLowerCase())
          .toSorted(),
      });
