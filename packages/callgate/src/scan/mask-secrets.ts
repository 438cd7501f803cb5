import { isLikelySecret } from '@callgate/gateway/config';
import { looksRandom } from '../init/secret-address.ts';

export const MASK = '•••';

/**
 * `report`: what is sent on; rather too much is hidden. `exact`: what the user agrees to; what could be run is never
 * hidden.
 */
export type MaskingMode = 'report' | 'exact';

const REFERENCE = /(\$\{[^{}]*\})/u;
const SCHEME = /^(?:bearer|basic|token|apikey) +/iu;
const CODE = /[\s;|&<>`(){}'"\\]/u;
const HARMLESS = /^(?:\.{0,2}\/[^+=]*|~\/.*|[A-Za-z]:\\.*|true|false|yes|no|none|\d{0,3})$/isu;
const TELLING = /(?:^|[_-])(?:key|pwd|pass|auth|bearer|cookie|sig|signature|session)(?:$|[_-])/iu;
const TELLING_END = /[a-z](?:Key|Pwd|Pass|Auth|Credentials?)$/u;

/** Whether something of this name is a secret whatever it looks like. */
export const isSecretName = (name: string): boolean =>
  isLikelySecret(name, 'aaaaaa') || TELLING.test(name) || TELLING_END.test(name);

const plainReference = (reference: string): string => {
  const at = reference.indexOf(':-');
  return at < 0 || CODE.test(reference.slice(2, -1)) || reference.length <= at + 3
    ? reference
    : `${reference.slice(0, at + 2)}${MASK}}`;
};

/** Hidden but for the variables it is made of: which of them are sent is what matters. */
export const hideValue = (value: string): string => {
  const [scheme = ''] = SCHEME.exec(value) ?? [];
  const parts = value.slice(scheme.length).split(REFERENCE);
  return `${scheme}${parts.map((part, at) => (at % 2 === 1 ? plainReference(part) : part === '' ? '' : MASK)).join('')}`;
};

const isCode = (value: string): boolean =>
  CODE.test(value.replace(SCHEME, '').replaceAll(/\$\{[^{}]*\}/gu, ''));

const maskedSegment = (segment: string): string =>
  looksRandom(segment) || isLikelySecret('', segment) ? MASK : segment;

const maskedQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? hideValue(pair) : `${pair.slice(0, at + 1)}${hideValue(pair.slice(at + 1))}`;
    })
    .join('&');

const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/isu;

/** An address without user, password, values of its query and parts of its path that look like a secret. */
export const maskAddress = (address: string): string => {
  const [, scheme, authority = '', path = '', query, hash] = ADDRESS.exec(address) ?? [];
  if (scheme === undefined) return hideValue(address);
  const at = authority.lastIndexOf('@');
  return [
    scheme,
    at < 0 ? authority : `${hideValue(authority.slice(0, at))}@${authority.slice(at + 1)}`,
    path.split('/').map(maskedSegment).join('/'),
    query === undefined ? '' : `?${maskedQuery(query)}`,
    hash === undefined ? '' : `#${hideValue(hash)}`,
  ].join('');
};

/** An address that the user agrees to, in the form in which it is used, so that the host shown is the host contacted. */
export const exactAddress = (address: string): string => {
  const understood = address.includes('${')
    ? address.replaceAll('\\', '/')
    : (URL.parse(address)?.href ?? address);
  return ADDRESS.test(understood) ? maskAddress(understood) : maskSecrets(understood, '', 'exact');
};

