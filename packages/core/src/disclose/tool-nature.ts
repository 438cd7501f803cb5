import type { JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { WordClass, RoleWordList } from '../vocabulary/role-words.ts';
import { classifyWord, matchesDescription, isInWordList, splitName } from '../vocabulary/role-words.ts';
import type { ParsedToolName } from '../user-message/parsed-tool-name.ts';
import { parseToolName } from '../user-message/parsed-tool-name.ts';

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
  /** It sets up something that runs later: the text of it is code, what is said about it is not. */
  readonly schedules: boolean;
  /** Its name says no other change: what is changed stands in the query. */
  readonly queries: boolean;
}

export const PLAIN_NATURE: ToolNature = Object.freeze({
  outward: false,
  mutates: false,
  executes: false,
  instructs: false,
  schedules: false,
  queries: false,
});

const MAX_DESCRIPTION = 20_000;
const MAX_ARGUMENTS = 500;

/** `execute`, `run_command`, `bash`; not `run_report`, which runs something of its own. */
const runsByName = (words: readonly string[]): boolean => {
  if (words.some((word) => isInWordList('shell', word))) return true;
  const at = words.findIndex((word) => isInWordList('running', word));
  if (at === -1) return false;
  const others = words.filter((word, index) => index !== at && !isInWordList('joining', word));
  return others.length === 0 || others.some((word) => isInWordList('runnable', word));
};

interface ToolWords {
  readonly words: readonly string[];
  readonly given: readonly (readonly string[])[];
  readonly description: string;
}

/** `ssh`, `psql`, `kubectl_apply`: what it is given goes to that program. */
const isProgram = ({ words }: ToolWords): boolean =>
  words.some((word) => isInWordList('program', word)) ||
  (words.length === 1 && isInWordList('programAlone', words[0]));

const takes = ({ given }: ToolWords, test: (word: string) => boolean): boolean =>
  given.some((words) => words.some(test));

/** In its name or as an argument. */
const names = (tool: ToolWords, list: RoleWordList): boolean =>
  tool.words.some((word) => isInWordList(list, word)) || takes(tool, (word) => isInWordList(list, word));

const READERS: ReadonlySet<WordClass | undefined> = new Set<WordClass | undefined>([
  'audience',
  'address',
  'direction',
]);

/**
 * `send_keys`, `write_stdin`, `paste{session}`: text that is typed where commands are typed. Not what is typed into
 * an element of a page, and not what is sent to a person in a session.
 */
const types = (tool: ToolWords): boolean => {
  const { words, description } = tool;
  if (takes(tool, (word) => isInWordList('pageElement', word))) return false;
  if (matchesDescription('types', description)) return true;
  if (!words.some((word) => isInWordList('typing', word))) return false;
  if (names(tool, 'typedInto')) return true;
  const hasReader = takes(tool, (word) => READERS.has(classifyWord(word)));
  return !hasReader && names(tool, 'context');
};

/** `create_job`, `cron_add`; not `add_note_to_job`. */
const schedules = ({ resource }: ParsedToolName, description: string): boolean =>
  isInWordList('scheduled', resource) || matchesDescription('schedules', description);

/** `query`, `execute_update`; in `delete_by_query` the name says what is done to what is found. */
const queries = ({ deeds }: ParsedToolName): boolean =>
  deeds.every((deed) => deed === 'fetch' || deed === 'run');

/** `ask_agent`, `run_subagent`; not `list_agents`, which only tells of them, and not `transfer_to_human_agent`. */
const instructsByName = (words: readonly string[]): boolean =>
  words.some((word) => isInWordList('agent', word)) &&
  !words.includes('human') &&
  !isInWordList('telling', words[0]);

/** Reads a tool's name and description; `hints` is what is believed of it. */
export const readToolNature = (
  definition: JsonObject,
  name: string,
  hints: { readonly outward: boolean; readonly mutates: boolean; readonly agentic: boolean },
): ToolNature => {
  const written = getOwn(definition, 'description');
  const description = typeof written === 'string' ? written.slice(0, MAX_DESCRIPTION) : '';
  const words = splitName(name);
  const schema = getOwn(definition, 'inputSchema');
  const properties = schema !== undefined && isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  const given =
    properties !== undefined && isJsonObject(properties)
      ? Object.keys(properties).slice(0, MAX_ARGUMENTS).map(splitName)
      : [];
  const toolName = parseToolName(name);
  const tool: ToolWords = { words, given, description };
  const typed = hints.mutates && (isProgram(tool) || types(tool));
  return {
    outward: hints.outward,
    mutates: hints.mutates,
    executes: runsByName(words) || matchesDescription('executes', description) || typed,
    instructs: hints.agentic || instructsByName(words) || matchesDescription('instructs', description),
    schedules: hints.mutates && schedules(toolName, description),
    queries: hints.mutates && queries(toolName),
  };
};
