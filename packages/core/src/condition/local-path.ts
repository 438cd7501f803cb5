import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import type { Path } from '../receive/json.ts';
import { isEmptyWord } from '../user-message/user-messages.ts';

const MAX_PATH = 1024;
/** A text that lists more paths than these is read as one that lists paths. */
const MAX_LISTED = 64;
/** Begins as a path of a machine does: from the root, a home folder, a drive, from here, or behind a scheme without a host. */
const BEGINS =
  /^(?:file:\/|(?!https?:|wss?:|ftps?:)[a-z][a-z\d+.-]{1,30}:\/(?=[^/\s]+\/)|~[\w.-]*[/\\]|\.{1,2}[/\\]|\/(?=\.[^/\s]|[^/\s]+[/.])|[A-Za-z]:[/\\]|\\\\[^\\\s]+\\|\$(?:env:)?\{?[a-z_]\w{0,31}\}?[/\\]|%\w{1,32}%[/\\])/iu;
/** A path may hold spaces; a sentence that begins with one goes on after it. */
const FILE_END = /[/\\][^/\\]*\.[\p{L}\p{N}_-]{1,12}$/u;
/** As clients write that a file is to be sent: `@path`, `field=@path`. */
const SENDS = /^(?:[\w.[\]-]{1,64}=)?[@<](?=[^\s@<])/u;
/** One word with a slash in it that ends as files do, or with a hidden name in it. */
const ENDS_AS_FILE = /[/\\][^/\\]*\.(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]{1,12}$/u;
const HIDDEN = /(?:^|[/\\])\.[\p{L}_][^/\\]*(?:[/\\]|$)/u;
const SECRET_NAMES = /^\.(?:env(?:\.[\w.-]+)?|netrc|npmrc|pgpass|pypirc|git-credentials|[a-z]+_history)$/iu;
const SECRET_KEYS = /(?:^|[/\\])id_(?:rsa|dsa|ecdsa|ed25519)$/iu;
const ADDRESS =
  /^(?:[a-z][a-z\d+.-]+:|\/\/|[^/\\\s]*@|www\.|(?:[\p{L}\d-]+\.)+(?:com|org|net|edu|gov|info|dev|app|io|ai)(?:[/:]|$))/iu;
const MEDIA_TYPE = /^[a-z]+\/(?:vnd|prs|x)[.-][\w.+-]+$/iu;

/** Types of content, and content itself, in an attachment. */
const MEDIA = /^(?:application|audio|font|image|message|model|multipart|text|video)\//iu;
const BASE64_CONTENT =
  /^(?=.*[a-z])(?=.*[A-Z])(?!.*\/\/)(?:[A-Za-z0-9+/]{14,}={1,2}|(?=.*\d)[A-Za-z0-9+/]{16,})$/u;
const MAX_NAME_WORDS = 4;

const isRelativePath = (word: string): boolean => {
  if (/\s/u.test(word) || ADDRESS.test(word) || MEDIA_TYPE.test(word)) return false;
  return (
    SECRET_NAMES.test(word) ||
    SECRET_KEYS.test(word) ||
    (/[/\\]/u.test(word) && (ENDS_AS_FILE.test(word) || HIDDEN.test(word)))
  );
};

/** `Application Support`, `My Secrets`, `Documents and Settings`: a name of a few words. A sentence has words that occur in everything. */
const isSpacedName = (name: string, isLast: boolean): boolean => {
  const words = name.split(' ');
  if (words.length === 1) return true;
  if (words.length > MAX_NAME_WORDS || words.includes('')) return false;
  const isTitle = [words[0], words.at(-1)].every((word) => /^[\p{Lu}\p{N}]/u.test(word ?? ''));
  return isTitle || (!isLast && !words.slice(1).some((word) => isEmptyWord(word.toLowerCase())));
};

/** Whether the spaces of a path stand inside the names of its folders and its file. */
const hasSpacedNames = (path: string): boolean => {
  const names = path.split(/[/\\]/u);
  return names.every((name, at) => isSpacedName(name, at === names.length - 1));
};

/** Whether a whole text is the path of a file: a tool that sends things reads such a file and sends it. */
export const isLocalPath = (text: string): boolean => {
  if (text.length > 2 * MAX_PATH) return false;
  const path = text.trim().replace(SENDS, '');
  if (path.length > MAX_PATH || path.includes('\n')) return false;
  if (!BEGINS.test(path)) return isRelativePath(path);
  return !/\s/u.test(path) || FILE_END.test(path) || hasSpacedNames(path);
};

const listsPaths = (parts: readonly string[]): boolean =>
  parts.length > 1 && parts.slice(0, MAX_LISTED).every((part) => isLocalPath(part));

/** `secrets/id`, not `image/png` and not content in base64. */
const isSlashedWord = (word: string): boolean =>
  word.length <= MAX_PATH &&
  /^[^\s/\\]+[/\\]\S*$/u.test(word) &&
  !ADDRESS.test(word) &&
  !MEDIA.test(word) &&
  !(word.length % 4 === 0 && BASE64_CONTENT.test(word));

const isAttachment = (path: Path): boolean =>
  path.some((step) => typeof step === 'string' && isInWordList('carried', splitName(step).at(-1)));

/**
 * Whether a text of a call names files that a tool would read and send: one path, several between spaces or line ends, or
 * one word with a slash in an attachment.
 */
export const hasLocalFiles = (text: string, path: Path): boolean => {
  if (isLocalPath(text)) return true;
  const whole = text.trim();
  if (isAttachment(path) && isSlashedWord(whole)) return true;
  return (
    /\s/u.test(whole) && (listsPaths(whole.split(/\s*[\r\n]\s*/u)) || listsPaths(whole.split(/[\s,;]+/u)))
  );
};
