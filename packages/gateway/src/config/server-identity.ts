import { digest } from '@callgate/core/receive';
import type { ServerEndpoint } from './gateway-config.ts';

/**
 * What an alias stands for: the command as written, or the url. The environment does not count: it differs from shell to
 * shell, and with another identity a changed definition would be taken for a first sight.
 */
export const serverIdentity = (reach: ServerEndpoint): string =>
  reach.kind === 'stdio'
    ? digest('upstream', {
        kind: 'stdio',
        command: reach.command,
        args: reach.args,
        cwd: reach.cwd ?? null,
      })
    : digest('upstream', { kind: 'http', url: reach.url });
