import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';

/** A part of what a server was given, and what it is called there. */
export interface SecretCandidate {
  readonly name: string;
  readonly value: string;
}

/** Parts inside parts are looked through so deep. */
const MAX_DEPTH = 8;
const ASSIGNED = /^[\s{["'-]*([^=\s"'{}]{1,200})["']?\s*=\s*(.+)$/s;
const HEADER = /^[\s{["'-]*([A-Za-z_][\w.-]{0,199})["']?\s*:\s*(?!\/\/)(.+)$/s;
const SCHEME = /^(Bearer|Basic|Token|ApiKey|JWT|OAuth|Negotiate)\s+(\S+)$/i;
const SEPARATORS: readonly RegExp[] = [/[\r\n]+/, /;/, /&/, /,/];
const OPTION = /^-{1,2}([A-Za-z][\w.-]*)$/;
/** Says nothing of its own about what it holds. */
const PLAIN_KEY = /^(?:value|values|text|data|default)$/i;
/** A name of several secrets in one text. */
const PLURAL = /s$/i;
const BASE64_JSON = /^(?:eyJ|ey[A-Z])[\w+/-]{8,}={0,2}$/;

const tryParse = (text: string): Json | undefined => {
  try {
    return parseStrict(text);
  } catch {
    return undefined;
  }
};

/** `{"name": "Authorization", "value": "…"}` names what it holds. */
const inObject = (name: string, object: JsonObject): readonly SecretCandidate[] => {
  const { name: called, key = called, value } = object;
  if (typeof key === 'string' && value !== undefined) return inJson(key, value);
  return Object.entries(object).flatMap(([each, item]) => inJson(PLAIN_KEY.test(each) ? name : each, item));
};

const inJson = (name: string, value: Json): readonly SecretCandidate[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => inJson(name, item));
  if (isJsonObject(value)) return inObject(name, value);
  return value === null ? [] : [{ name, value: String(value) }];
};

const inJsonText = (name: string, value: string): readonly SecretCandidate[] | undefined => {
  const text = BASE64_JSON.test(value) ? Buffer.from(value, 'base64').toString('utf8') : value;
  const content = /^\s*[[{"]/.test(text) ? tryParse(text) : undefined;
  return content === undefined ? undefined : inJson(name, content);
};

/** Without the quotes and brackets around it. */
const unquoted = (name: string, value: string): readonly SecretCandidate[] => {
  const inner = value.replace(/^[\s"'`{[(]+/, '').replace(/[\s"'`}\])]+$/, '');
  return inner === value ? [] : [{ name, value: inner }];
};

const namedCandidates = (pattern: RegExp, value: string): readonly SecretCandidate[] => {
  const [, name, rest] = pattern.exec(value) ?? [];
  return name === undefined || rest === undefined ? [] : [{ name, value: rest }];
};

const basicAuthCandidates = (text: string): readonly SecretCandidate[] =>
  text.includes(':')
    ? [
        { name: 'authorization', value: text },
        { name: 'password', value: text.slice(text.indexOf(':') + 1) },
      ]
    : [];

/** `Basic` holds a name and a password in base64. */
const credentials = (value: string): readonly SecretCandidate[] => {
  const [, scheme, rest] = SCHEME.exec(value) ?? [];
  if (scheme === undefined || rest === undefined) return [];
  const inner = /^Basic$/i.test(scheme)
    ? basicAuthCandidates(Buffer.from(rest, 'base64').toString('utf8'))
    : [];
  return [{ name: 'authorization', value: rest }, ...inner];
};

/** Words of a command: `--name value` names its value. */
export const argumentCandidates = (words: readonly string[]): readonly SecretCandidate[] =>
  words.map((value, place) => ({ name: OPTION.exec(words[place - 1] ?? '')?.[1] ?? '', value }));

const pieces = (name: string, value: string): readonly SecretCandidate[] => {
  const separator = SEPARATORS.find((each) => each.test(value));
  if (separator !== undefined) {
    const inherited = PLURAL.test(name) ? name : '';
    return value.split(separator).map((piece) => ({ name: inherited, value: piece.trim() }));
  }
  return /\s/.test(value) ? argumentCandidates(value.split(/\s+/)) : [];
};

/** Whether a text says how it authorizes, and what follows is the secret. */
export const hasAuthScheme = (value: string): boolean => SCHEME.test(value);

const collect = (part: SecretCandidate, depth: number, into: Map<string, SecretCandidate>): void => {
  const key = JSON.stringify([part.name, part.value]);
  if (part.value === '' || into.has(key)) return;
  into.set(key, part);
  if (depth === 0) return;
  const { name, value } = part;
  const inner = inJsonText(name, value) ?? [
    ...namedCandidates(ASSIGNED, value),
    ...namedCandidates(HEADER, value),
    ...credentials(value),
    ...unquoted(name, value),
    ...pieces(name, value),
  ];
  for (const each of inner) collect(each, depth - 1, into);
};

/** Given texts and everything inside them that has a name or stands alone: `NAME=v`, `Name: v`, JSON, `k=v;k=v`, words. */
export const findSecretCandidates = (given: readonly SecretCandidate[]): readonly SecretCandidate[] => {
  const found = new Map<string, SecretCandidate>();
  for (const part of given) collect(part, MAX_DEPTH, found);
  return [...found.values()];
};
