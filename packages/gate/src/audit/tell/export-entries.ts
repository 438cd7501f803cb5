import type { EntryDisclosure } from '../disclosure-reader.ts';
import { describeDisclosure } from '../disclosure-reader.ts';
import type { StoredEntry } from '../../record/audit-entry.ts';
import type { ParsedEntry } from '../../record/entry-schema.ts';
import { readDecisionDetail, readEndDetail, readVoteDetail } from '../../record/entry-schema.ts';
import { csvLine } from './csv.ts';
import { UNREADABLE_ENTRY, tryParseEntry } from './try-parse-entry.ts';
import { describeEntry } from './describe-entry.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a row's decision was made on, under a name that sorts before all others. */
const disclosureText = ({ decision, tool }: EntryDisclosure): string =>
  `"disclosure":{"decision":${decision ?? 'null'},"tool":${tool ?? 'null'}},`;

/**
 * The row exactly as it is stored, with `disclosure` and `event_hash` put before the rest. Their names sort first, so
 * the line is canonical too, and taking them away gives the stored bytes back.
 */
export const formatEntryJson = ({ seq, bytes, hash }: StoredEntry, disclosure?: EntryDisclosure): string => {
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
  row: ParsedEntry,
  hash: Uint8Array,
  disclosure: EntryDisclosure | undefined,
): readonly (string | number)[] => {
  const decided = readDecisionDetail(row.detail);
  const ended = readEndDetail(row.detail);
  const { trust, hints } =
    disclosure === undefined ? { trust: '', hints: '' } : describeDisclosure(disclosure);
  const vote = row.event === 'vote' ? readVoteDetail(row.detail) : undefined;
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
    describeEntry(row),
    hex(hash),
  ];
};

/** A row that cannot be read has its number and says so. */
const unreadableCells = ({ seq, hash }: StoredEntry): readonly (string | number)[] =>
  CSV_HEAD.map((name) =>
    name === 'seq' ? seq : name === 'summary' ? UNREADABLE_ENTRY : name === 'event_hash' ? hex(hash) : '',
  );

export const formatEntryCsv = (stored: StoredEntry, disclosure?: EntryDisclosure): string => {
  const row = tryParseEntry(stored);
  return csvLine(row === undefined ? unreadableCells(stored) : cells(row, stored.hash, disclosure));
};
