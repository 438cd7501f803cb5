import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

const KINDS = { config: 'configuration', policy: 'policy', lock: 'lock', pack: 'pack' };

/** Errors of accepting files, servers and changed tools, and of the lock. */
export const acceptErrors = {
  unaccepted: ({ kind, path }: { kind: keyof typeof KINDS; path: string }) =>
    errorText(
      `${kind.toUpperCase()}_UNACCEPTED`,
      `The ${KINDS[kind]} ${path} of this folder is not accepted as it is now`,
      `Read it, then run \`callgate accept ${path}\`${kind === 'config' ? ', or name it with -c if it is yours' : ''}.`,
    ),
  noChange: ({ server }: { server: string }) =>
    errorText(
      'ACCEPT_NOTHING',
      `No change of ${server} waits to be accepted`,
      '`callgate status` shows what is quarantined. `callgate lock` adds tools that the lock does not have. A quarantine because of a name ends when one server lists the name.',
    ),
  notTrusted: ({ server }: { server: string }) =>
    errorText(
      'ACCEPT_NOTHING',
      `The configuration does not trust ${server}`,
      'Write `trust: trusted` or `trust: owned` there.',
    ),
  notPinned: ({ server, near }: { server: string; near: string | undefined }) =>
    errorText(
      'ACCEPT_UNKNOWN',
      `Nothing is pinned for a server \`${server}\``,
      suggestNearName(near, 'Name a server, or a file by its path.'),
    ),
  serverUnknown: ({ server, near }: { server: string; near: string | undefined }) =>
    errorText(
      'ACCEPT_UNKNOWN',
      `There is no server \`${server}\` in the configuration`,
      suggestNearName(near, 'See its `servers`.'),
    ),
  unreadable: ({ path }: { path: string }) => errorText('ACCEPT_UNREADABLE', `Cannot read ${path} as text`),
  kindUnknown: ({ path }: { path: string }) =>
    errorText(
      'ACCEPT_KIND',
      `File ${path} is not a configuration, policy, lock or pack`,
      'See docs/reference/configuration.md.',
    ),
  changed: ({ digest }: { digest: string }) =>
    errorText(
      'ACCEPT_CHANGED',
      'The digest does not match any more',
      `Look at it again. Its digest is ${digest} now.`,
    ),
  noTerminal: ({ digest, kind }: { readonly digest: string; readonly kind: 'accept' | 'activate' }) =>
    errorText(
      'ACCEPT_NOBODY',
      `${kind === 'accept' ? 'Nothing was accepted' : 'No policy was activated'}: there is no terminal to ask at`,
      `Add --digest ${digest} to ${kind} exactly this.`,
    ),

  lock: {
    nothingPinned: () =>
      errorText(
        'LOCK_NOTHING',
        'Nothing is pinned yet',
        'List the servers once through `callgate run` or `callgate up`.',
      ),
    drifted: ({ server }: { server: string }) =>
      errorText(
        'LOCK_DRIFTED',
        `Tools of ${server} changed and are not accepted`,
        `Look at them with \`callgate accept ${server}\`.`,
      ),
    unaccepted: ({ path }: { path: string }) =>
      errorText(
        'LOCK_UNACCEPTED',
        `The lock ${path} is not accepted as it is now`,
        `Read it, then run \`callgate accept ${path}\`. Or remove it to begin again.`,
      ),
    stale: ({ path }: { path: string }) =>
      errorText(
        'LOCK_STALE',
        `The lock ${path} differs from what is pinned and reviewed now`,
        'Write it again with `callgate lock`.',
      ),
    unreadable: ({ path }: { path: string }) =>
      errorText(
        'LOCK_UNREADABLE',
        `Cannot read ${path} as text`,
        'Restore it, or remove it to work without a lock.',
      ),
    absent: ({ path }: { path: string }) =>
      errorText('LOCK_UNREADABLE', `There is no lock at ${path}`, 'Write one with `callgate lock`.'),
  },
};
