import type { JsonObject } from '../receive/json.ts';
import { own } from '../receive/json.ts';
import { describes, isIn, splitName } from '../vocabulary/role-words.ts';

/** What a whole tool says about the texts it takes. Each of these only asks for more proof. */
export interface ToolNature {
  /** What it is given can leave: a path or an attachment is a file that is sent. */
  readonly outward: boolean;
  /** It runs what it is given: text for it is code. */
  readonly executes: boolean;
  /** What it is given changes something: text that instructs may be for an agent behind it. */
  readonly mutates: boolean;
  /** It is an agent, or starts one: text for it is instructions, which are code. */
  readonly instructs: boolean;
}

export const PLAIN_NATURE: ToolNature = Object.freeze({
  outward: false,
  mutates: false,
  executes: false,
  instructs: false,
});

const MAX_DESCRIPTION = 20_000;

/** `execute`, `run_command`, `bash`; not `run_report`, which runs something of its own. */
const runsByName = (words: readonly string[]): boolean => {
  if (words.some((word) => isIn('shell', word))) return true;
  const at = words.findIndex((word) => isIn('running', word));
  if (at === -1) return false;
  const others = words.filter((word, index) => index !== at && !isIn('joining', word));
  return others.length === 0 || others.some((word) => isIn('runnable', word));
};

/** `ask_agent`, `run_subagent`; not `list_agents`, which only tells of them. */
const instructsByName = (words: readonly string[]): boolean =>
  words.some((word) => isIn('agent', word)) && !isIn('telling', words[0]);

/** Reads a tool's name and description; `hints` is what is believed of it. */
export const readToolNature = (
  definition: JsonObject,
  name: string,
  hints: { readonly outward: boolean; readonly mutates: boolean; readonly agentic: boolean },
): ToolNature => {
  const written = own(definition, 'description');
  const description = typeof written === 'string' ? written.slice(0, MAX_DESCRIPTION) : '';
  const words = splitName(name);
  return {
    outward: hints.outward,
    mutates: hints.mutates,
    executes: runsByName(words) || describes('executes', description),
    instructs: hints.agentic || instructsByName(words) || describes('instructs', description),
  };
};
