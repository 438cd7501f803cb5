import { classifyWord, isInWordList, splitName } from '../vocabulary/role-words.ts';
import { isLocalPath } from './local-path.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject } from '../receive/json.ts';

/** What the name of an argument says about a file: its path, the folder it is in, where it goes, its name alone. */
export type FileArgumentKind = 'path' | 'folder' | 'target' | 'name' | 'uri' | 'patch' | 'ending';

const WORDS: ReadonlyMap<string, FileArgumentKind> = new Map(
  Object.entries({
    path: 'file filename filenames filepath filepaths files path pathname paths',
    folder: 'cwd dir directories directory dirname dirs folder folders location root workdir workspace',
    target: 'as dest destination destinations dst into out output target targets to',
    name: 'basename name title',
    uri: 'href link uri uris url urls',
    patch: 'diff diffs patch patches',
    ending: 'ext extension suffix',
  } satisfies Record<FileArgumentKind, string>).flatMap(([kind, words]) =>
    words.split(' ').map((word): [string, FileArgumentKind] => [word, kind as FileArgumentKind]),
  ),
);
/** Names that are written as one word: `outfile`, `destpath`, `targetdir`. */
const JOINED: readonly (readonly [RegExp, FileArgumentKind])[] = [
  [/(?:path|filename)s?$|^(?:dest|in|input|local|log|new|out|output|save|source|src|target)files?$/, 'path'],
  [/(?:dir|folder|directory)$/, 'folder'],
  [/^(?:dest|new)(?:name|ination)?$/, 'target'],
];

/** What the name of an argument says about a file, by its last word. */
export const classifyFileArgument = (name: string): FileArgumentKind | undefined => {
  const words = splitName(name);
  const last = words.at(-1) ?? '';
  const found = WORDS.get(last) ?? JOINED.find(([form]) => form.test(last))?.[1];
  if (found !== 'name') return found;
  const before = words.at(-2) ?? '';
  return words[0] === 'new' ? 'target' : WORDS.get(before) === 'path' ? 'path' : found;
};

const SOURCES: ReadonlySet<string> = new Set('from origin source sources src'.split(' '));
const isSource = (name: string): boolean => SOURCES.has(splitName(name).at(-1) ?? '');
/** Whether the name of an argument says that it holds a text: `content`, `newText`. */
const isTextArgument = (name: string): boolean => classifyWord(splitName(name).at(-1) ?? '') === 'text';

/** Whether an argument is by its name what is written into a file: `content`, `newText`. */
export const isContentArgument = (name: string): boolean => isInWordList('material', splitName(name).at(-1));

export interface WrittenPaths {
  readonly paths: readonly string[];
  /** Texts of which nothing but their form says that they are paths. */
  readonly words: readonly string[];
  readonly patches: readonly string[];
}

const MAX_TEXTS = 4096;
/** So many characters of them: each folder makes every name beside it longer. */
const MAX_LENGTH = 524_288;
const MAX_OBJECTS = 4096;
const MAX_PATH = 4096;
const MAX_JSON = 65_536;
/** Of so many texts each is joined with each other. */
const MAX_PAIRED = 12;
/** Goes to another place than a file. */
const REMOTE =
  /^\s*(?:mailto|tel|data|(?:https?|wss?):(?!\/\/(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$))):?/i;
const MAILBOX = /^[^\s/\\@]+@[^\s/\\@]+$/;
const ROOTED = /^\s*(?:[/\\~$%]|[a-z][a-z\d+.-]*:)/i;
const BEGINS_AS_PATCH = /^\s*(?:\*{3} Begin Patch|diff --git |Index: |--- [^\n]*\n\+{3} )/u;
const HOLDS_PATCH =
  /^(?:\*{3} (?:Add|Update|Delete) File: |diff --git |--- [^\n]*\n\+{3} |\*{3} [^\n]*\n-{3} |<{5,} ?SEARCH)/mu;

const isRemoteSource = (text: string): boolean => REMOTE.test(text) || MAILBOX.test(text);

/** One word, or several that may be the path of a file: it may name a file, whatever its argument is called. */
const mayName = (text: string, isSentence: boolean): boolean => {
  if (text.length > MAX_PATH || isRemoteSource(text)) return false;
  const words = text.trim();
  if (!/\s/u.test(words) || isLocalPath(words)) return true;
  return !isSentence && !words.includes('\n') && /[/\\][^\s/\\]+$/u.test(words);
};

