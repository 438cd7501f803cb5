import type { Expression } from '../condition/expression.ts';
import type { Override } from '../disclose/tool-input.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';

type HostToolHints = Override['set'];

/** An argument that names a file to be changed, or is a patch that names some. */
export interface FileArgument {
  readonly argument: string;
  readonly patch: boolean;
  /** Arguments that become the content of the file. */
  readonly content: readonly string[];
}

export interface HostTool {
  readonly description: string;
  readonly says: HostToolHints;
  readonly roles: Readonly<Record<string, ArgumentRole>>;
  /** Arguments that say which files are changed. */
  readonly changes?: readonly FileArgument[];
  /** Arguments that say which files are read. */
  readonly names?: readonly string[];
  readonly store?: string;
  /** A name that says what it does, where its own does not: the person says "run", not "bash". */
  readonly means?: string;
  /** The host asks its person while it runs. A leave to run it is no answer. */
  readonly asksPerson?: true;
}

/** All hosts write to the same disk. */
export const LOCAL_FILES = 'files of this machine';

export const AUTORUN_REASON = 'another program runs the file, or reads it as configuration, later';

/**
 * What a call does besides when the file that it names is run or read as configuration later: it has power over this
 * machine, it replaces what runs there, and its content is code.
 */
const autorunOverride = (
  of: Expression,
  content: readonly string[],
  files: readonly string[],
  patch: boolean,
): Override => ({
  set: { privilegedAccess: 'yes', destructive: 'yes' },
  roles: Object.fromEntries(content.map((name) => [name, 'code'] as const)),
  when: { op: 'namesFile', of, files, patch },
  reason: AUTORUN_REASON,
});

export const makeAutorunOverride = (
  { argument, patch, content }: FileArgument,
  files: readonly string[],
): Override =>
  autorunOverride(
    { op: 'get', of: { op: 'args' }, key: { op: 'value', value: argument } },
    content,
    files,
    patch,
  );

/** The same for a tool of which only the names of its arguments say what they are. */
export const makePossibleAutorunOverride = (content: readonly string[], files: readonly string[]): Override =>
  autorunOverride({ op: 'args' }, content, files, false);

/** What a call does besides when the file that it names is on another machine: it goes there. */
export const makeRemoteMachineOverride = (argument: string, patch: boolean): Override => ({
  set: { openWorld: 'yes' },
  roles: { [argument]: 'destination' },
  when: {
    op: 'namesHost',
    of: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: argument } },
    patch,
  },
  reason: 'the path leads to another machine',
});

const FILE_READ_HINTS: HostToolHints = { readOnly: 'yes', openWorld: 'no' };
export const FILE_WRITE_HINTS: HostToolHints = { readOnly: 'no', destructive: 'no', openWorld: 'no' };
// what a command reaches is not known before it runs: open world by default, and what it prints may be anybody's
const COMMAND_HINTS: HostToolHints = { readOnly: 'no', destructive: 'yes' };
export const WEB_HINTS: HostToolHints = { readOnly: 'yes', openWorld: 'yes', unsafeOutput: 'yes' };
/** Moves things inside the host; every call that comes of it is judged by itself. */
const INTERNAL_HINTS: HostToolHints = { readOnly: 'yes', openWorld: 'no', unsafeOutput: 'no' };
export const HANDOVER_HINTS: HostToolHints = {
  readOnly: 'no',
  destructive: 'no',
  openWorld: 'no',
  unsafeOutput: 'no',
};

const rolesOf = (role: ArgumentRole, names: readonly string[]): Record<string, ArgumentRole> =>
  Object.fromEntries(names.map((name) => [name, role]));

export const fileReadTool = (description: string, ...paths: readonly string[]): HostTool => ({
  description,
  says: FILE_READ_HINTS,
  roles: rolesOf('object', paths),
  names: paths,
  store: LOCAL_FILES,
});

/** The same where an argument besides is a pattern of paths, which may begin as a path does. */
export const fileSearchTool = (description: string, path: string, pattern: string): HostTool => ({
  ...fileReadTool(description, path),
  names: [path, pattern],
});

export const fileWriteTool = (
  description: string,
  path: string,
  roles: Readonly<Record<string, ArgumentRole>> = {},
): HostTool => ({
  description,
  says: FILE_WRITE_HINTS,
  roles: { [path]: 'object', ...roles },
  changes: [{ argument: path, patch: false, content: Object.keys(roles) }],
  store: LOCAL_FILES,
});

export const commandTool = (
  description: string,
  roles: Readonly<Record<string, ArgumentRole>> = {},
): HostTool => ({
  description,
  says: COMMAND_HINTS,
  roles: {
    command: 'code',
    description: 'payload',
    timeout: 'payload',
    timeout_ms: 'payload',
    run_in_background: 'payload',
    persistent: 'payload',
    ...roles,
  },
  store: LOCAL_FILES,
  means: 'run_command',
});

export const internalTool = (description: string): HostTool => ({
  description,
  says: INTERNAL_HINTS,
  roles: { '*': 'payload' },
});

/** Lists what others have named and described in their own words. */
export const listTool = (description: string): HostTool => ({
  description,
  says: FILE_READ_HINTS,
  roles: { '*': 'payload' },
});

export const userQuestionTool = (description: string): HostTool => ({
  ...internalTool(description),
  asksPerson: true,
});

export const AGENT_TOOL: HostTool = {
  description: 'Starts an agent inside the host; each of its calls passes the hooks itself',
  says: { ...HANDOVER_HINTS, agency: 'yes', aiProcessing: 'yes' },
  roles: { '*': 'payload' },
};
