import { Problems } from '../../config/problems.ts';
import type { ConfigProblem } from '../../config/yaml-file.ts';
import { YamlFile } from '../../config/yaml-file.ts';
import type { Lock } from './lock.ts';
import { lockSchema } from './lock-schema.ts';

export type LockOutcome =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

const renamed = (problems: readonly ConfigProblem[]): LockOutcome => ({
  ok: false,
  problems: problems.map((problem) => ({ ...problem, code: problem.code.replace(/^CONFIG_/, 'LOCK_') })),
});

/** Reads the text of a lock file. `name` is for messages. Nothing of it counts by being read: see `accepted.ts`. */
export const readLock = (name: string, text: string): LockOutcome => {
  const file = new YamlFile(name, text);
  const syntax = file.syntaxProblems();
  if (syntax.length > 0) return renamed(syntax);
  let content: unknown;
  try {
    content = file.content() ?? {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return renamed([{ severity: 'error', code: 'LOCK_YAML', message, position: file.at(0) }]);
  }
  const parsed = lockSchema.safeParse(content, { reportInput: true });
  if (parsed.success) return { ok: true, lock: parsed.data };
  const problems = new Problems(file);
  problems.shape(lockSchema, parsed.error.issues);
  return renamed(problems.all);
};