/** Names that nothing but a file has. */
const UNMISTAKABLE =
  /^\s*(?:jenkinsfile\S*|(?:ana)?crontab|authorized_keys\d?|sshd_config|known_hosts|sudoers|_netrc|_vimrc)\s*$/iu;

/** A word that names a file by itself; any other without a dot or slash needs a folder beside it. */
const isTelling = (text: string): boolean => /[./\\%]/u.test(text) || UNMISTAKABLE.test(text);

/** An object in the arguments, the folders named around it, and whether its keys name files. */
interface ArgumentLevel {
  readonly object: JsonObject;
  readonly folders: readonly string[];
  /** The names and keys of the objects around it, as paths from the outermost one. */
  readonly trails: readonly string[];
  readonly keysAreFiles: boolean;
}

/** Keys that only hold what is below something, and are no name of it. */
const HOLDERS: ReadonlySet<string> = new Set(
  `child children content contents dir directories directory entries entry file files folder folders item items list node
  nodes subtree tree`.split(/\s+/),
);
/** Below so many ways an object may be; of more it is not told which is meant. */
const MAX_TRAILS = 64;

const isHolder = (key: string): boolean => HOLDERS.has(key.toLowerCase());

const under = (trail: string, name: string): string =>
  name === '' || isHolder(name) ? trail : trail === '' ? name : `${trail}/${name}`;

/** The object that a text holds as JSON. */
const objectIn = (text: string): readonly JsonObject[] => {
  if (text.length > MAX_JSON || !/^\s*[[{]/u.test(text)) return [];
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? [value] : [{ '': value }];
  } catch {
    return [];
  }
};

/** The texts and objects of a value, through lists; a list of texts may be one path in its parts. */
const partsOf = (
  value: Json,
): {
  readonly texts: readonly string[];
  readonly objects: readonly JsonObject[];
  readonly whole: readonly string[];
} => {
  const items = Array.isArray(value) ? (value as readonly Json[]).flat(20) : [value];
  const texts = items.filter((item) => typeof item === 'string');
  return {
    texts,
    objects: [...items.filter((item) => isJsonObject(item)), ...texts.flatMap(objectIn)],
    whole: texts.length > 1 && texts.length <= MAX_PAIRED ? [texts.join('/')] : [],
  };
};

const joined = (folders: readonly string[], names: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));

/** Each of a few texts below each other one; what begins at a root is below none. */
const paired = (texts: readonly string[]): readonly string[] => {
  if (texts.length > MAX_PAIRED) return [];
  const below = texts.filter((text) => !ROOTED.test(text));
  return texts
    .filter(isTelling)
    .flatMap((folder) => below.filter((name) => name !== folder).map((name) => `${folder}/${name}`));
};

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

const withEndings = (names: readonly string[], endings: readonly string[]): readonly string[] =>
  names.flatMap((name) => endings.flatMap((ending) => [`${name}${ending}`, `${name}.${ending}`]));

interface InnerObject extends Pick<ArgumentLevel, 'object' | 'keysAreFiles'> {
  readonly key: string;
}

type FoundTexts = Record<FileArgumentKind | 'other' | 'source', readonly string[]>;

/** The texts of one object by what their arguments are called; `other` are those whose value alone tells. */
const sortedTexts = ({
  object,
  keysAreFiles,
}: ArgumentLevel): { readonly found: FoundTexts; readonly inner: readonly InnerObject[] } => {
  const keys = Object.keys(object);
  const found: FoundTexts = {
    path: keysAreFiles ? keys : [],
    folder: [],
    target: [],
    name: [],
    uri: [],
    patch: [],
    ending: [],
    source: [],
    other: keys.filter(isTelling),
  };
  const inner: InnerObject[] = [];
  for (const [key, value] of Object.entries(object)) {
    const kind = classifyFileArgument(key);
    const { texts, objects, whole } = partsOf(value);
    for (const each of objects) inner.push({ object: each, key, keysAreFiles: kind === 'path' });
    const isSentence = isTextArgument(key);
    const holds = isSentence ? BEGINS_AS_PATCH : HOLDS_PATCH;
    if (kind !== 'patch')
      found.patch = found.patch.concat(
        texts.filter((text) => BEGINS_AS_PATCH.test(text) || holds.test(text)),
      );
    const named = kind ?? (isSource(key) ? 'source' : 'other');
    const counted = kind === undefined ? texts.filter((text) => mayName(text, isSentence)) : texts;
    found[named] = found[named].concat(counted);
    found.other = found.other.concat(whole.filter((text) => mayName(text, isSentence)));
  }
  return { found, inner };
};

