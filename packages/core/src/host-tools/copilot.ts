import type { HostTool } from './host-tool.ts';
import { AGENT, FILES, HANDS_ON, WEB, asks, finds, inside, reads, runs, writes } from './host-tool.ts';

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
