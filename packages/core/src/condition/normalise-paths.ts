/** Characters that some file systems take for none at all. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
/** Stands before the slash of a path that begins at the root, or may: one that climbs further than it says from where. */
export const ROOT_MARK = '\uE001';
/** Where a path may begin that begins with a slash. */
const AT_ROOT = /(?<=^|[\s"'`:=(])(?=\/)/gm;
/** Where a path may begin that does not begin with a slash. */
const BEGINNING = /(?<=^|[\s"'`:=(])(?=[^/\s\uE001])/gm;
/** With a slash before everything with which a path may begin. */
export const markPathStarts = (text: string): string => text.replaceAll(BEGINNING, '/');
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
  let climbs = false;
  for (const segment of segmentsOf(text)) {
    if (segment !== '..') way.push(segment);
    else if (way.length === 0 || (way.length === 1 && way[0] === '')) climbs = true;
    else way.pop();
  }
  return climbs && way[0] !== '' ? `/${way.join('/')}` : way.join('/');
};

/**
 * Text in which paths may stand, so that parts of paths can be looked for in it: small letters, one kind of slash, no
 * `.` between slashes, a slash before every beginning, and `ROOT` before a slash that may be the root. Each path is there
 * twice, with every `..` and with none: what a `..` leads to depends on links that only the file system knows. More may be
 * found in it than the text says, never less.
 */
export const normalisePaths = (text: string): string => {
  const alike = text.normalize('NFKC').replaceAll(IGNORED, '').toLowerCase();
  const readings = new Set([
    segmentsOf(alike).join('/'),
    resolved(alike),
    ...alike.split(LINES).map(resolved),
  ]);
  return markPathStarts([...readings].join('\n').replaceAll(AT_ROOT, ROOT_MARK));
};
