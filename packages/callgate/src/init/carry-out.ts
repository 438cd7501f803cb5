import { unlinkSync } from 'node:fs';
import type { FileProblem } from './find-files.ts';
import { asProblem } from './find-files.ts';
import type { FilePlan, InitPlan } from './plan.ts';
import { isChanged } from './plan.ts';
import { replaceFile, replaceWithBackup } from './replace-file.ts';

export interface CarriedOut {
  readonly written: readonly FilePlan[];
  readonly problems: readonly FileProblem[];
}

const writePlan = ({ file, after, backup, restored }: FilePlan): void => {
  const content = Buffer.from(after, 'utf8');
  if (backup !== undefined) {
    replaceWithBackup(file.target, file.bytes, content, backup);
    return;
  }
  replaceFile(file.target, file.bytes, content);
  // a backup that is what the file is now has nothing left to keep
  for (const each of restored) if (each.text === after) unlinkSync(each.path);
};

/** Does what was planned, a file at a time: what goes wrong with one does not keep the others. */
export const carryOut = (plan: InitPlan): CarriedOut => {
  const written: FilePlan[] = [];
  const problems: FileProblem[] = [];
  for (const each of plan.files.filter(isChanged))
    try {
      writePlan(each);
      written.push(each);
    } catch (error) {
      problems.push({ path: each.file.path, problem: asProblem(error) });
    }
  return { written, problems };
};
