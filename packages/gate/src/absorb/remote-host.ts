/** Hosts from which something may load by itself: `example.com`, or `*.example.com` for everything below it. */
export type AllowedHosts = readonly string[];

const isAllowed = (host: string, allowed: AllowedHosts): boolean =>
  allowed.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  });

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  commat: '@',
  lpar: '(',
  rpar: ')',
  tab: '',
  newline: '',
};

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** As a reader of HTML or Markdown sees it; what readers of addresses drop is dropped too. */
const decoded = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]{1,8});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,8});?/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/&([a-z]{1,10});?/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole)
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\u001f]/g, '');

/** Whatever could be the beginning of an address elsewhere, with the part that names the host. */
const ADDRESS = /(?:(?:https?|wss?|ftp|file):[\\/]*|[\\/]{2,})([^\\/?#\s"'()<>,;`]*)/gi;

/** Addresses that are no address of a host, and still bring in what loads or runs. */
const ACTIVE = /^\s*(?:javascript|vbscript|blob|filesystem|jar|view-source|data:(?!image\/)):?/i;

/** Something in this text is at another host than the allowed ones, or could be. */
export const hasRemoteHost = (text: string, allowed: AllowedHosts): boolean => {
  if (!/[:/\\&]/.test(text)) return false;
  const plain = decoded(text);
  if (ACTIVE.test(plain)) return true;
  for (const [, authority = ''] of plain.matchAll(ADDRESS)) {
    const host = URL.parse(`https://${authority}/`)?.hostname;
    if (host === undefined || host === '' || !isAllowed(host, allowed)) return true;
  }
  return false;
};
