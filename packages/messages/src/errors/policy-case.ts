import { errorText } from '../text/error-text.ts';

/** Errors of files with cases of a policy. */
export const policyCaseErrors = {
  shape: ({ path, problem }: { path: string; problem: string }) =>
    errorText(
      'CASES_SHAPE',
      `${path}: ${problem}`,
      'Write `policy`, `catalogue`, and `cases` with `call: SERVER/TOOL`, `args` and `expect`.',
    ),
};
