import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

/** `callgate doctor`: what is wrong, and what to do. */
export const doctorMessages = {
  json: 'Print the problems as JSON',
  start: 'Start each server once to see whether it answers',
  fine: 'Nothing is wrong.',
  fix: ({ fix }: { readonly fix: string }): string => `Fix: ${fix}`,
  other: 'Correct what the message names.',
  total: ({ problems }: { readonly problems: number }): string => countOf(problems, 'problem'),
  client: {
    bypass: ({
      client,
      servers,
      path,
      changed,
    }: {
      readonly client: string;
      readonly servers: readonly string[];
      readonly path: string;
      readonly changed: boolean;
    }): string =>
      `${client} reaches ${joinNames(servers)} without Callgate (${path}${changed ? ', changed after `callgate init`' : ''})`,
    bypassFix: ({ command }: { readonly command: string }): string => `Run \`${command}\`.`,
    cannot: ({
      client,
      server,
      why,
    }: {
      readonly client: string;
      readonly server: string;
      readonly why: string;
    }): string => `${client} reaches ${server} without Callgate: ${why}`,
    cannotFix: ({ path }: { readonly path: string }): string =>
      `Change the entry in ${path}. Its calls are neither judged nor recorded.`,
    unreadable: ({ path, why }: { readonly path: string; readonly why: string }): string =>
      `${path} cannot be read: ${why}`,
    unreadableFix: 'Correct the file. Callgate cannot tell whether its servers are guarded.',
  },
  server: {
    failed: ({ server, why }: { readonly server: string; readonly why: string }): string =>
      `\`${server}\` does not work: ${why}`,
    commandFix: ({ path }: { readonly path: string }): string => `Correct its command in ${path}.`,
    signInFix: ({ path }: { readonly path: string }): string =>
      `Run \`callgate login\` with its address, or give its credentials in a header in ${path}.`,
    slowFix: 'Start its command by hand and see what it waits for.',
  },
  tools: {
    unreviewed: ({ server, tools }: { readonly server: string; readonly tools: number }): string =>
      `${countOf(tools, 'tool')} of \`${server}\` ${tools === 1 ? 'is' : 'are'} unreviewed and always ${tools === 1 ? 'asks' : 'ask'}`,
    changed: ({ server, tools }: { readonly server: string; readonly tools: number }): string =>
      `${countOf(tools, 'tool')} of \`${server}\` changed and ${tools === 1 ? 'is' : 'are'} quarantined`,
    fix: ({ server }: { readonly server: string }): string => `Run \`callgate review ${server}\`.`,
  },
  hooks: {
    missing: ({ client }: { readonly client: string }): string =>
      `Callgate does not see your requests in ${client}: no hooks are set up`,
    fix: ({ host, file }: { readonly host: string; readonly file: string }): string =>
      `Run \`callgate init\`, or put the output of \`callgate hook ${host} --snippet\` into ${file}.`,
  },
  home: {
    writable: ({ why }: { readonly why: string }): string => why,
    readable: ({ path }: { readonly path: string }): string => `Other users can read ${path}`,
    readableFix: ({ path }: { readonly path: string }): string => `Run \`chmod 600 ${path}\`.`,
    writableFix: ({ folder }: { readonly folder: string }): string => `Run \`chmod -R go-w ${folder}\`.`,
    unwritable: ({ path }: { readonly path: string }): string => `You cannot write to ${path}`,
    unwritableFix: ({ path }: { readonly path: string }): string => `Make ${path} yours and writable.`,
    full: ({ folder, megabytes }: { readonly folder: string; readonly megabytes: number }): string =>
      `The disk of ${folder} is nearly full: ${megabytes} MB left`,
    fullFix: 'Free some space. Without it no call runs.',
  },
  store: {
    broken: ({ store, why }: { readonly store: string; readonly why: string }): string =>
      `The store ${store} cannot be used: ${why}`,
    brokenFix: 'Run `callgate audit verify`, and restore the file from a backup.',
    damaged: ({ store, why }: { readonly store: string; readonly why: string }): string =>
      `The store ${store} is damaged: ${why}`,
    future: ({ at }: { readonly at: string }): string =>
      `The last entry of the audit log is from the future (${at})`,
    futureFix: "Correct this machine's clock. Calls expire by it.",
    stopped: ({ pid, why }: { readonly pid: number; readonly why: string }): string =>
      `The gateway with pid ${pid} cannot write to its store: ${why}`,
    stoppedFix: 'Restart its client after the store is back.',
  },
  policy: {
    broken: ({ path, why }: { readonly path: string; readonly why: string }): string =>
      `The policy or configuration ${path} does not load: ${why}`,
    brokenFix: 'Correct it. `callgate check` shows every problem.',
    older: ({ pid, name }: { readonly pid: number; readonly name: string }): string =>
      `The gateway with pid ${pid} judges by an older revision of policy \`${name}\``,
    olderFix: 'Restart its client.',
  },
};

export type DoctorMessages = typeof doctorMessages;
