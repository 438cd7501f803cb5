/** Characters that some file systems take for none at all. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
/** Where a path may begin that does not begin with a slash. */
const BEGINNING = /(?<=^|[\s"'`:=(])(?=[^/\s])/gm;
const LINES = /\r\n?|\n/;
const SLASHES = /[/\\]+/;

const withoutEnd = (segment: string): string => {
  let end = segment.length;
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end -= 1;
  return end === 0 ? segment : segment.slice(0, end);
};

/** Dots and spaces at the end of a name are none on some platforms. */
const named = (segment: string): string => {
  const name = segment.trimEnd();
  return name === '.' || name === '..' ? name : withoutEnd(segment);
};

const segmentsOf = (text: string): string[] =>
  text
    .split(SLASHES)
    .map(named)
    .filter((segment) => segment !== '.');

const resolved = (text: string): string => {
  const way: string[] = [];
  for (const segment of segmentsOf(text)) {
    if (segment === '..') way.pop();
    else way.push(segment);
  }
  return way.join('/');
};

/**
 * Text in which paths may stand, so that parts of paths can be looked for in it: small letters, one kind of slash, no
 * `.` between slashes, and a slash before every beginning. Each path is there twice, with every `..` and with none: what
 * a `..` leads to depends on links that only the file system knows. More may be found in it than the text says, never less.
 */
export const plainPaths = (text: string): string => {
  const alike = text.normalize('NFKC').replaceAll(IGNORED, '').toLowerCase();
  const readings = [segmentsOf(alike).join('/'), resolved(alike), ...alike.split(LINES).map(resolved)];
  return readings.join('\n').replaceAll(BEGINNING, '/');
};
