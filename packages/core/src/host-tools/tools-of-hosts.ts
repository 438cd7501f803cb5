import type { HostTool } from './host-tool.ts';
import {
  AGENT,
  HANDS_ON,
  WEB,
  asks,
  finds,
  inside,
  lists,
  reads,
  runs,
  writes,
  FILES,
  WRITES_FILES,
} from './host-tool.ts';

const EDITS = { old_string: 'payload', new_string: 'payload', replace_all: 'payload' } as const;

export const CLAUDE_CODE: Readonly<Record<string, HostTool>> = {
  Read: reads('Reads a file of this machine', 'file_path'),
  NotebookRead: reads('Reads a notebook of this machine', 'notebook_path'),
  Glob: finds('Lists files by a pattern', 'path', 'pattern'),
  Grep: finds('Searches in files', 'path', 'glob'),
  LS: reads('Lists a folder', 'path'),
  LSP: reads('Asks a language server about files of this machine', 'filePath'),
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
  Skill: runs('Loads instructions from files of this machine and runs the commands in them', {
    skill: 'code',
    args: 'code',
  }),
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
    // a server may fetch whatever the uri says, so that the uri itself can carry data out
    says: WEB,
    roles: { server: 'payload', uri: 'destination' },
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
  AskUserQuestion: asks('Asks the person something'),
  EnterPlanMode: inside('Plans before anything is done'),
  ExitPlanMode: asks('Shows the person a plan'),
  ToolSearch: lists('Finds tools by their names'),
  ListMcpResourcesTool: lists('Lists the resources of MCP servers'),
};

export const CODEX: Readonly<Record<string, HostTool>> = {
  Bash: runs('Runs a command in a shell as the user'),
  apply_patch: {
    description: 'Changes files of this machine by a patch',
    says: WRITES_FILES,
    roles: { command: 'payload', input: 'payload' },
    // a patch that is not in an object is the argument `input`
    changes: ['command', 'input'].map((argument) => ({ argument, patch: true, content: [argument] })),
    store: FILES,
    means: 'edit_file',
  },
  view_image: reads('Reads an image of this machine', 'path'),
  update_plan: inside('Keeps the list of what is to be done'),
};

export const COPILOT: Readonly<Record<string, HostTool>> = {
  view: reads('Reads a file or lists a folder of this machine', 'path'),
  grep: finds('Searches in files', 'paths', 'glob'),
  glob: finds('Lists files by a pattern', 'paths', 'pattern'),
  create: writes('Writes a file of this machine', 'path', { file_text: 'payload' }),
  edit: writes('Changes a file of this machine', 'path', { old_str: 'payload', new_str: 'payload' }),
  bash: runs('Runs a command in a shell as the user', {
    shellId: 'payload',
    mode: 'payload',
    detach: 'payload',
    initial_wait: 'payload',
  }),
  read_bash: reads('Reads what a command in the background has printed'),
  list_bash: inside('Lists the commands in the background'),
  stop_bash: { description: 'Ends a command in the background', says: HANDS_ON, roles: { '*': 'object' } },
  web_fetch: {
    description: 'Fetches an address of the web',
    says: WEB,
    roles: { url: 'destination', max_length: 'payload', start_index: 'payload', raw: 'payload' },
  },
  sql: {
    description: 'Keeps lists in a database of the session',
    says: HANDS_ON,
    roles: { '*': 'payload' },
    store: FILES,
  },
  ask_user: asks('Asks the person something'),
  report_intent: inside('Says what the agent is about to do'),
  task: AGENT,
  write_agent: { ...AGENT, description: 'Writes to another agent inside the host' },
  read_agent: inside('Reads what another agent inside the host has said'),
  list_agents: inside('Lists the agents inside the host'),
};
