import { countOf } from '../text/count.ts';

/** Commands to set up: init, run, up, hook, accept, lock, store copy, demo, completion. */
export const setUpMessages = {
  init: {
    client: ({ clients }: { readonly clients: readonly string[] }): string =>
      `Only the files of one client: ${clients.join(', ')}`,
    file: 'Only this file; needs --as',
    as: 'The client that --file belongs to',
    except: 'Servers to leave alone, separated by commas',
    undo: 'Restore everything as it was',
    yes: 'Write without asking, with the careful answers',
    dryRun: 'Only show what would change; start no server',
    start: 'Start each server once to list its tools; with --no-start they stay unreviewed',
    background: 'Share one background gateway; with --no-background each server has its own',
    contract: 'Run servers in a sandbox: prefer, require or off',
    hooks: 'Set up the hooks of clients that have them; with --no-hooks leave them alone',
    json: 'Print the plan as JSON; written only with --yes',
    noServers: 'No MCP servers found in the files of any client.',
    nothingToChange: 'Nothing to change.',
    nothingWritten: 'Nothing was written.',
    noTerminal: 'Nothing was written: there is no terminal to ask at. Use --yes to write.',
    restart: 'Restart the clients to apply it.',
    line: ({ line }: { readonly line: number }): string => `line ${line}`,
    left: ({ why }: { readonly why: string }): string => `left as it is, because ${why}`,
    goesThrough: 'goes through Callgate',
    goesPast: 'no longer goes through Callgate',
    restoredFrom: ({ path }: { readonly path: string }): string => `restored from ${path}`,
    unwrappedRest: 'what still goes through Callgate then is unwrapped in place',
    unwrapped: 'the file was changed since, or has no backup: unwrapped in place',
    note: ({ note }: { readonly note: string }): string => `note: ${note}`,
    servers: ({ servers }: { readonly servers: number }): string => countOf(servers, 'server'),
    total: ({
      servers,
      files,
      command,
    }: {
      readonly servers: number;
      readonly files: number;
      /** null: Callgate is taken out. */
      readonly command: string | null;
    }): string =>
      `${countOf(servers, 'server')} in ${countOf(files, 'file')} to be ${command === null ? 'taken off Callgate' : `put behind \`${command} run\``}`,
    written: ({ path, backup }: { readonly path: string; readonly backup: string | null }): string =>
      `written ${path}${backup === null ? '' : `, backup in ${backup}`}`,
    removed: ({ path }: { readonly path: string }): string => `removed ${path}`,
    needsOAuth: 'If this server needs OAuth, sign in once with `callgate login URL`',
  },
  run: {
    name: 'The name of the server; by default taken from the command',
    lock: 'A lock file: what differs from it is quarantined',
    url: 'A streamable HTTP server instead of a command',
    shadow: 'A candidate policy to evaluate beside the policy; it changes nothing',
    store: 'A file, or postgres://user@host/database; by default CALLGATE_STORE or callgate.db',
    labelAge: 'How long labels outlive the last call, as 8h, or never; by default 24h',
    wait: 'How long a call waits for approval before its client gets an answer; by default 45s',
    background: 'Share one background gateway with other clients; also CALLGATE_BACKGROUND=on',
    contract:
      'prefer: run the server in a sandbox that its claims describe; require: only there; off (default)',
  },
  up: {
    stdio: 'Serve standard input and output, and end with them',
    http: 'Serve HTTP as the configuration says',
    console: 'Serve the web console as the configuration says',
    port: 'The port, whatever the configuration says',
    consolePort: 'The port of the console, whatever the configuration says',
    shadow: 'A candidate policy to evaluate beside the policy; it changes nothing',
    store: 'A file, or postgres://user@host/database; by default CALLGATE_STORE or the configured one',
    reload: 'Reload the configuration when it changes',
  },
  hook: {
    failed: ({ why }: { readonly why: string }): string => `callgate hook: ${why}`,
    undecided: ({ why }: { readonly why: string }): string =>
      `Callgate could not decide about this call (${why}). Do not try the same thing another way. Tell the user that Callgate could not decide.`,
    host: 'claude-code or codex; serve keeps a gate for hooks in the foreground',
    snippet: 'Print the settings for the host and do nothing else',
    policy: 'A preset or policy files if no gateway runs; by default balanced',
    onAuto: "pass (default): the host's own rules decide; allow: skip the host's question",
    onError: 'Answer if a call could not be judged: deny (default) or ask',
    idle: 'End a gate that only hooks use after this time, as 30m',
    callgateCommand: 'With --snippet: the command to write',
    goesInto: ({ file }: { readonly file: string }): string => `Put this into ${file}`,
  },
  accept: {
    what: 'A configuration, policy, lock or pack file (or pack:NAME); or a server and its changed tools',
    trust: 'Trust the command or url that this server has now',
    lostEntries: 'Accept that entries of the audit log are lost; void what waits',
    reason: 'With --lost-entries: why; written to the audit log',
    store: 'With --lost-entries: a file, or postgres://user@host/database',
    config: 'With --trust or --lost-entries: the configuration',
    digest: 'Do not ask: accept only what has this digest',
    json: 'Print what would be accepted as JSON',
    nothing: { accept: 'Nothing was accepted', activate: 'No policy was activated' },
    file: ({ path }: { readonly path: string }): string => `Accepted on this machine: ${path}`,
    changes: ({ names }: { readonly names: readonly string[] }): string =>
      `Accepted: ${names.join(', ')}. A running gateway applies it within a minute`,
    forgets: ({ server }: { readonly server: string }): string =>
      `${server}: forget what a sandbox kept its tools from`,
    violations: ({ server }: { readonly server: string }): string =>
      `Accepted: what ${server} was kept from is forgotten. A running gateway applies it within a minute`,
    trusted: ({ server, trust }: { readonly server: string; readonly trust: string }): string =>
      `Accepted: ${server} is ${trust} as it is now. Restart Callgate to apply it`,
    trustOffer: ({
      server,
      trust,
      reach,
    }: {
      readonly server: string;
      readonly trust: string;
      readonly reach: string;
    }): string => `${server} is ${trust} as\n  ${reach}`,
    notShown: '(not shown)',
    fileOffer: ({ path, kind }: { readonly path: string; readonly kind: string }): string =>
      `${path}, a ${kind} file`,
    nothingLost: ({ store }: { readonly store: string }): string =>
      `Nothing is missing in ${store}. Nothing was changed`,
    lost: ({ what }: { readonly what: string }): string => `Accepted: ${what}`,
    afterLoss:
      'Waiting calls are withdrawn and grants revoked. Gateways that run go on within seconds; start the others again',
  },
  lock: {
    config: 'Lock the servers of this configuration; by default everything pinned',
    output: 'Where to write; by default callgate.lock.yaml beside the configuration',
    check: 'Write nothing; exit with 1 if the lock is not current',
    unseen: ({ server }: { readonly server: string }): string =>
      `note: ${server} was not seen yet; it is not in the lock`,
    several: ({ server }: { readonly server: string }): string =>
      `note: ${server} had several commands or urls; the lock has the latest`,
    written: ({
      path,
      servers,
      definitions,
    }: {
      readonly path: string;
      readonly servers: number;
      readonly definitions: number;
    }): string =>
      `${path}: ${countOf(servers, 'server')}, ${countOf(definitions, 'definition')}, accepted on this machine`,
  },
  storeCopy: {
    from: 'A file, or postgres://user@host/database',
    to: 'A file or database that nothing uses yet',
    seeVerify: 'see callgate audit verify',
    copied: ({
      entries,
      calls,
      from,
      to,
    }: {
      readonly entries: number;
      readonly calls: number;
      readonly from: string;
      readonly to: string;
    }): string =>
      `Copied ${countOf(entries, 'entry', 'entries')} of the audit log and ${countOf(calls, 'call')} from ${from} to ${to}`,
    keepKey: 'Keep callgate.key and callgate.anchors: sealed values open only with that key',
  },
  backup: {
    noSettings:
      'Without callgate.key here, what replicas share is not in the backup: disabled tools, reviews, pins and the activated policy.',
    to: 'A file that does not exist yet',
    from: 'A store; by default the one of this machine',
    withKey: 'Put the private key into the backup too. Who has the file can then open sealed values',
    made: ({ store, file }: { readonly store: string; readonly file: string }): string =>
      `Backed up ${store} to ${file}, verified`,
    keepKey: 'The private key is not in it: keep a copy of callgate.key elsewhere',
    hasKey: 'The private key is in it: keep it as safe as the key',
  },
  restore: {
    from: 'A file that callgate store backup wrote',
    to: 'A place without a store; by default the one of this machine',
    reason: 'Why, for the audit log',
    restored: ({
      store,
      madeAt,
      entries,
      calls,
    }: {
      readonly store: string;
      readonly madeAt: string;
      readonly entries: number;
      readonly calls: number;
    }): string =>
      `Restored ${countOf(entries, 'entry', 'entries')} of the audit log and ${countOf(calls, 'call')} to ${store}, as of ${madeAt}`,
    voided: 'Waiting calls are withdrawn and grants revoked',
    noSettings:
      'Disabled tools, reviews, pins and the activated policy were not restored. What is here counts: look at `callgate tools`.',
    anchorsBeside: ({ kept, written }: { readonly kept: string; readonly written: string }): string =>
      `${kept} is for the store that gates here use, and stays. Gates on the restored store need ${written} in its place.`,
  },
  demo: {
    script: 'Play only this story, or all',
    answer: 'approve or deny: answer every question like this, then end',
    pace: 'Milliseconds for one step; by default 1200, with --answer 40',
    json: 'Print the last line as JSON',
    open: 'Open the console in a browser',
    title: 'Callgate: six servers, one agent, and you',
    console: 'The console:',
    people: { local: 'you, an operator', ada: 'Ada, an approver', bob: 'Bob, an approver' },
    links:
      'A link signs in once, within ten minutes. Two people in one browser need two windows, one private.',
    folder: ({ folder }: { readonly folder: string }): string =>
      `Everything is in ${folder}, which is deleted when the demo ends.`,
    terminal: ({ folder }: { readonly folder: string }): string =>
      `From another terminal: CALLGATE_HOME=${folder} npx callgate inbox, status, audit`,
    begin: 'Open your link. The stories begin in 20 seconds, or when you press Enter.',
    stillWaiting: ({ calls }: { readonly calls: readonly string[] }): string =>
      `Still waiting for approval: ${calls.join(', ')}.`,
    staysOpen: 'The console stays open. Enter prints new links; Ctrl-C ends the demo.',
    storyFailed: ({ story, why }: { readonly story: string; readonly why: string }): string =>
      `story ${story} did not go as expected: ${why}`,
  },
  completion: {
    shell: 'bash, zsh or fish',
  },
};

export type SetUpMessages = typeof setUpMessages;
