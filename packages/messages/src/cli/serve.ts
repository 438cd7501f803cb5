import { errorSentences } from '../text/error-text.ts';

const policyName = ({
  policy,
  revision,
  observes,
}: {
  readonly policy: string;
  readonly revision: string;
  readonly observes: boolean;
}): string => `${policy}, ${revision}${observes ? ', OBSERVING ONLY' : ''}`;

interface PolicyAct {
  readonly who: string;
  readonly policy: string;
  readonly revision: string;
  readonly observes: boolean;
  readonly reason: string;
}

/** Lines of the log and notices of a gateway that `callgate up` or `callgate run` serves. */
export const serveMessages = {
  shadowUnusable: ({ why }: { readonly why: string }): string => `The candidate is not evaluated: ${why}`,
  shadowHelp: 'Calls are judged as before. Fix the candidate.',
  listening: {
    none: ({ url }: { readonly url: string }): string =>
      `${url}, WITHOUT A TOKEN: every process on this machine can call`,
    oauth: ({
      url,
      issuer,
      audience,
    }: {
      readonly url: string;
      readonly issuer: string;
      readonly audience: string;
    }): string => `${url}, agents need access tokens of ${issuer} for ${audience}`,
    token: ({ url, file }: { readonly url: string; readonly file: string }): string =>
      `${url}, the agents' token is in ${file}`,
  },
  metrics: ({ url }: { readonly url: string }): string => `Metrics at ${url}`,
  tracing: ({ url }: { readonly url: string }): string => `Spans of calls are sent to ${url}`,
  spansLost: ({ calls }: { readonly calls: number }): string =>
    `Spans of ${calls} calls could not be delivered`,
  console: ({ url }: { readonly url: string }): string => `Console at ${url}. Sign in with callgate console`,
  noConsole: ({ why }: { readonly why: string }): string =>
    `The console cannot be served; everything else is: ${why}`,
  reloaded: 'The changed configuration is in use',
  notReloaded: ({ why }: { readonly why: string }): string =>
    `The changed configuration is not used; the previous one stays in use: ${why}`,
  restartNeeded: 'Restart Callgate to use the changes of `http`, `store` and `console`',
  hostUnknown: 'Callgate cannot tell which program started it, so the labels of all your sessions count here',
  consolePort: ({ port, url }: { readonly port: number; readonly url: string }): string =>
    `Port ${port} is in use; the console is at ${url} this time`,
  hostsKept: ({ why }: { readonly why: string }): string =>
    `Sessions of hosts that have ended could not be ended: ${why}`,
  passwordShown:
    'The password of the database is on the command line, where every user of this machine can see it. Use PGPASSWORD, CALLGATE_STORE, or `store: {url, password: {from: NAME}}` in the configuration.',
  notSigned: ({ code }: { readonly code: string }): string =>
    `the end of the audit log was not signed (${code})`,
  background: {
    lost: 'The background gateway ended. Restart the client to use this server again.',
    lostCall:
      'The background gateway ended before it answered. A call may or may not have run. Check before you repeat it.',
    unavailable:
      'No background gateway can be used; this process is a gateway itself. See run/background.log',
    failed: ({ why }: { readonly why: string }): string => `A client was dropped: ${why}`,
  },
  noCode: 'no reason given',
  lockIgnored: 'Decisions in this lock do not count here: it is not accepted as it is now',
  lockAtIgnored: ({ path }: { readonly path: string }): string =>
    `Decisions in ${path} do not count here: the lock is not accepted as it is now`,
  readAndAccept: ({ path }: { readonly path: string }): string =>
    `Read it, then run \`callgate accept ${path}\`.`,
  pack: {
    writable: ({
      pack,
      server,
      why,
    }: {
      readonly pack: string;
      readonly server: string;
      readonly why: string;
    }): string => `The pack ${pack} for ${server} does not count: ${why}`,
    invalid: ({
      pack,
      server,
      why,
    }: {
      readonly pack: string;
      readonly server: string;
      readonly why: string;
    }): string => `The pack ${pack} for ${server} cannot be used: ${why}`,
    unaccepted: ({ pack, server }: { readonly pack: string; readonly server: string }): string =>
      `The pack ${pack} for ${server} does not count here: it is not accepted as it is now`,
  },
  policy: {
    activated: ({ who, reason, ...policy }: PolicyAct): string =>
      `${who} activated another policy than the configuration names (${policyName(policy)}): ${reason}`,
    restored: ({ who, reason, ...policy }: PolicyAct): string =>
      `${who} restored the policy of the configuration (${policyName(policy)}): ${reason}`,
    inForce: ({ by, observes }: { readonly by: string | null; readonly observes: boolean }): string =>
      `Now in force: the policy ${by === null ? 'of the configuration' : `that ${by} activated`}${observes ? '. IT ONLY OBSERVES: nothing is held or blocked' : ''}`,
    unusable: 'The activated policy cannot be used by this replica, so nothing runs',
    unchanged: ({ why, help }: { readonly why: string; readonly help: string | undefined }): string =>
      errorSentences({ message: `The policy in force did not change: ${why}`, help }),
    notRecorded: ({ why }: { readonly why: string }): string => `The audit log could not be written: ${why}`,
    insteadOfConfigured: ({
      by,
      at,
      changed,
      reason,
    }: {
      readonly by: string;
      readonly at: string;
      readonly changed: boolean;
      readonly reason: string;
    }): string =>
      `The policy that ${by} activated on ${at} is in force instead of the one this configuration names${changed ? ', which has changed since' : ''}: ${reason}`,
    insteadHelp: 'See both with callgate policy. Return with callgate policy activate --restore.',
  },
};

export type ServeMessages = typeof serveMessages;
