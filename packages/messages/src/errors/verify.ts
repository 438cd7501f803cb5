import { errorText } from '../text/error-text.ts';

/** Errors of watched runs of tools. */
export const verifyErrors = {
  unsupported: ({ why }: { why: string }) =>
    errorText(
      'OBSERVE_UNSUPPORTED',
      `Tools cannot be watched on this machine: ${why}`,
      'Verify needs Linux with bubblewrap and user namespaces. On other systems, run it in a Linux virtual machine or in CI.',
    ),
  noStrace: () =>
    errorText(
      'OBSERVE_UNSUPPORTED',
      'Tools cannot be watched on this machine: strace is not installed or may not trace',
      'Install strace, for example with `apt-get install strace`. A container may have to allow ptrace.',
    ),
  notStdio: () =>
    errorText(
      'OBSERVE_COMMAND',
      'Verify starts a server in a sandbox, so it needs its command',
      'Write `callgate verify -- COMMAND…`. Servers behind a URL cannot be watched.',
    ),
  nothingSeen: () =>
    errorText(
      'OBSERVE_BLIND',
      'The server was started unseen by strace',
      'Run `callgate doctor`. Another program may be tracing, or the container forbids ptrace.',
    ),
  logTooLong: () =>
    errorText(
      'OBSERVE_BLIND',
      'The server made more system calls than can be kept',
      'Try one tool with --tool, or fewer calls with --calls.',
    ),
  examples: ({ path, problem }: { path: string; problem: string }) =>
    errorText(
      'OBSERVE_EXAMPLES',
      `Examples cannot be read from ${path}: ${problem}`,
      'Write a JSON object with the name of each tool and a list of its arguments: {"read": [{"path": "a"}]}.',
    ),
  toolUnknown: ({ tool, near }: { tool: string; near: string | undefined }) =>
    errorText(
      'OBSERVE_TOOL',
      `The server has no tool ${tool}`,
      near === undefined ? 'Look at its tools with `callgate scan`.' : `Did you mean ${near}?`,
    ),
  noTools: () => errorText('OBSERVE_TOOL', 'The server lists no tools'),
  lockAbsent: ({ path }: { path: string }) =>
    errorText(
      'OBSERVE_LOCK',
      `No entry for this command in the lock ${path}`,
      'Write it first with `callgate lock`, for the same command.',
    ),
};
