import type { HostTool } from './host-tool.ts';
import { FILES, WRITES_FILES, inside, reads, runs } from './host-tool.ts';

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
