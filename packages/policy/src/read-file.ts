import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import type { PolicyFile } from './file-schema.ts';
import { FILE_KEYS, policyFileSchema } from './file-schema.ts';
import type { PolicyProblem } from './problem.ts';
import { deepestIssue, isPathPart } from './shape-issue.ts';
import { SourceFile } from './source-file.ts';
import type { Path } from './source-file.ts';

/** A policy file whose shape is right, with the means to say where things stand. */
export interface ReadFile {
  readonly source: SourceFile;
  readonly content: PolicyFile;
}

export type ReadOutcome =
  | ({ readonly ok: true } & ReadFile)
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

type Issue = z.core.$ZodIssue;

const keysAt = (path: Path): readonly string[] => {
  if (path.length === 0) return FILE_KEYS['top'] ?? [];
  if (path[2] === 'approvers') return FILE_KEYS['approvers'] ?? [];
  return path.length > 2 ? [] : (FILE_KEYS[String(path[0])] ?? []);
};

const problemsOf = (source: SourceFile, raw: Issue): PolicyProblem[] => {
  const issue = deepestIssue(raw);
  const path = issue.path.filter(isPathPart);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const help = didYouMean(key, keysAt(path));
      const problem = { severity: 'error', code: 'POLICY_KEY', message: `unknown key \`${key}\`` } as const;
      const position = source.positionOfKey(path, key);
      return help === undefined ? { ...problem, position } : { ...problem, position, help };
    });
  }
  const what = path.length === 0 ? 'the file' : `\`${String(path.at(-1))}\``;
  const written = issue.code === 'invalid_value' && typeof issue.input === 'string' ? issue.input : undefined;
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const help = written === undefined ? undefined : didYouMean(written, values);
  const message = issue.code === 'invalid_value' ? `expected ${values.join(', ')}` : issue.message;
  const problem: PolicyProblem = {
    severity: 'error',
    code: 'POLICY_SHAPE',
    message: `${what}: ${message}`,
    position: source.positionOf(path),
  };
  return [help === undefined ? problem : { ...problem, help }];
};

/** Reads one policy file: YAML, then its shape. */
export const readPolicyFile = (name: string, text: string): ReadOutcome => {
  const source = new SourceFile(name, text);
  const syntax = source.syntaxProblems();
  if (syntax.length > 0) return { ok: false, problems: syntax };
  let content: unknown;
  try {
    content = source.content() ?? {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problems: [{ severity: 'error', code: 'POLICY_YAML', message, position: source.at(0) }],
    };
  }
  const parsed = policyFileSchema.safeParse(content, { reportInput: true });
  if (parsed.success) return { ok: true, source, content: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => problemsOf(source, issue)) };
};
