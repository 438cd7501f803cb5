import { canonical } from '@callgate/core';
import type { CallRow } from '../record/call-row.ts';
import { sha256Into } from '../record/chain-entry.ts';
import type { EntryPart, EntryScanner } from '../record/entry-scanner.ts';
import { ENTRY_PART } from '../record/entry-scanner.ts';

export type CallFactName =
  | 'kind'
  | 'server'
  | 'target'
  | 'definition'
  | 'argumentsDigest'
  | 'context'
  | 'session'
  | 'principal'
  | 'arguments';

/** What of a call never changes. A record and a store that agree on all of it agree on one hash. */
export const FACT_PARTS: readonly (readonly [CallFactName, EntryPart])[] = [
  ['kind', ENTRY_PART.kind],
  ['server', ENTRY_PART.server],
  ['target', ENTRY_PART.target],
  ['definition', ENTRY_PART.definition],
  ['argumentsDigest', ENTRY_PART.argumentsDigest],
  ['context', ENTRY_PART.context],
  ['session', ENTRY_PART.session],
  ['principal', ENTRY_PART.principal],
  ['arguments', ENTRY_PART.argumentsSent],
];

/** The same facts of a call in a store, as canonical text. */
export const listFactTexts = (call: CallRow): Readonly<Record<CallFactName, string>> => ({
  kind: canonical(call.kind),
  server: canonical(call.server),
  target: canonical(call.target),
  definition: canonical(call.definition),
  argumentsDigest: canonical(call.argumentsDigest),
  context: canonical(call.context),
  session: canonical(call.session),
  principal: canonical(call.principal.subject),
  arguments: call.sealedArguments,
});

const LF = 0x0a;
const digest = Buffer.alloc(32);
let scratch = Buffer.alloc(4096);

const room = (length: number): void => {
  if (scratch.length < length) scratch = Buffer.concat([scratch, Buffer.alloc(length)]);
};

const hashed = (length: number): string => {
  sha256Into(scratch.subarray(0, length), digest, 0);
  return digest.toString('latin1');
};

/** One hash over the facts in a row. Canonical text has no line feeds, so they cannot run into each other. */
export const hashEntryFacts = (scan: EntryScanner): string => {
  let at = 0;
  for (const [, part] of FACT_PARTS) {
    room(at + scan.sizeOf(part) + 1);
    at = scan.copy(part, scratch, at);
    scratch[at] = LF;
    at += 1;
  }
  return hashed(at);
};

/** The same of a call in a store. */
export const hashCallFacts = (call: CallRow): string => {
  const texts = listFactTexts(call);
  const text = FACT_PARTS.map(([name]) => `${texts[name]}\n`).join('');
  room(text.length);
  return hashed(scratch.write(text, 'latin1'));
};
