import type { Expression, JsonObject, Override, Role, TracedTool } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { BoundedMap } from '../disclose/bounded-map.ts';
import type { HostName } from './host-events.ts';
import { HOST_NAMES } from './host-events.ts';

/** The alias under which a host's own tools are known to policies, the record and people. */
export const hostAlias = (host: HostName): string => `host-${host}`;

const ALIASES: ReadonlySet<string> = new Set(HOST_NAMES.map(hostAlias));

/** No server of a configuration may have such an alias. */
export const isHostAlias = (alias: string): boolean => ALIASES.has(alias);

type Says = Override['set'];

interface HostTool {
  readonly description: string;
  readonly says: Says;
  /** What each argument is for. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Arguments that say which files are changed. */
  readonly changes?: readonly string[];
  readonly store?: string;
  /** A name that says what it does, where its own does not: the person says "run", not "bash". */
  readonly means?: string;
}

/** Both hosts write to the same disk. */
const FILES = 'files of this machine';

/** Parts of paths by which files are named that make something run, log in, or decide about tools. */
const POWERFUL_PLACES: readonly string[] = [
  '/.ssh/',
  '/.gnupg/',
  '/.aws/',
  '/.claude',
  '/.codex',
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

const holds = (argument: string, part: string): Expression => ({
  op: 'contains',
  left: {
    op: 'lowerAscii',
    of: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: argument } },
  },
  right: { op: 'value', value: part },
});

const powerful = (argument: string): Override => ({
  set: { privilegedAccess: 'yes' },
  when: { op: 'or', of: POWERFUL_PLACES.map((part) => holds(argument, part)) },
  reason: 'the file decides what runs, who may log in or what tools may do',
});

const READS_FILES: Says = { readOnly: 'yes', openWorld: 'no' };
const WRITES_FILES: Says = { readOnly: 'no', destructive: 'no', openWorld: 'no' };
// what a command reaches is not known before it runs: open world by default, and what it prints may be anybody's
const RUNS: Says = { readOnly: 'no', destructive: 'yes' };
const WEB: Says = { readOnly: 'yes', openWorld: 'yes', unsafeOutput: 'yes' };
/** Moves things inside the host; every call that comes of it is judged by itself. */
const INSIDE: Says = { readOnly: 'yes', openWorld: 'no', unsafeOutput: 'no' };
const HANDS_ON: Says = { readOnly: 'no', destructive: 'no', openWorld: 'no', unsafeOutput: 'no' };

const reads = (description: string, ...paths: readonly string[]): HostTool => ({
  description,
  says: READS_FILES,
  roles: rolesOf('object', paths),
  store: FILES,
});

const writes = (description: string, path: string, roles: Readonly<Record<string, Role>> = {}): HostTool => ({
  description,
  says: WRITES_FILES,
  roles: { [path]: 'object', ...roles },
  changes: [path],
  store: FILES,
});

const runs = (description: string): HostTool => ({
  description,
  says: RUNS,
  roles: {
    command: 'code',
    description: 'payload',
    timeout: 'payload',
    timeout_ms: 'payload',
    run_in_background: 'payload',
    persistent: 'payload',
  },
  store: FILES,
  means: 'run_command',
});

const inside = (description: string): HostTool => ({ description, says: INSIDE, roles: { '*': 'payload' } });

const rolesOf = (role: Role, names: readonly string[]): Record<string, Role> =>
  Object.fromEntries(names.map((name) => [name, role]));

const AGENT: HostTool = {
  description: 'Starts an agent inside the host; each of its calls passes the hooks itself',
  says: { ...HANDS_ON, agency: 'yes', aiProcessing: 'yes' },
  roles: { '*': 'payload' },
};

const EDITS = { old_string: 'payload', new_string: 'payload', replace_all: 'payload' } as const;

