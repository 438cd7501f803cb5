import { hasTopLevelDomain } from './top-level-domains.ts';

const EMAIL = /^[^\s@/\\]+@[^\s@/\\]+$/;
const LINK = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#\s@\\]+)([/?#]\S*)?$/i;
/** A host without a dot inside it. */
const BARE_HOST = /^(?:localhost|\[[^\]]*\])(?::\d+)?$/i;

const isHost = (text: string): boolean => {
  const dot = text.indexOf('.', 1);
  return (dot !== -1 && dot < text.length - 1) || BARE_HOST.test(text);
};

export const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());

const isWeb = (scheme: string): boolean => scheme === '' || scheme === 'http' || scheme === 'https';

/** One way to write down what a link reaches: the host in lower case, the rest as it is. */
const linkOf = (text: string): { readonly scheme: string; readonly rest: string } | undefined => {
  const found = LINK.exec(text);
  if (found === null || !isHost(found[2] ?? '')) return undefined;
  const tail = found[3] ?? '';
  const scheme = asciiLower(found[1] ?? '');
  const host = asciiLower(found[2] ?? '');
  // one site, as everybody takes it
  const isSite = isWeb(scheme) && /^www\.[^.]+\./.test(host);
  return { scheme, rest: (isSite ? host.slice(4) : host) + (tail === '/' ? '' : tail) };
};

/** The form in which an address a call holds is looked up, or undefined if it is not one. */
export const addressKey = (value: string): string | undefined => {
  if (EMAIL.test(value)) return `mail ${asciiLower(value)}`;
  const link = linkOf(value);
  return link === undefined ? undefined : `link ${link.scheme} ${link.rest}`;
};

/** The forms under which an address the person wrote is found: a page written without a scheme is reached by either. */
export const listAddressKeys = (written: string): readonly string[] => {
  if (EMAIL.test(written)) return [`mail ${asciiLower(written)}`];
  const link = linkOf(written);
  if (link === undefined) return [];
  const schemes = !isWeb(link.scheme)
    ? [link.scheme]
    : isFileName(written)
      ? ['']
      : link.scheme === 'https'
        ? ['', 'https']
        : ['', 'http', 'https'];
  return schemes.map((scheme) => `link ${scheme} ${link.rest}`);
};

export const getMailDomain = (email: string): string | undefined =>
  EMAIL.test(email) ? asciiLower(email.slice(email.lastIndexOf('@') + 1)) : undefined;

export const getLinkHost = (value: string): string | undefined => {
  const rest = linkOf(value)?.rest;
  // The colons of `[::1]` are not those before a port.
  return rest?.startsWith('[') === true
    ? rest.slice(0, rest.indexOf(']') + 1)
    : rest?.replace(/[/?#:].*$/s, '');
};

/** The host with its port: another port is another site. */
export const getLinkSite = (value: string): string | undefined =>
  linkOf(value)?.rest.replace(/[/?#].*$/s, '');

/** `https://example.com/a`, in full. */
export const isWebLink = (value: string): boolean =>
  /^https?:\/\//i.test(value) && linkOf(value) !== undefined;

/** Endings of file names that are also, or are not, the endings of hosts. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  `avi bak bash bin bmp c cfg class conf cpp cs css csv dart dat db dll doc docx exe gif go gz h htm html ico ics ini ipynb
  jar java jpeg jpg js json jsonl jsx key kt lock log lua m4a md mdx mov mp3 mp4 numbers odt ods ogg parquet pages pdf php
  pl png ppt pptx ps1 py r rar rb rs rst rtf sh so sql sqlite svg swift tar tex tgz tiff toml ts tsv tsx txt vue wav webp
  xls xlsx xml yaml yml zip`.split(/\s+/),
);

const RUN = /[^\s<>"'`“”„«»「」(),;[\]{}|]+/gu;
const LINK_END = /[\s<>"`“”„«»「」]|'(?![\p{L}\p{N}])/gu;
/** A host that begins a word, or stands after a sign; a name inside a path is no host. */
const HOST =
  /(?:(?:^|=)[/\\]{2,}|:(?:[/\\]{2,}|\/?)|(?<![\p{L}\p{N}\p{M}_./\\-]))((?:(?:[\p{L}\p{N}\p{M}_-]{1,63}\.)+(?:xn--[a-z0-9-]{1,59}|\p{L}[\p{L}\p{M}]{1,62})|\d{1,3}(?:\.\d{1,3}){3})(?![\p{L}\p{N}\p{M}_-]|\.[\p{L}\p{N}])(?::\d{1,5})?(?:[/?#].*)?)/gisu;
/** Account numbers, also in groups, and long numbers as phones and accounts have them. */
const NUMBERED =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ ./-]?[A-Z0-9]{4}){2,7}(?:[ ./-]?[A-Z0-9]{1,4})?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:0x[\da-fA-F]{40}|bc1[a-z\d]{25,62})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,-])\+?\d(?:[ -]?\d){9,24}(?![\p{L}\p{N}]|\.\d|-\p{L})/gu;

/** `notes.md` rather than a host in Moldova. */
export const isFileName = (text: string): boolean => {
  if (/[/:@]/.test(text)) return false;
  const ending = text.slice(text.lastIndexOf('.') + 1);
  return !/^www\./i.test(text) && FILE_ENDINGS.has(ending.toLowerCase());
};

/** The endings of hosts that are taken for one even where a sentence could begin: `Example.Com`. */
const COMMON_ENDINGS: ReadonlySet<string> = new Set(
  'ai app at biz br ca ch cn co com de dev eu fr in info io jp link live net nl online org pl ru shop site top uk us xyz'.split(
    ' ',
  ),
);
const RUN_ON = /^([^/:@]+[\p{L}\d])\.(\p{Lu}\p{Ll}*)$/u;

/** A sentence may end without a space after it: `see example.org.They say` tells of `example.org`. */
const beforeRunOn = (host: string): string => {
  const [, front = '', tail = ''] = RUN_ON.exec(host) ?? [];
  if (front === '' || COMMON_ENDINGS.has(tail.toLowerCase())) return host;
  return /\.\p{L}{2,63}$/u.test(front) ? front : '';
};

/** `2026-11-16 10:00`: a day and an hour, before the minutes. */
const MOMENT = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]?\d|2[0-4])$/;
const MINUTES = /^:[0-5]\d(?!\d)/;

