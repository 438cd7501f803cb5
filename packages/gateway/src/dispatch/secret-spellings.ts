import { unescapedView } from './decoded-view.ts';
import { SHORTEST_SECRET } from './find-secrets.ts';

/** One text to look for. Without `exact`, case and the two alphabets of base64 make no difference. */
export interface SecretSpelling {
  readonly text: string;
  readonly exact: boolean;
}

/** Escapes inside escapes are undone so often. */
export const MAX_ROUNDS = 3;

/** The characters of base64 that depend on the secret alone, where so many bytes stand before it in their group of three. */
const base64Core = (bytes: Buffer, before: number): string => {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(first, end);
};

/** What becomes of a secret that itself looks escaped, when the escapes around it are undone. */
const unescapedForms = (secret: string): readonly string[] => {
  const found: string[] = [];
  let text = secret;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const view = unescapedView(text, () => true);
    if (view === undefined) break;
    ({ text } = view);
    found.push(text);
  }
  return found;
};

/** As it is, with `+` for blanks as in urls, and with its quotes as CSV, SQL and shells write them, with either line break. */
const quotedForms = (secret: string): readonly string[] => [
  secret,
  secret.replaceAll(' ', '+'),
  secret.replaceAll('"', '""'),
  secret.replaceAll("'", "''"),
  secret.replaceAll("'", String.raw`'\''`),
  secret.replaceAll(/\r?\n/g, '\r\n'),
  secret.replaceAll('\r\n', '\n'),
  secret.normalize('NFC'),
  secret.normalize('NFD'),
];

/** A secret as it is, reversed, without its blanks and line breaks, in hex, and in base64 at every alignment. */
export const spellingsOf = (secret: string): readonly SecretSpelling[] => {
  const bytes = Buffer.from(secret, 'utf8');
  const texts = new Set([
    ...quotedForms(secret),
    ...quotedForms(secret).flatMap(unescapedForms),
    [...secret].toReversed().join(''),
    secret.replaceAll(/\s+/g, ''),
    // what a reader of UTF-8 as Latin-1 sees
    bytes.toString('latin1'),
  ]);
  const encoded = new Set([bytes.toString('hex'), ...[0, 1, 2].map((before) => base64Core(bytes, before))]);
  return [
    ...[...texts].filter(({ length }) => length >= SHORTEST_SECRET).map((text) => ({ text, exact: true })),
    ...[...encoded].map((text) => ({ text, exact: false })),
  ];
};
