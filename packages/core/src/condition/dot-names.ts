const DOTS = /^\.+$/;

/** A name as it stands at the end of its path, or before what follows it in a line. */
const nameOf = (segment: string): string => /^[^\s"'`:)]*/u.exec(segment)?.[0] ?? '';

/**
 * Whether a path has a name that begins with a dot: by custom a file or folder that programs read by themselves. Names in
 * `except` are none of these; one that ends with `*` stands for all that begin so.
 */
export const compileDotNames = (except: readonly string[]): ((path: string) => boolean) => {
  const whole = new Set(except.filter((name) => !name.endsWith('*')));
  const begun = except.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const counts = (name: string): boolean =>
    name.startsWith('.') &&
    !DOTS.test(name) &&
    !whole.has(name) &&
    !begun.some((begins) => name.startsWith(begins));
  return (path) => path.split('/').some((segment) => counts(nameOf(segment)));
};
