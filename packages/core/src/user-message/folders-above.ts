const MAX_STEPS = 40;

const isPlainStep = (step: string, at: number): boolean =>
  /^[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M} ._@+=,()-]*$/u.test(step) || (at === 0 && /^[.~]?$/.test(step));

/** The folders that a path lies in, the highest first; none where something in it is hidden or may lead out again. */
export const listFoldersAbove = (path: string): readonly string[] => {
  const steps = path.split('/');
  if (steps.length < 3 || steps.length > MAX_STEPS || !steps.every(isPlainStep)) return [];
  return steps.slice(2).map((_, at) => steps.slice(0, at + 2).join('/'));
};