/** What an object calls itself; a long list of paths is none of its names. */
const namesOf = ({ keysAreFiles }: ArgumentLevel, { path, name }: FoundTexts): readonly string[] =>
  [...(keysAreFiles || path.length > MAX_PAIRED ? [] : path), ...name].filter((text) => mayName(text, true));

/** The ways to an object by every name that it gives itself. */
const namedTrails = (trails: readonly string[], names: readonly string[]): readonly string[] =>
  trails.flatMap((trail) => names.map((name) => under(trail, name)));

/** The ways to what stands at a key: an object that has a name may also be a map, of which the name is one entry. */
const trailsAt = (key: string, trails: readonly string[], named: readonly string[]): readonly string[] => {
  const around = named.length === 0 || !isHolder(key) ? [...trails, ...named] : named;
  return [...new Set(around.map((trail) => under(trail, key)))];
};

const isNestedPath = (path: string): boolean =>
  path.length <= MAX_PATH && path.includes('/') && isTelling(path.replaceAll('/', ''));

/** What a nested map or a tree of nodes names: `{".github": {"workflows": {"ci.yml": …}}}`. */
const nestedPaths = (
  trails: readonly string[],
  named: readonly string[],
  keys: readonly string[],
): readonly string[] => {
  // beside a name most keys say something about the thing that has it
  const entries = named.length === 0 ? keys : keys.filter(isTelling);
  return [...trails, ...named, ...trails.flatMap((trail) => entries.map((key) => under(trail, key)))].filter(
    isNestedPath,
  );
};

/**
 * Every path that the arguments of a call may name for writing, at any depth: as it is, as a folder, and below every folder
 * that is named beside or around it. Undefined where there are more than are looked at.
 */
export const findWrittenPaths = (args: JsonObject): WrittenPaths | undefined => {
  const paths: string[] = [];
  let length = 0;
  let words: readonly string[] = [];
  let patches: readonly string[] = [];
  const nested = new Set<string>();
  const levels: ArgumentLevel[] = [{ object: args, folders: [], trails: [''], keysAreFiles: false }];
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at];
    if (level === undefined || levels.length > MAX_OBJECTS) return undefined;
    const { found, inner } = sortedTexts(level);
    const local = [...found.target, ...found.uri].filter((text) => !isRemoteSource(text));
    // what is read from is not written, where it is said what is written
    const sources = found.path.length + local.length + found.folder.length > 0 ? [] : found.source;
    const files = [...found.path, ...local, ...sources];
    const own = found.folder;
    const folders = [...level.folders, ...own];
    const others = found.other;
    const names = [...found.name, ...withEndings([...files, ...found.name], found.ending)];
    const beside = folders.length + files.length > 0 ? names : [];
    const count = folders.length * (files.length + beside.length + others.length) + files.length + own.length;
    const below = [...files, ...beside, ...others];
    length +=
      lengthOf(files) + lengthOf(own) + lengthOf(folders) * below.length + lengthOf(below) * folders.length;
    if (paths.length + count > MAX_TEXTS || length > MAX_LENGTH) return undefined;
    paths.push(...files, ...own, ...joined(folders, below));
    paths.push(...paired([...files, ...names, ...others]));
    words = words.concat(
      names.filter((text) => mayName(text, true)),
      others.filter(isTelling),
    );
    patches = patches.concat(found.patch);
    const around = [...folders, ...files];
    // of the outermost object the keys are arguments
    const isOutermost = at === 0;
    const called = isOutermost ? [] : namesOf(level, found);
    const named = namedTrails(level.trails, called);
    if (!isOutermost)
      for (const path of nestedPaths(level.trails, named, Object.keys(level.object))) nested.add(path);
    if (nested.size > MAX_TEXTS || named.length > MAX_TRAILS) return undefined;
    for (const { key, ...each } of inner) {
      const trails = trailsAt(isOutermost ? '' : key, level.trails, named);
      levels.push({ ...each, folders: around, trails });
    }
  }
  return { paths: [...paths, ...nested], words, patches };
};