/** An address as it is sent on: nothing of what follows its path. */
export const plainAddress = (address: string): string =>
  maskAddress(address.replace(/[?#].*$/su, '')).replace(/:\/\/[^/]*@/u, '://');

const PART = new RegExp(
  [
    String.raw`(?<address>[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\\x60]+)`,
    String.raw`(?<lead>-{0,2}(?<name>[a-z_][\w-]{0,63})(?:\\{0,4}["'])?\s{0,3}[:=]\s{0,3})(?:(?<open>\\{0,4}["'])(?<quoted>(?:(?!\k<open>)[^\\]|\\(?!["'])|(?!\k<open>)\\["'])*)(?<close>\k<open>)|(?<bare>(?:(?:bearer|basic|token|apikey) +)?(?:\$\{[^{}]*\}|[^\s"',;&|<>(){}\x60])+))`,
    String.raw`(?<token>[\w+/.~@%-]{16,}={0,2})`,
  ].join('|'),
  'giu',
);

const KNOWN = /^(?:gh[pousr]_|github_pat_|glpat-|sk[-_]|xox|npm_|hf_|eyJ)/u;

/** Names of packages and files may look as if they meant nothing: what is run is shown. */
const mayHide = (token: string): boolean =>
  KNOWN.test(token) ||
  /^[0-9a-f]{32,}$/iu.test(token) ||
  (!/[/.]/u.test(token) && /[A-Z]/u.test(token) && /[a-z]/u.test(token));

interface MaskingOptions {
  readonly view: MaskingMode;
  /** Whether what merely looks like a secret is shown all the same. */
  readonly forms: 'hidden' | 'shown';
  /** How many values inside values are still looked through. */
  readonly depth: number;
}

const DEPTH = 8;

const scan = (text: string, how: MaskingOptions): string =>
  text.replaceAll(PART, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { address, lead, name = '', open = '', quoted, close = '', bare, token } = groups;
    if (address !== undefined) return maskAddress(address);
    if (lead !== undefined) {
      const value = quoted ?? bare ?? '';
      return `${lead}${open}${maskNamedValue(value, name, how)}${close}`;
    }
    if (token === undefined || how.forms === 'shown' || !isLikelySecret('', token)) return whole;
    return how.view === 'report' || mayHide(token) ? MASK : whole;
  });

const maskNamedValue = (value: string, name: string, how: MaskingOptions): string => {
  if (how.depth === 0) return how.view === 'report' ? hideValue(value) : value;
  const isSecret = isSecretName(name) && !HARMLESS.test(value) && !/^[a-z][a-z0-9+.-]*:\/\//iu.test(value);
  if (isSecret && !(how.view === 'exact' && isCode(value))) return hideValue(value);
  const [, lead, header = '', rest = ''] = /^(([A-Za-z][\w-]*):\s*)(.+)$/su.exec(value) ?? [];
  if (lead !== undefined && !rest.startsWith('//') && isSecretName(header))
    if (how.view === 'report' || !isCode(rest)) return `${lead}${hideValue(rest)}`;
  return scan(value, { ...how, depth: how.depth - 1 });
};

/** A value that is called so, without what looks like a secret. */
export const maskSecrets = (value: string, name: string, view: MaskingMode): string =>
  maskNamedValue(value, name, { view, forms: 'hidden', depth: DEPTH });

/** The words of a command without what looks like a secret. */
export const maskWords = (words: readonly string[], view: MaskingMode): readonly string[] => {
  const program = words.findIndex((word, at) => at > 0 && !word.startsWith('-'));
  return words.map((word, at) => {
    const isRun = view === 'exact' && (at === 0 || at === program);
    const how: MaskingOptions = { view, forms: isRun ? 'shown' : 'hidden', depth: DEPTH };
    const [, lead, name = '', value = ''] = /^(-{0,2}([A-Za-z_][\w.-]*)=)(.*)$/su.exec(word) ?? [];
    if (lead !== undefined && !(view === 'exact' && isSecretName(name) && isCode(value)))
      return `${lead}${maskNamedValue(value, name, how)}`;
    const [, option = ''] = /^--?([A-Za-z][\w-]*)$/u.exec(words[at - 1] ?? '') ?? [];
    return maskNamedValue(word, word.startsWith('-') ? '' : option, how);
  });
};
