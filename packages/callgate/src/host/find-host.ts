import type { RunningProcess } from './running-process.ts';

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'fish',
  'busybox',
  'cmd',
  'powershell',
  'pwsh',
]);

/** Processes that take over the children of others. Who has one as its parent may have been started by anybody. */
const REAPERS: ReadonlySet<string> = new Set([
  'init',
  'systemd',
  'launchd',
  'tini',
  'dumb-init',
  'docker-init',
  'catatonit',
  'conmon',
  'containerd-shim',
  'containerd-shim-runc-v2',
  's6-svscan',
  's6-supervise',
  'runsv',
  'supervisord',
  'cron',
  'crond',
  'atd',
  'services',
  'svchost',
]);

/** MCP hosts that desktops and service managers start themselves. */
const KNOWN_HOSTS: ReadonlySet<string> = new Set([
  'claude',
  'claude-desktop',
  'cursor',
  'code',
  'code-insiders',
  'codium',
  'vscodium',
  'windsurf',
  'zed',
  'zed-editor',
  'codex',
  'gemini',
  'goose',
  'goosed',
  'kiro',
  'trae',
  'warp',
  'lmstudio',
  'lm studio',
  'chatgpt',
  'opencode',
]);

/** npm writes its command over its own name, and may cut it off. */
const PACKAGE_RUNNER = /^(?:(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx)(?: |$)|bun x )/;

/** A shell with a command to run, not an interactive one. */
const isTold = (command: string): boolean =>
  command
    .split(' ')
    .slice(1)
    .some(
      (word) =>
        /^-[a-z]*c$/i.test(word) ||
        /^[/-](?:c|k|command|file|encodedcommand)$/i.test(word) ||
        /^[^-]/.test(word),
    );

const bare = (text: string): string => text.replaceAll(/["'\s]+/g, ' ').trim();

/** Whether a process is there only to start Callgate: a shell, a package runner, or a program that ends in our words. */
const isWrapper = ({ program, command }: RunningProcess, ownWords: readonly string[]): boolean =>
  (SHELLS.has(program) && isTold(command)) ||
  PACKAGE_RUNNER.test(command) ||
  (ownWords.length > 0 && bare(command).endsWith(` ${bare(ownWords.join(' '))}`));

/**
 * Whether a process handed the pipe it was given on to Callgate: the speaker at that pipe stands behind it. A
 * host makes a pipe of its own for every server.
 */
const sharesInput = ({ input }: RunningProcess, ownInput: string | undefined): boolean =>
  input !== undefined && input === ownInput;

const isReaper = ({ pid, program }: RunningProcess): boolean => pid <= 1 || REAPERS.has(program);

/**
 * The process of the host that started Callgate, then those between that only handed its pipe on, then those that
 * started the host. Undefined where it cannot be told: an orphan, also a host that is one, could have been started by
 * any agent. Who handed the pipe on may be a host for others: anybody of this user can open the pipe of another process.
 */
export const findHost = (
  ancestors: readonly RunningProcess[],
  ownWords: readonly string[],
  ownInput?: string,
): readonly [RunningProcess, ...RunningProcess[]] | undefined => {
  const first = ancestors.findIndex((each) => !isWrapper(each, ownWords) && !sharesInput(each, ownInput));
  const between = ancestors
    .slice(0, Math.max(first, 0))
    .filter((each) => !isWrapper(each, ownWords) && !isReaper(each));
  const [host, parent, ...further] = first < 0 ? [] : ancestors.slice(first);
  if (host === undefined || isReaper(host)) return undefined;
  if (parent === undefined || isReaper(parent))
    return KNOWN_HOSTS.has(host.program) ? [host, ...between] : undefined;
  return [host, ...between, ...[parent, ...further].filter((each) => !isReaper(each))];
};
