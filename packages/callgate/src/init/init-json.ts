import type { FileProblem } from './find-files.ts';
import type { FilePlan, InitPlan } from './plan.ts';
import { isChanged } from './plan.ts';

const fileJson = (plan: FilePlan, written: boolean): object => ({
  client: plan.file.client,
  file: plan.file.path,
  scope: plan.file.scope,
  changes: isChanged(plan),
  written,
  servers: plan.servers,
  ...(plan.backup === undefined ? {} : { backup: plan.backup }),
  ...(plan.restored.length === 0 ? {} : { restored: plan.restored.map(({ path }) => path) }),
  ...(plan.unwrapped ? { unwrapped: true } : {}),
  ...(plan.notes.length === 0 ? {} : { notes: plan.notes }),
  diff: plan.diff,
});

const problemJson = ({ path, problem: { code, message, help, position } }: FileProblem): object => ({
  file: path,
  ...(position === undefined ? {} : { line: position.line, column: position.column }),
  code,
  message,
  ...(help === undefined ? {} : { help }),
});

/** The plan for machines, and what of it was written. */
export const planJson = (
  plan: InitPlan,
  written: readonly FilePlan[],
  problems: readonly FileProblem[],
): object => ({
  undo: plan.undo,
  command: plan.own,
  files: plan.files
    .filter(({ servers }) => servers.length > 0)
    .map((file) => fileJson(file, written.includes(file))),
  problems: problems.map(problemJson),
});
