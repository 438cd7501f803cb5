/** Forms that well-known services give their secrets. */
const KNOWN =
  /^(?:Bearer |Basic )?(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|sk_(?:live|test)_\w{10,}|xox[abeprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|hf_\w{20,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/;
const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@]*:[^\s/@]+@/i;
const NAME =
  /(?:^|[_-])(?:token|secret|passw(?:or)?d|passphrase|pat|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization)(?:$|[_-])|(?:token|secret|password|apikey)$/i;
/** Says where a secret is, or is none: a path, a url, a number, a switch. */
const HARMLESS = /^(?:\.{0,2}\/|~|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/|[\d.]*$|true$|false$|yes$|no$|none$)/i;

const bits = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
};

/** Long, of letters and digits, and without the repetitions that words have. */
const isRandom = (text: string): boolean =>
  /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9][\w+/=.-]{23,}$/.test(text) && !HARMLESS.test(text) && bits(text) > 3.7;

/** Whether a text that stands in a file is probably a secret, by what it is called or by what it looks like. */
export const looksSecret = (name: string, value: string): boolean =>
  KNOWN.test(value) ||
  PEM.test(value) ||
  PASSWORD_IN_URL.test(value) ||
  isRandom(value) ||
  (NAME.test(name) && value.length >= 6 && !HARMLESS.test(value));
