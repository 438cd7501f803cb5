import { ROOT_MARK, markPathStarts, normalisePaths } from './normalise-paths.ts';

const DOTS = /^\.+$/;

/** A name as it stands at the end of its path, or before what follows it in a line. */
const nameOf = (segment: string): string => /^[^\s"'`:)]*/u.exec(segment)?.[0] ?? '';

/**
 * Whether a path has a name that begins with a dot: by custom a file or folder that programs read by themselves. Names in
 * `except` are none of these; one that ends with `*` stands for all that begin so.
 */
export const compileDotNameTest = (except: readonly string[]): ((path: string) => boolean) => {
  const whole = new Set(except.filter((name) => !name.endsWith('*')));
  const begun = except.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const counts = (name: string): boolean =>
    name.startsWith('.') &&
    !DOTS.test(name) &&
    !whole.has(name) &&
    !begun.some((begins) => name.startsWith(begins));
  return (path) => path.split('/').some((segment) => counts(nameOf(segment)));
};

const HOMES: readonly string[] = [
  '/~/',
  `${ROOT_MARK}/root/`,
  `${ROOT_MARK}/home/*/`,
  `${ROOT_MARK}/users/*/`,
];

/** Folders that are written as variables. */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ['home', '~'],
  ['homepath', '~'],
  ['userprofile', '~'],
  ['zdotdir', '~'],
  ['git_dir', '.git'],
  ['bash_env', '~/.bashrc'],
  ['profile', '~/documents/powershell/profile.ps1'],
  ['xdg_config_home', '~/.config'],
  ['xdg_data_home', '~/.local/share'],
  ['xdg_bin_home', '~/.local/bin'],
  ['xdg_cache_home', '~/.cache'],
  ['appdata', '~/appdata/roaming'],
  ['localappdata', '~/appdata/local'],
  ['programdata', '/programdata'],
  ['programfiles', '/program files'],
  ['systemroot', '/windows'],
  ['windir', '/windows'],
]);
const VARIABLE = /\$(?:env:)?(\w{1,32})|\$\{(?:env:)?(\w{1,32})\}|%(\w{1,32})%/giu;
const OTHERS_HOME = /(?<=^|[\s"'`:=(])~[\w.-]+(?=[/\\])/gmu;

const ESCAPED = /%([0-7][\da-f])/giu;
/** As git writes a name in quotation marks. */
const OCTAL = /\\([0-3]?[0-7]{2})/gu;
/** The short name that Windows gives a longer one, which nobody can tell from it. */
const SHORT_NAME = /(?:^|[/\\])[^/\\\s]{1,6}~\d(?:\.[^/\\\s]{0,3})?(?:[/\\]|$)/mu;

const signOf = (digits: string, base: number): string => String.fromCharCode(Number.parseInt(digits, base));

/** A text as it is, and as programs read it that undo escapes. */
const readingsOf = (text: string): readonly string[] => [
  ...new Set([
    text,
    text.replaceAll(ESCAPED, (_, digits: string) => signOf(digits, 16)),
    text.replaceAll(OCTAL, (_, digits: string) => signOf(digits, 8)),
  ]),
];

const withoutVariables = (text: string): string =>
  text
    .replaceAll(VARIABLE, (whole, ...names: readonly (string | undefined)[]) => {
      const name = names.slice(0, 3).find((each) => each !== undefined) ?? '';
      return VARIABLES.get(name.toLowerCase()) ?? whole;
    })
    .replaceAll(OTHERS_HOME, '~');

/** What may follow a name that ends. */
const ENDS = ' \n\r\t"\'`:)';
const TOKEN = /[^/* \n\r\t"'`:)]*/y;

const isEnd = (text: string, at: number): boolean => at >= text.length || ENDS.includes(text.charAt(at));

/** What may follow the last text of a pattern: the end of a name, with or without a slash, what is below a folder, anything. */
const CLOSES = {
  name: (text: string, at: number): boolean => isEnd(text, text.charAt(at) === '/' ? at + 1 : at),
  folder: (text: string, at: number): boolean => text.charAt(at) === '/' || isEnd(text, at),
  open: (): boolean => true,
} as const;

/** Texts that follow each other in one line, and what the pattern means. */
interface PathPattern {
  readonly first: string;
  readonly rest: readonly string[];
  readonly means: keyof typeof CLOSES;
  /** Its first star is the name of one folder. */
  readonly inFolder: boolean;
}

const meaningOf = (pattern: string): PathPattern['means'] =>
  pattern.endsWith('*') || pattern === `${ROOT_MARK}/` ? 'open' : pattern.endsWith('/') ? 'folder' : 'name';

const needlesOf = (pattern: string): readonly PathPattern[] => {
  const written = pattern.normalize('NFKC').toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '');
  const home = /^~\/(.*)$/su.exec(written)?.[1];
  const whole =
    home !== undefined
      ? HOMES.map((folder) => folder + home)
      : [written.startsWith('/') ? ROOT_MARK + written : `/${written}`];
  return whole.map((text) => {
    const means = meaningOf(text);
    const marked = markPathStarts(means === 'folder' ? text.slice(0, -1) : text);
    const [first = '', ...rest] = marked.split('*');
    // a name with a dot is looked for in the home folder itself: everywhere else `.*` judges it
    return { first, rest, means, inFolder: home?.startsWith('.') === true && text.includes('*/.') };
  });
};

const hasLast = (line: string, part: string, means: PathPattern['means'], from: number): boolean => {
  for (let at = line.indexOf(part, from); at !== -1; at = line.indexOf(part, at + 1))
    if (CLOSES[means](line, at + part.length)) return true;
  return false;
};

/** Whether the parts after the first follow in the line. The first place of each leaves most room for the next. */
const hasRest = (line: string, { rest, means, inFolder }: PathPattern, after: number): boolean => {
  let from = after;
  if (inFolder && !line.startsWith(rest[0] ?? '', line.indexOf('/', from))) return false;
  for (const [place, part] of rest.entries()) {
    if (place === rest.length - 1) return hasLast(line, part, means, from);
    const found = line.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return CLOSES[means](line, from);
};

const tokenAt = (text: string, at: number): string => {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? '';
};

const KEY = 2;

/** Patterns by how the first name in them begins, so that a name of a path is compared with few of them. */
class PathPatternIndex {
  /** By the whole first name. */
  readonly #named = new Map<string, PathPattern[]>();
  /** By the first letters of a first name that goes on with a star. */
  readonly #begun = new Map<string, PathPattern[]>();
  /** Those that begin with a star, or nearly. */
  readonly #anywhere: PathPattern[] = [];

  constructor(needles: readonly PathPattern[]) {
    for (const needle of needles) {
      const from = needle.first.indexOf('/') + 1;
      const token = tokenAt(needle.first, from);
      const isOpen =
        from + token.length === needle.first.length && (needle.rest.length > 0 || needle.means === 'open');
      if (!isOpen) add(this.#named, token, needle);
      else if (token.length >= KEY) add(this.#begun, token.slice(0, KEY), needle);
      else this.#anywhere.push(needle);
    }
  }

  isIn(line: string): boolean {
    for (const needle of this.#anywhere) {
      const at = line.indexOf(needle.first);
      if (at !== -1 && hasRest(line, needle, at + needle.first.length)) return true;
    }
    const tried = new Set<PathPattern>();
    for (let at = line.indexOf('/'); at !== -1; at = line.indexOf('/', at + 1)) {
      const named = this.#named.get(tokenAt(line, at + 1));
      if (named !== undefined && isAt(line, at, named, tried)) return true;
      const begun = this.#begun.get(line.slice(at + 1, at + 1 + KEY));
      if (begun !== undefined && isAt(line, at, begun, tried)) return true;
    }
    return false;
  }
}

const add = (index: Map<string, PathPattern[]>, key: string, needle: PathPattern): void => {
  const known = index.get(key);
  if (known === undefined) index.set(key, [needle]);
  else known.push(needle);
};

/** `tried`: those with a star whose first part stood in the line before; a later place of it finds nothing more. */
const isAt = (
  line: string,
  slash: number,
  needles: readonly PathPattern[],
  tried: Set<PathPattern>,
): boolean =>
  needles.some((needle) => {
    const at = needle.first.startsWith(ROOT_MARK) ? slash - ROOT_MARK.length : slash;
    if (at < 0 || tried.has(needle) || !line.startsWith(needle.first, at)) return false;
    if (needle.rest.length > 0 && !needle.inFolder) tried.add(needle);
    return hasRest(line, needle, at + needle.first.length);
  });

/** Whatever a reader of patches may take for the end of a line. */
const LINE_ENDS = /(?:(?!\t)[\p{Cc}\p{Zl}\p{Zp}])+/u;
const BLANKS = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;
/** A line of a patch that says which file is meant. */
const HEADER = /^(?:\*{3}.*?:|\+{3}\s|-{3}\s|(?:rename|copy) (?:to|from) |diff --git )(.*)$/u;
/** A line of a patch that is content. */
const CONTENT = /^(?:[ +\\-]|@@)/;

const LINK = /^(?:new file mode|new mode|deleted file mode|index .*) ?120000\b/mu;

/** Longer than any path that a system takes. */
const MAX_PATH = 4096;
/** Of lines in a patch that are neither content nor known to name a file. */
const MAX_OTHER = 65_536;
const MAX_FILES = 4096;

/** The texts in which a file may be named; undefined where they are more than is looked at. */
export const listFileTexts = (text: string, kind: FileTextKind): readonly string[] | undefined => {
  if (kind !== 'patch') return text.length > MAX_PATH ? undefined : [text];
  const named: string[] = [];
  const others: string[] = [];
  let size = 0;
  // a link to a file stands in for it
  if (LINK.test(text)) return undefined;
  for (const line of text.split(LINE_ENDS)) {
    const path = HEADER.exec(line.replace(BLANKS, ''))?.[1];
    if (path !== undefined) {
      if (path.length > MAX_PATH || named.length === MAX_FILES) return undefined;
      named.push(path.trim());
    } else if (!CONTENT.test(line)) {
      size += line.length + 1;
      if (size > MAX_OTHER) return undefined;
      others.push(line);
    }
  }
  // no patch that is known: a file may be named anywhere in it
  if (named.length === 0) return text.length > MAX_OTHER ? undefined : [text];
  return [...named, others.join('\n')];
};

/** Not the lines of a patch that only may name a file. */
const isPath = (text: string, kind: FileTextKind): boolean =>
  !text.includes('\n') && (kind !== 'word' || /[/\\]/u.test(text));

/** A path, a patch, or a word of which nothing says that it is a path. */
export type FileTextKind = 'path' | 'patch' | 'word';

export type FileMatcher = (text: string, kind: FileTextKind) => boolean;

/** Every name that begins with a dot, but for those that stand in the list with `!` before them. */
const DOT_NAMES = '.*';
const EXCEPT = '!';

/** The same patterns stand at many tools. */
const compiled = new WeakMap<readonly string[], FileMatcher>();

/**
 * Whether a text, a path or a patch, names a file that one of the patterns means. `name` and `folder/name` mean it in any
 * folder, `folder/` everything below, `/folder/` from the root, `~/folder/` from a home folder, and `*` any characters.
 * `.*` means every name that begins with a dot, and `!.name` takes one out of that.
 * A text too long to be looked through counts as one that does.
 */
export const compileFilePatterns = (patterns: readonly string[]): FileMatcher => {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const except = patterns.filter((pattern) => pattern.startsWith(EXCEPT)).map((pattern) => pattern.slice(1));
  const own = patterns.filter((pattern) => pattern !== DOT_NAMES && !pattern.startsWith(EXCEPT));
  const index = new PathPatternIndex(own.flatMap(needlesOf));
  const hasDotName = patterns.includes(DOT_NAMES) ? compileDotNameTest(except) : () => false;
  const names: FileMatcher = (text, kind) => {
    const texts = listFileTexts(text, kind);
    return (
      texts === undefined ||
      texts.some((path) => SHORT_NAME.test(path)) ||
      texts.flatMap(readingsOf).some((path) => {
        const dots = isPath(path, kind);
        return normalisePaths(withoutVariables(path))
          .split('\n')
          .some((line) => index.isIn(line) || (dots && hasDotName(line)));
      })
    );
  };
  compiled.set(patterns, names);
  return names;
};
