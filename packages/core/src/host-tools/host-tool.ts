import type { Expression } from '../decide/expression.ts';
import type { Override } from '../disclose/tool-input.ts';
import type { Role } from '../vocabulary/roles.ts';

type Says = Override['set'];

/** What is known of a tool that a host runs by itself. */
export interface HostTool {
  readonly description: string;
  readonly says: Says;
  /** What each argument is for. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Arguments that say which files are changed. */
  readonly changes?: readonly string[];
  readonly store?: string;
  /** A name that says what it does, where its own does not: the person says "run", not "bash". */
  readonly means?: string;
  /** The host asks its person while it runs. A leave to run it is no answer. */
  readonly asksPerson?: true;
}

/** All hosts write to the same disk. */
export const FILES = 'files of this machine';

/** Parts of paths, as `paths` makes them, by which files are named that make something run, log in, or decide about tools. */
const POWERFUL_PLACES: readonly string[] = [
  '/.ssh/',
  '/.gnupg/',
  '/.aws/',
  '/.claude',
  '/.codex',
  '/.copilot',
  '/.mcp.json',
  'callgate',
  '/.bashrc',
  '/.bash_profile',
  '/.profile',
  '/.zshrc',
  '/.zshenv',
  '/.zprofile',
  '/.config/fish/',
  '/.config/autostart/',
  '/.config/systemd/',
  '/launchagents/',
  '/.git/hooks/',
  '/.git/config',
  '/.gitconfig',
  '/.husky/',
  '/.npmrc',
  '/.vscode/',
  '/etc/',
];

const holds = (part: string): Expression => ({
  op: 'contains',
  left: { op: 'local', depth: 0 },
  right: { op: 'value', value: part },
});

/**
 * What a tool does besides when the file named by an argument has power over this machine. The argument is a path, from
 * wherever, or a text with paths in it.
 */
export const powerful = (argument: string): Override => ({
  set: { privilegedAccess: 'yes' },
  when: {
    op: 'exists',
    over: {
      op: 'list',
      items: [{ op: 'paths', of: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: argument } } }],
    },
    test: { op: 'or', of: POWERFUL_PLACES.map(holds) },
  },
  reason: 'the file decides what runs, who may log in or what tools may do',
});

const READS_FILES: Says = { readOnly: 'yes', openWorld: 'no' };
export const WRITES_FILES: Says = { readOnly: 'no', destructive: 'no', openWorld: 'no' };
// what a command reaches is not known before it runs: open world by default, and what it prints may be anybody's
const RUNS: Says = { readOnly: 'no', destructive: 'yes' };
export const WEB: Says = { readOnly: 'yes', openWorld: 'yes', unsafeOutput: 'yes' };
/** Moves things inside the host; every call that comes of it is judged by itself. */
const INSIDE: Says = { readOnly: 'yes', openWorld: 'no', unsafeOutput: 'no' };
export const HANDS_ON: Says = { readOnly: 'no', destructive: 'no', openWorld: 'no', unsafeOutput: 'no' };

const rolesOf = (role: Role, names: readonly string[]): Record<string, Role> =>
  Object.fromEntries(names.map((name) => [name, role]));

export const reads = (description: string, ...paths: readonly string[]): HostTool => ({
  description,
  says: READS_FILES,
  roles: rolesOf('object', paths),
  store: FILES,
});

export const writes = (
  description: string,
  path: string,
  roles: Readonly<Record<string, Role>> = {},
): HostTool => ({
  description,
  says: WRITES_FILES,
  roles: { [path]: 'object', ...roles },
  changes: [path],
  store: FILES,
});

export const runs = (description: string, roles: Readonly<Record<string, Role>> = {}): HostTool => ({
  description,
  says: RUNS,
  roles: {
    command: 'code',
    description: 'payload',
    timeout: 'payload',
    timeout_ms: 'payload',
    run_in_background: 'payload',
    persistent: 'payload',
    ...roles,
  },
  store: FILES,
  means: 'run_command',
});

export const inside = (description: string): HostTool => ({
  description,
  says: INSIDE,
  roles: { '*': 'payload' },
});

/** Lists what others have named and described in their own words. */
export const lists = (description: string): HostTool => ({
  description,
  says: READS_FILES,
  roles: { '*': 'payload' },
});

export const asks = (description: string): HostTool => ({ ...inside(description), asksPerson: true });

export const AGENT: HostTool = {
  description: 'Starts an agent inside the host; each of its calls passes the hooks itself',
  says: { ...HANDS_ON, agency: 'yes', aiProcessing: 'yes' },
  roles: { '*': 'payload' },
};
