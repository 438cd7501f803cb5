const FORMS = [
  String.raw`gh[pousr]_\w{20,}`,
  String.raw`github_pat_\w{20,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`sk-[\w-]{16,}`,
  String.raw`[sr]k_(?:live|test)_\w{10,}`,
  String.raw`xox[abeprs]-[\w-]{10,}`,
  'A(?:KI|SI)A[A-Z0-9]{16}',
  String.raw`AIza[\w-]{30,}`,
  String.raw`ya29\.[\w-]{20,}`,
  String.raw`npm_\w{30,}`,
  String.raw`hf_\w{20,}`,
  String.raw`ntn_\w{20,}`,
  String.raw`lin_api_\w{20,}`,
  String.raw`figd_[\w-]{20,}`,
  String.raw`dop_v1_\w{20,}`,
  String.raw`shpat_\w{20,}`,
  String.raw`ATATT[\w=-]{20,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*`,
].join('|');
/** Forms that well-known services give their secrets. */
const KNOWN_SECRET = new RegExp(`^(?:Bearer |Basic )?(?:${FORMS})`);
const KNOWN_SECRET_INSIDE = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS})`, 'g');
const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@]*:[^\s/@]+@/i;
const NAME =
  /(?:^|[_-])(?:token|secret|passw(?:or)?d|passphrase|pat|jwt|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization)(?:$|[_-])|(?:token|secret|password|apikey)$/i;
/** What is called so is a secret, whatever it looks like. */
const CERTAIN_NAME =
  /(?:^|[_-])(?:token|secret|passw(?:or)?d|passphrase|pat|jwt|api[_-]?key|access[_-]?key|authorization)$|(?:token|secret|password|apikey)$/i;
/** Counts tokens, and is none. */
const AMOUNT_NAME = /(?:^|[_-])(?:max|min|num|count|limit|budget)(?:[_-]|$)/i;
const NUMBER = /^[\d.]*$/;
const SWITCH = /^(?:true|false|yes|no|none)$/i;
/** Says where a secret is: a path, a url. */
const LOCATION = /^(?:\.{0,2}\/|~|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/)/i;
const SHORTEST_NAMED = 6;

const isHarmless = (text: string): boolean => LOCATION.test(text) || NUMBER.test(text) || SWITCH.test(text);

const entropyBits = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
};

/** Long, of letters and digits, and without the repetitions that words have. */
const isRandom = (text: string): boolean =>
  /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9][\w+/=.-]{23,}$/.test(text) &&
  !isHarmless(text) &&
  entropyBits(text) > 3.7;

/** `clientSecret`, `Account Key` and `client.secret` as `client_Secret`, `Account_Key` and `client_secret`. */
export const separateNameWords = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[\s.:]+/g, '_');

const hasSecretName = (name: string, value: string): boolean => {
  if (value.length < SHORTEST_NAMED || !NAME.test(name)) return false;
  if (!CERTAIN_NAME.test(name)) return !isHarmless(value);
  return !SWITCH.test(value) && !(AMOUNT_NAME.test(name) && NUMBER.test(value));
};

/** Whether a text says where something is: a path or a url. */
export const isLocation = (text: string): boolean => LOCATION.test(text);

/** The secrets in a text that have the form of a well-known service, wherever they stand. */
export const findKnownSecrets = (text: string): readonly string[] =>
  [...text.matchAll(KNOWN_SECRET_INSIDE)].map(([found]) => found).filter((found) => /\d/.test(found));

/** Whether a text that stands in a file is probably a secret, by what it is called or by what it looks like. */
export const isLikelySecret = (name: string, value: string): boolean =>
  KNOWN_SECRET.test(value) ||
  PEM.test(value) ||
  PASSWORD_IN_URL.test(value) ||
  isRandom(value) ||
  hasSecretName(name, value) ||
  hasSecretName(separateNameWords(name), value);
