import type { z } from 'zod';
import type { Pack } from './pack.ts';
import { packSchema } from './pack-schema.ts';
import type { PackProblem } from './pack-yaml.ts';
import { PackYaml } from './pack-yaml.ts';

export type PackOutcome =
  | { readonly ok: true; readonly pack: Pack }
  | { readonly ok: false; readonly problems: readonly PackProblem[] };

const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

const toldOf = (issue: z.core.$ZodIssue): { readonly key?: string; readonly help?: string } =>
  issue.code === 'custom' ? (issue.params ?? {}) : {};

const problemsOf = (yaml: PackYaml, issue: z.core.$ZodIssue): readonly PackProblem[] => {
  const path = issue.path.filter(isPathPart);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      yaml.problem('PACK_KEY', `unknown key \`${key}\``, yaml.positionOfKey(path, key)),
    );
  const { key, help } = toldOf(issue);
  const what = path.length === 0 ? 'the file' : `\`${String(path.at(-1))}\``;
  const position = key === undefined ? yaml.positionOf(path) : yaml.positionOfKey(path.slice(0, -1), key);
  const words = issue.message.replace(/^Invalid (?:input|option): /, '');
  return [yaml.problem('PACK_SHAPE', `${what}: ${words}`, position, help)];
};

/** Reads the text of a pack. `name` is for messages. Nothing of it counts by being read: the operator accepts it. */
export const readPack = (text: string, name: string): PackOutcome => {
  const yaml = new PackYaml(name, text);
  const syntax = yaml.syntaxProblems();
  if (syntax.length > 0) return { ok: false, problems: syntax };
  let content: unknown;
  try {
    content = yaml.content() ?? {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [yaml.problem('PACK_YAML', message, yaml.at(0))] };
  }
  const parsed = packSchema.safeParse(content);
  return parsed.success
    ? { ok: true, pack: parsed.data }
    : { ok: false, problems: parsed.error.issues.flatMap((issue) => problemsOf(yaml, issue)) };
};
