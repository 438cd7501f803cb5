import type { HostTool } from './host-tool.ts';
import {
  AGENT_TOOL,
  HANDOVER_HINTS,
  WEB_HINTS,
  userQuestionTool,
  fileSearchTool,
  internalTool,
  listTool,
  fileReadTool,
  commandTool,
  fileWriteTool,
  LOCAL_FILES,
  FILE_WRITE_HINTS,
} from './host-tool.ts';

const EDITS = { old_string: 'payload', new_string: 'payload', replace_all: 'payload' } as const;

export const CLAUDE_CODE_TOOLS: Readonly<Record<string, HostTool>> = {
  Read: fileReadTool('Reads a file of this machine', 'file_path'),
  NotebookRead: fileReadTool('Reads a notebook of this machine', 'notebook_path'),
  Glob: fileSearchTool('Lists files by a pattern', 'path', 'pattern'),
  Grep: fileSearchTool('Searches in files', 'path', 'glob'),
  LS: fileReadTool('Lists a folder', 'path'),
  LSP: fileReadTool('Asks a language server about files of this machine', 'filePath'),
  Write: fileWriteTool('Writes a file of this machine', 'file_path', { content: 'payload' }),
  Edit: fileWriteTool('Changes a file of this machine', 'file_path', EDITS),
  MultiEdit: fileWriteTool('Changes a file of this machine in several places', 'file_path', {
    edits: 'payload',
  }),
  NotebookEdit: fileWriteTool('Changes a notebook of this machine', 'notebook_path', {
    new_source: 'payload',
    cell_id: 'payload',
    cell_type: 'payload',
    edit_mode: 'payload',
  }),
  Bash: commandTool('Runs a command in a shell as the user'),
  PowerShell: commandTool('Runs a command in a shell as the user'),
  Monitor: commandTool('Runs a command in a shell as the user and watches what it prints'),
  Skill: commandTool('Loads instructions from files of this machine and runs the commands in them', {
    skill: 'code',
    args: 'code',
  }),
  BashOutput: fileReadTool('Reads what a command in the background has printed'),
  TaskOutput: fileReadTool('Reads what a task in the background has printed'),
  WebFetch: {
    description: 'Fetches an address of the web',
    says: WEB_HINTS,
    roles: { url: 'destination', prompt: 'payload' },
  },
  WebSearch: {
    description: 'Searches the web',
    says: WEB_HINTS,
    roles: { query: 'payload', allowed_domains: 'payload', blocked_domains: 'payload' },
  },
  ReadMcpResourceTool: {
    description: 'Reads a resource of an MCP server',
    // a server may fetch whatever the uri says, so that the uri itself can carry data out
    says: WEB_HINTS,
    roles: { server: 'payload', uri: 'destination' },
  },
  Task: AGENT_TOOL,
  Agent: AGENT_TOOL,
  SendMessage: { ...AGENT_TOOL, description: 'Writes to another agent inside the host' },
  KillShell: {
    description: 'Ends a command in the background',
    says: HANDOVER_HINTS,
    roles: { '*': 'object' },
  },
  TaskStop: { description: 'Ends a task in the background', says: HANDOVER_HINTS, roles: { '*': 'object' } },
  TodoWrite: internalTool('Keeps the list of what is to be done'),
  TaskCreate: internalTool('Keeps the list of what is to be done'),
  TaskGet: internalTool('Keeps the list of what is to be done'),
  TaskList: internalTool('Keeps the list of what is to be done'),
  TaskUpdate: internalTool('Keeps the list of what is to be done'),
  AskUserQuestion: userQuestionTool('Asks the person something'),
  EnterPlanMode: internalTool('Plans before anything is done'),
  ExitPlanMode: userQuestionTool('Shows the person a plan'),
  ToolSearch: listTool('Finds tools by their names'),
  ListMcpResourcesTool: listTool('Lists the resources of MCP servers'),
};

export const CODEX_TOOLS: Readonly<Record<string, HostTool>> = {
  Bash: commandTool('Runs a command in a shell as the user'),
  apply_patch: {
    description: 'Changes files of this machine by a patch',
    says: FILE_WRITE_HINTS,
    roles: { command: 'payload', input: 'payload' },
    // a patch that is not in an object is the argument `input`
    changes: ['command', 'input'].map((argument) => ({ argument, patch: true, content: [argument] })),
    store: LOCAL_FILES,
    means: 'edit_file',
  },
  view_image: fileReadTool('Reads an image of this machine', 'path'),
  update_plan: internalTool('Keeps the list of what is to be done'),
};

export const COPILOT_TOOLS: Readonly<Record<string, HostTool>> = {
  view: fileReadTool('Reads a file or lists a folder of this machine', 'path'),
  grep: fileSearchTool('Searches in files', 'paths', 'glob'),
  glob: fileSearchTool('Lists files by a pattern', 'paths', 'pattern'),
  create: fileWriteTool('Writes a file of this machine', 'path', { file_text: 'payload' }),
  edit: fileWriteTool('Changes a file of this machine', 'path', { old_str: 'payload', new_str: 'payload' }),
  bash: commandTool('Runs a command in a shell as the user', {
    shellId: 'payload',
    mode: 'payload',
    detach: 'payload',
    initial_wait: 'payload',
  }),
  read_bash: fileReadTool('Reads what a command in the background has printed'),
  list_bash: internalTool('Lists the commands in the background'),
  stop_bash: {
    description: 'Ends a command in the background',
    says: HANDOVER_HINTS,
    roles: { '*': 'object' },
  },
  web_fetch: {
    description: 'Fetches an address of the web',
    says: WEB_HINTS,
    roles: { url: 'destination', max_length: 'payload', start_index: 'payload', raw: 'payload' },
  },
  sql: {
    description: 'Keeps lists in a database of the session',
    says: HANDOVER_HINTS,
    roles: { '*': 'payload' },
    store: LOCAL_FILES,
  },
  ask_user: userQuestionTool('Asks the person something'),
  report_intent: internalTool('Says what the agent is about to do'),
  task: AGENT_TOOL,
  write_agent: { ...AGENT_TOOL, description: 'Writes to another agent inside the host' },
  read_agent: internalTool('Reads what another agent inside the host has said'),
  list_agents: internalTool('Lists the agents inside the host'),
};
