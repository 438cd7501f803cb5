import type { RowDisclosure } from '../disclosures.ts';
import { disclosureWords } from '../disclosures.ts';
import type { RecordRow } from '../../record/entry.ts';
import type { ReadRow } from '../../record/row-schema.ts';
import { decidedDetail, endedDetail, voteDetail } from '../../record/row-schema.ts';
import { csvLine } from './csv.ts';
import { UNREADABLE, readable } from './readable.ts';
import { rowWords } from './row-words.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a row's decision was made on, under a name that sorts before all others. */
const disclosureText = ({ decision, tool }: RowDisclosure): string =>
  `"disclosure":{"decision":${decision ?? 'null'},"tool":${tool ?? 'null'}},`;

/**
 * The row exactly as it is stored, with `disclosure` and `event_hash` put before the rest. Their names sort first, so
 * the line is canonical too, and taking them away gives the stored bytes back.
 */
export const jsonLine = ({ seq, bytes, hash }: RecordRow, disclosure?: RowDisclosure): string => {
  const text = Buffer.from(bytes).toString('latin1');
  // what was changed to hold anything else must not reach a terminal, nor end the line
  if (!/^\{[ -~]*\}$/.test(text))
    return `{"event_hash":"${hex(hash)}","seq":${seq},"unreadable":"${Buffer.from(bytes).toString('base64')}"}`;
  return `{${disclosure === undefined ? '' : disclosureText(disclosure)}"event_hash":"${hex(hash)}",${text.slice(1)}`;
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
  'trust',
  'hints',
  'attempt',
  'verdict',
  'dwell_ms',
  'ms',
  'summary',
  'event_hash',
];

const cells = (
  row: ReadRow,
  hash: Uint8Array,
  disclosure: RowDisclosure | undefined,
): readonly (string | number)[] => {
  const decided = decidedDetail(row.detail);
  const ended = endedDetail(row.detail);
  const { trust, hints } = disclosure === undefined ? { trust: '', hints: '' } : disclosureWords(disclosure);
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
    trust,
    hints,
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

export const csvRow = (stored: RecordRow, disclosure?: RowDisclosure): string => {
  const row = readable(stored);
  return csvLine(row === undefined ? unreadableCells(stored) : cells(row, stored.hash, disclosure));
};