const CLAUDE_CODE: Readonly<Record<string, HostTool>> = {
  Read: reads('Reads a file of this machine', 'file_path'),
  NotebookRead: reads('Reads a notebook of this machine', 'notebook_path'),
  Glob: reads('Lists files by a pattern', 'path'),
  Grep: reads('Searches in files', 'path'),
  LS: reads('Lists a folder', 'path'),
  LSP: reads('Asks a language server about files of this machine', 'filePath'),
  Skill: reads('Loads instructions from files of this machine'),
  Write: writes('Writes a file of this machine', 'file_path', { content: 'payload' }),
  Edit: writes('Changes a file of this machine', 'file_path', EDITS),
  MultiEdit: writes('Changes a file of this machine in several places', 'file_path', { edits: 'payload' }),
  NotebookEdit: writes('Changes a notebook of this machine', 'notebook_path', {
    new_source: 'payload',
    cell_id: 'payload',
    cell_type: 'payload',
    edit_mode: 'payload',
  }),
  Bash: runs('Runs a command in a shell as the user'),
  PowerShell: runs('Runs a command in a shell as the user'),
  Monitor: runs('Runs a command in a shell as the user and watches what it prints'),
  BashOutput: reads('Reads what a command in the background has printed'),
  TaskOutput: reads('Reads what a task in the background has printed'),
  WebFetch: {
    description: 'Fetches an address of the web',
    says: WEB,
    roles: { url: 'destination', prompt: 'payload' },
  },
  WebSearch: {
    description: 'Searches the web',
    says: WEB,
    roles: { query: 'payload', allowed_domains: 'payload', blocked_domains: 'payload' },
  },
  ReadMcpResourceTool: {
    description: 'Reads a resource of an MCP server',
    says: { readOnly: 'yes' },
    roles: { server: 'object', uri: 'object' },
  },
  Task: AGENT,
  Agent: AGENT,
  SendMessage: { ...AGENT, description: 'Writes to another agent inside the host' },
  KillShell: { description: 'Ends a command in the background', says: HANDS_ON, roles: { '*': 'object' } },
  TaskStop: { description: 'Ends a task in the background', says: HANDS_ON, roles: { '*': 'object' } },
  TodoWrite: inside('Keeps the list of what is to be done'),
  TaskCreate: inside('Keeps the list of what is to be done'),
  TaskGet: inside('Keeps the list of what is to be done'),
  TaskList: inside('Keeps the list of what is to be done'),
  TaskUpdate: inside('Keeps the list of what is to be done'),
  AskUserQuestion: inside('Asks the person something'),
  EnterPlanMode: inside('Plans before anything is done'),
  ExitPlanMode: inside('Shows the person a plan'),
  ToolSearch: inside('Finds tools by their names'),
  ListMcpResourcesTool: inside('Lists the resources of MCP servers'),
};

const CODEX: Readonly<Record<string, HostTool>> = {
  Bash: runs('Runs a command in a shell as the user'),
  apply_patch: {
    description: 'Changes files of this machine by a patch',
    says: WRITES_FILES,
    roles: { command: 'payload' },
    changes: ['command'],
    store: FILES,
    means: 'edit_file',
  },
  view_image: reads('Reads an image of this machine', 'path'),
  update_plan: inside('Keeps the list of what is to be done'),
};

const TOOLS: Readonly<Record<HostName, Readonly<Record<string, HostTool>>>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
};

const traced = (server: string, name: string, tool: HostTool): TracedTool => {
  const { description, says, roles, changes = [], store, means } = tool;
  const definition: JsonObject = { name, description };
  const said: Override = { set: says, roles, reason: 'known of the host' };
  const described = describeTool({
    server,
    trust: 'trusted',
    definition,
    overrides: [said, ...changes.map(powerful)],
  });
  const made = traceTool(described, definition, store === undefined ? {} : { stores: { [name]: store } });
  return means === undefined ? made : { ...made, name: undescribed(server, means).name };
};

const undescribed = (server: string, name: string): TracedTool => {
  const definition: JsonObject = { name };
  return traceTool(describeTool({ server, definition }), definition);
};

const tracedTools = (host: HostName): ReadonlyMap<string, TracedTool> =>
  new Map(
    Object.entries(TOOLS[host]).map(([name, tool]) => [name, traced(hostAlias(host), name, tool)] as const),
  );

const MAX_UNKNOWN = 1024;

/** The catalogue with the tools that hosts run themselves. What nobody has described is there as undescribed. */
export const withHostTools = (catalogue: ToolCatalogue): ToolCatalogue => {
  const known = new Map(HOST_NAMES.map((host) => [hostAlias(host), tracedTools(host)] as const));
  const unknown = new BoundedMap<string, TracedTool>(MAX_UNKNOWN);
  return {
    find(kind, server, target, argumentsDigest) {
      const tools = known.get(server);
      if (tools === undefined) return catalogue.find(kind, server, target, argumentsDigest);
      if (kind !== 'tool') return undefined;
      const tool = tools.get(target) ?? unknown.get(`${server} ${target}`);
      if (tool !== undefined) return tool;
      const made = undescribed(server, target);
      unknown.set(`${server} ${target}`, made);
      return made;
    },
    identity: (server) => (known.has(server) ? undefined : catalogue.identity?.(server)),
  };
};
