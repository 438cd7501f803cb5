import { rulesView } from '@callgate/operations/policy';
import type { ArgsDef } from 'citty';
import { now } from '../now.ts';
import { openPolicyHome, pinnedTools } from '../policy/policy-home.ts';
import { policyText } from '../policy/show-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  json: { type: 'boolean', description: 'The same as JSON, with the text of the layers' },
} as const satisfies ArgsDef;

/** `callgate policy show` */
export const policyShowCommand: CommandEntry = commandEntry(
  'policy show',
  'The policy in force: its layers, every rule, and who activated it',
  args,
  async ({ args: given }) => {
    const home = await openPolicyHome(given.config);
    const tools = pinnedTools(home).map(({ tool }) => tool);
    // where no tool was seen yet, every rule would be about none
    const view = rulesView(home.effective.policy, tools.length === 0 ? undefined : tools, now().at);
    if (given.json !== true) {
      write(policyText(home, view));
      return;
    }
    const { active, effective, everything } = home;
    const activated = active === null ? null : { by: active.by, reason: active.reason, at: active.at };
    const { layers } = effective;
    write(asciiJson({ ...view, layers, configured: everything.configured.layers, activated }, 2));
  },
);
