export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** When it started, in any unit that rises: a process id is given again, this is not. */
  readonly start: number;
  /** The file name of its program, in lower case and without `.exe`. */
  readonly program: string;
  /** Its command line, words separated by blanks. */
  readonly command: string;
  /** The pipe or socket it reads from, by a name that no other has; absent where that cannot be seen or is another thing. */
  readonly input?: string;
}

/** `C:\\Tools\\Node.exe` is `node`. */
export const programName = (path: string): string =>
  path
    .replace(/ \(deleted\)$/, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/^-/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();

const MAX_ANCESTORS = 64;

/** The parent of a process, its parent, and so on. Ends where a parent is gone or its id belongs to a younger process. */
export const ancestorsOf = (
  pid: number,
  find: (pid: number) => RunningProcess | undefined,
): readonly RunningProcess[] => {
  const ancestors: RunningProcess[] = [];
  let child = find(pid);
  while (child !== undefined && ancestors.length < MAX_ANCESTORS) {
    const parent = child.parent > 0 && child.parent !== child.pid ? find(child.parent) : undefined;
    if (parent === undefined || parent.start > child.start) break;
    ancestors.push(parent);
    child = parent;
  }
  return ancestors;
};
