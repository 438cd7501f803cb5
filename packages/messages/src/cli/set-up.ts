/** Commands to set up: init, run, up, hook, accept, lock, store copy, demo, completion. */
export const setUpMessages = {
  init: {
    client: ({ clients }: { readonly clients: readonly string[] }): string =>
      `Only the files of one client: ${clients.join(', ')}`,
    file: 'Only this file; needs --as',
    as: 'The client that --file belongs to',
    except: 'Servers to leave alone, separated by commas',
    undo: 'Restore everything as it was',
    yes: 'Write without asking',
    dryRun: 'Only show what would change',
    json: 'Print the plan as JSON; written only with --yes',
  },
  run: {
    name: 'The name of the server; by default taken from the command',
    lock: 'A lock file: what differs from it is quarantined',
    url: 'A streamable HTTP server instead of a command',
    store: 'A file, or postgres://user@host/database; by default CALLGATE_STORE or callgate.db',
    labelAge: 'How long labels outlive the last call, as 8h, or never; by default 24h',
    wait: 'How long a call waits for approval before its client gets an answer; by default 45s',
  },
  up: {
    stdio: 'Serve standard input and output, and end with them',
    http: 'Serve HTTP as the configuration says',
    console: 'Serve the web console as the configuration says',
    port: 'The port, whatever the configuration says',
    store: 'A file, or postgres://user@host/database; by default CALLGATE_STORE or the configured one',
    reload: 'Reload the configuration when it changes',
  },
  hook: {
    host: 'claude-code or codex; serve keeps a gate for hooks in the foreground',
    snippet: 'Print the settings for the host and do nothing else',
    policy: 'A preset or policy files if no gateway runs; by default balanced',
    onAuto: "pass (default): the host's own rules decide; allow: skip the host's question",
    onError: 'Answer if a call could not be judged: deny (default) or ask',
    idle: 'End a gate that only hooks use after this time, as 30m',
    callgateCommand: 'With --snippet: the command to write',
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
  },
  lock: {
    config: 'Lock the servers of this configuration; by default everything pinned',
    output: 'Where to write; by default callgate.lock.yaml beside the configuration',
    check: 'Write nothing; exit with 1 if the lock is not current',
  },
  storeCopy: {
    from: 'A file, or postgres://user@host/database',
    to: 'A file or database that nothing uses yet',
  },
  demo: {
    script: 'Play only this story, or all',
    answer: 'approve or deny: answer every question like this, then end',
    pace: 'Milliseconds for one step; by default 1200, with --answer 40',
    json: 'Print the last line as JSON',
    open: 'Open the console in a browser',
  },
  completion: {
    shell: 'bash, zsh or fish',
  },
};

export type SetUpMessages = typeof setUpMessages;
