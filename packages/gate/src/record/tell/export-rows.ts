import type { RecordRow } from '../entry.ts';
import type { ReadRow } from '../row-schema.ts';
import { decidedDetail, endedDetail, voteDetail } from '../row-schema.ts';
import { csvLine } from './csv.ts';
import { UNREADABLE, readable } from './readable.ts';
import { rowWords } from './row-words.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * The row exactly as it is stored, with `event_hash` put before the rest. Its name sorts first, so the line is
 * canonical too, and taking it away gives the stored bytes back.
 */
export const jsonLine = ({ seq, bytes, hash }: RecordRow): string => {
  const text = Buffer.from(bytes).toString('latin1');
  // what was changed to hold anything else must not reach a terminal, nor end the line
  if (!/^\{[ -~]*\}$/.test(text))
    return `{"event_hash":"${hex(hash)}","seq":${seq},"unreadable":"${Buffer.from(bytes).toString('base64')}"}`;
  return `{"event_hash":"${hex(hash)}",${text.slice(1)}`;
};

export const CSV_HEAD: readonly string[] = [
  'seq',
  'time',
  'event',
  'outcome',
  'principal',
  'tool',
  'call',
  'decision',
  'rules',
  'reasons',
  'attempt',
  'verdict',
  'dwell_ms',
  'ms',
  'summary',
  'event_hash',
];

const cells = (row: ReadRow, hash: Uint8Array): readonly (string | number)[] => {
  const decided = decidedDetail(row.detail);
  const ended = endedDetail(row.detail);
  const vote = row.event === 'vote' ? voteDetail(row.detail) : undefined;
  return [
    row.seq,
    new Date(row.at).toISOString(),
    row.event,
    row.outcome,
    row.principal,
    row.tool,
    row.call ?? '',
    decided?.decision.outcome ?? '',
    decided?.decision.rules.map(({ id }) => id).join(' ') ?? '',
    decided?.decision.reasons.join('; ') ?? '',
    decided?.attempt ?? ended?.attempt ?? '',
    vote?.verdict ?? '',
    vote?.dwellMs ?? '',
    ended?.ms ?? '',
    rowWords(row),
    hex(hash),
  ];
};

/** A row that cannot be read has its number and says so. */
const unreadableCells = ({ seq, hash }: RecordRow): readonly (string | number)[] =>
  CSV_HEAD.map((name) =>
    name === 'seq' ? seq : name === 'summary' ? UNREADABLE : name === 'event_hash' ? hex(hash) : '',
  );

export const csvRow = (stored: RecordRow): string => {
  const row = readable(stored);
  return csvLine(row === undefined ? unreadableCells(stored) : cells(row, stored.hash));
};
