import type { ServerEndpoint } from '../config/gateway-config.ts';
import {
  isLocation,
  findKnownSecrets,
  isLikelySecret,
  separateNameWords,
} from '../config/is-likely-secret.ts';
import type { SecretCandidate } from './secret-candidates.ts';
import { hasAuthScheme, findSecretCandidates, argumentCandidates } from './secret-candidates.ts';

/** Shorter texts turn up by chance. */
export const SHORTEST_SECRET = 8;
/** Names of secrets that would be too many false alarms in a file, and are none here. */
const SHORT_NAME = /(?:^|[_\s.-])(?:bearer|cookie|pass|pwd|sig|signature)$/i;
/** Where a program was started, as shells write it down. */
const FOLDER_NAME = /^(?:old)?pwd$/i;
/** Often the name of a place where a secret is. */
const PLACE_NAME = /(?:^|[_\s.-])(?:auth|credentials?|dsn|keys?|tokens|secrets|passwords)$/i;
const USER_NAME = /^(?:u|user|userpwd|basic-auth)$/i;
const KEY_LINE = /^[\w+/-]{12,}={0,2}$/;
const AMOUNT = /^[\d.]+$/;

const isNamedSecret = (written: string, value: string): boolean => {
  const name = separateNameWords(written);
  if (FOLDER_NAME.test(name) && isLocation(value)) return false;
  if (SHORT_NAME.test(name)) return true;
  if (!PLACE_NAME.test(name)) return false;
  return !isLocation(value) && !(/tokens$/i.test(name) && AMOUNT.test(value));
};

const isSecret = ({ name, value }: SecretCandidate): boolean =>
  value.length >= SHORTEST_SECRET && (isNamedSecret(name, value) || isLikelySecret(name, value));

const tryDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What a url holds besides an address: a user, a password, its query. */
const inUrl = (value: string): readonly SecretCandidate[] => {
  const url = URL.parse(value);
  if (url === null || !/^[a-z][a-z0-9+.-]+:\/\//i.test(value)) return [];
  return [
    ...[url.password, tryDecode(url.password)].map((text) => ({ name: 'password', value: text })),
    { name: '', value: tryDecode(url.username) },
    ...[...url.searchParams].map(([name, text]) => ({ name, value: text })),
  ];
};

/** A key of several lines is given away by one of them. */
const inLines = (value: string): readonly string[] =>
  value.includes('\n')
    ? value
        .split(/\s+/)
        .filter((line) => KEY_LINE.test(line))
        .map((line) => line.replace(/=+$/, ''))
    : [];

/** `user:password`, as a secret or after `--user`. */
const afterUser = ({ name, value }: SecretCandidate): readonly string[] =>
  (USER_NAME.test(name) || isSecret({ name, value })) && /^[^:/\s]+:[^\s]+$/.test(value)
    ? [value.slice(value.indexOf(':') + 1)]
    : [];

const secretsIn = (part: SecretCandidate): readonly string[] => {
  const { value } = part;
  const whole = isSecret(part) && !hasAuthScheme(value) ? [value, ...inLines(value)] : [];
  return [...whole, ...afterUser(part), ...findKnownSecrets(value)];
};

/** Some servers are reached at an address that is itself a secret. */
const pathSegments = (url: string): readonly string[] =>
  URL.parse(url)?.pathname.split('/').map(tryDecode) ?? [];

const endpointCandidates = (reach: ServerEndpoint): readonly SecretCandidate[] =>
  reach.kind === 'stdio'
    ? [
        ...Object.entries(reach.env).map(([name, value]) => ({ name, value })),
        ...argumentCandidates([reach.command, ...reach.args]),
      ]
    : [
        ...Object.entries(reach.headers).map(([name, value]) => ({ name, value })),
        { name: 'secret', value: reach.auth?.clientSecret ?? '' },
        ...[reach.url, ...pathSegments(reach.url)].map((value) => ({ name: '', value })),
      ];

/** Every secret that a server was given: in its environment, its arguments, its headers, its url. */
export const findSecrets = (reach: ServerEndpoint): readonly string[] => {
  const parts = findSecretCandidates(endpointCandidates(reach));
  const found = [...parts, ...findSecretCandidates(parts.flatMap(({ value }) => inUrl(value)))].flatMap(
    secretsIn,
  );
  return [...new Set(found.filter((secret) => secret.length >= SHORTEST_SECRET))];
};