const isMoment = (text: string, { 0: digits, index }: RegExpMatchArray): boolean =>
  MOMENT.test(digits) &&
  MINUTES.test(text.slice((index ?? 0) + digits.length, (index ?? 0) + digits.length + 4));

export const MAX_ADDRESSES = 64;

export interface FoundAddress {
  readonly text: string;
  readonly at: number;
}

/** Without the punctuation after it; a bracket belongs to a link that also opens one. */
const bare = (text: string): string => {
  const edge = `.,;:!?'’*_~…${/[([{]/.test(text) ? '' : ')]}'}`;
  let end = text.length;
  while (end > 0 && edge.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(/['’]s$/, '');
};

const upTo = (text: string, from: number): number => {
  LINK_END.lastIndex = from;
  return LINK_END.exec(text)?.index ?? text.length;
};

/** The link around `://`, to the next space or quotation mark. */
const linkAround = (text: string, mark: number): FoundAddress => {
  let at = mark;
  while (at > 0 && mark - at < 31 && /[A-Za-z0-9+.-]/.test(text[at - 1] ?? '')) at--;
  return { text: bare(text.slice(at, upTo(text, mark))), at };
};

/** A host alone is one where a client makes a link of it; with a path, a port or `www.` it is meant as one. */
const isLinked = (text: string): boolean => /[/?#:]|^www\./i.test(text) || hasTopLevelDomain(text);

const hostsIn = (run: string, at: number): readonly FoundAddress[] => {
  const begin = /^[#@*_~]*/.exec(run)?.[0].length ?? 0;
  const found: FoundAddress[] = [];
  for (const { 0: whole, 1: host = '', index } of bare(run).slice(begin).matchAll(HOST)) {
    const text = beforeRunOn(host);
    if (isHost(text) && !isFileName(text) && isLinked(text))
      found.push({ text, at: at + begin + index + whole.length - host.length });
    if (found.length > MAX_ADDRESSES) return found;
  }
  return found;
};

/** `//evil/a`, `\\\\evil\\a`: a client that shows it loads it, also from a host without a dot. */
const RELATIVE = /(?:^|=)([/\\]{2,}[\p{L}\p{N}\p{M}_-]{1,63}(?::\d{1,5})?([/?#\\].*)?)$/su;
const QUOTED = /["'`(<=]$/;

/** Without a path it is one only where markup quotes it: `//TODO` is a remark. */
const relativeIn = (run: string, at: number, before: string): readonly FoundAddress[] => {
  const [whole = '', link = '', path] = RELATIVE.exec(bare(run)) ?? [];
  const isLink = link !== '' && (path !== undefined || whole !== link || QUOTED.test(before));
  return isLink ? [{ text: link, at: at + bare(run).length - link.length }] : [];
};

const inRun = (run: string, at: number): readonly FoundAddress[] => {
  const mail = run.indexOf('@');
  if (mail <= 0 || mail === run.length - 1) return hostsIn(run, at);
  const start = Math.max(run.lastIndexOf(':', mail), run.lastIndexOf('=', mail)) + 1;
  return [...hostsIn(run.slice(0, start), at), { text: bare(run.slice(start)), at: at + start }];
};

/** The links, mail addresses, hosts and account numbers inside a text, at most `MAX_ADDRESSES + 1` of them. */
export const findAddresses = (text: string): readonly FoundAddress[] => {
  const found: FoundAddress[] = [];
  let read = 0;
  for (const run of text.matchAll(RUN)) {
    if (found.length > MAX_ADDRESSES) return found;
    if (run.index < read) continue;
    const mark = run[0].indexOf('://');
    const link = mark > 0 ? linkAround(text, run.index + mark) : undefined;
    // What stands before a link in one word may be another, without a scheme, that only carries it along.
    const before = link === undefined ? run[0] : text.slice(run.index, link.at);
    const relative = relativeIn(before, run.index, text.charAt(run.index - 1));
    const all = [...relative, ...inRun(before, run.index), link].filter((address) => address !== undefined);
    const last = all.at(-1);
    if (last === undefined) continue;
    // A path goes on over brackets, commas and semicolons: what stands there is sent along.
    const whole = /[/?#]/.test(last.text)
      ? { text: bare(text.slice(last.at, upTo(text, last.at))), at: last.at }
      : last;
    found.push(...all.slice(0, -1), whole);
    read = whole.at + whole.text.length;
  }
  for (const match of text.matchAll(NUMBERED)) {
    if (found.length > MAX_ADDRESSES) return found;
    if (!isMoment(text, match)) found.push({ text: match[0], at: match.index });
  }
  return found;
};
