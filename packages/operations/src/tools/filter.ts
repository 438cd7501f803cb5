import type { HintName, Outcome, Trust } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Ground } from '@callgate/core/disclose';
import type { Answer } from '@callgate/core/vocabulary';
import type { RowHint, ServerRow, Situation, ToolList, ToolRow } from '../api/tools.ts';
import { REVIEW_NEEDS } from '../api/tools.ts';

export const KINDS = ['all', 'agents', 'utilities'] as const;
export type Kind = (typeof KINDS)[number];

/** How a tool stands, besides its hints. */
export type Standing = (typeof STANDINGS)[number];

export const STANDINGS = [
  'any',
  'offered',
  'disabled',
  'changed',
  'apart',
  'conflicting',
  'malformed',
  'undescribed',
  'overridden',
  'reviewed',
  'needs-review',
] as const;

export interface HintFilter {
  readonly hint: string;
  readonly value: Answer | 'any';
  readonly ground: Ground | 'any';
  readonly claimed: Answer | 'any';
}

export interface Filter {
  readonly text: string;
  readonly kind: Kind;
  readonly server: string;
  readonly trust: Trust | 'any';
  readonly outcome: Outcome | 'any';
  readonly situation: Situation;
  readonly standing: Standing;
  readonly hints: readonly HintFilter[];
}

export const NO_FILTER: Filter = {
  text: '',
  kind: 'all',
  server: '',
  trust: 'any',
  outcome: 'any',
  situation: 'plain',
  standing: 'any',
  hints: [],
};

type CustomHints = ToolList['customHints'];

const defaultOf = (name: string, custom: CustomHints): Answer =>
  HINT_NAMES.some((known) => known === name)
    ? HINTS[name as HintName].default
    : (custom.find((hint) => hint.name === name)?.default ?? 'unknown');

/** The value lowers care. Hints of an operator's own are not known here. */
export const isRelaxing = (name: string, value: Answer): boolean =>
  HINT_NAMES.some((known) => known === name) && HINTS[name as HintName].relaxing === value;

/** What is not said of a hint is left out of a row: then the default holds. */
export const hintOf = ({ hints }: ToolRow, name: string, custom: CustomHints): RowHint =>
  hints[name] ?? { value: defaultOf(name, custom), ground: 'default', claimed: 'unknown' };

export const serverKey = ({
  server,
  identity,
}: {
  readonly server: string;
  readonly identity: string;
}): string => `${server} ${identity}`;

const stands = (row: ToolRow, standing: Standing): boolean => {
  switch (standing) {
    case 'any':
      return true;
    case 'offered':
      return row.exposed !== null;
    case 'disabled':
      return row.disabled !== null;
    case 'changed':
      return row.drift !== null;
    case 'apart':
      return row.quarantine !== null;
    case 'conflicting':
      return row.conflicts > 0;
    case 'malformed':
      return row.malformed > 0;
    case 'undescribed':
      return !row.described;
    case 'overridden':
      return row.overridden;
    case 'reviewed':
      return row.reviewed;
    case 'needs-review':
      return row.needs !== null;
  }
};

const hasHint = (
  row: ToolRow,
  { hint, value, ground, claimed }: HintFilter,
  custom: CustomHints,
): boolean => {
  const known = hintOf(row, hint, custom);
  return (
    (value === 'any' || known.value === value) &&
    (ground === 'any' || known.ground === ground) &&
    (claimed === 'any' || known.claimed === claimed)
  );
};

const pressing = ({ needs }: ToolRow): number =>
  needs === null ? REVIEW_NEEDS.length : REVIEW_NEEDS.indexOf(needs);

/** Those that fit all of it, in the order they came; what needs review most pressing first. */
export const filtered = (
  rows: readonly ToolRow[],
  filter: Filter,
  servers: ReadonlyMap<string, ServerRow>,
  custom: CustomHints,
): readonly ToolRow[] => {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = rows.filter((row) => {
    if (filter.kind !== 'all' && (row.agentic === 'yes') !== (filter.kind === 'agents')) return false;
    if (filter.server !== '' && serverKey(row) !== filter.server) return false;
    if (filter.trust !== 'any' && servers.get(serverKey(row))?.trust !== filter.trust) return false;
    if (filter.outcome !== 'any' && row.outcomes[filter.situation] !== filter.outcome) return false;
    if (!stands(row, filter.standing)) return false;
    if (!filter.hints.every((each) => hasHint(row, each, custom))) return false;
    if (words.length === 0) return true;
    const text = `${row.server}/${row.tool} ${row.title ?? ''} ${row.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return filter.standing === 'needs-review' ? found.toSorted((a, b) => pressing(a) - pressing(b)) : found;
};

/** `belief:HINT` and `ground:HINT` group by one hint. */
export type Grouping =
  | 'none'
  | 'server'
  | 'trust'
  | 'outcome'
  | 'kind'
  | `belief:${string}`
  | `ground:${string}`;

export interface Group {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly ToolRow[];
}

export interface GroupOptions {
  readonly grouping: Grouping;
  readonly situation: Situation;
  readonly servers: ReadonlyMap<string, ServerRow>;
  readonly custom: CustomHints;
}

const groupName = (
  row: ToolRow,
  { grouping, situation, servers, custom }: GroupOptions,
): readonly [string, string] => {
  const [by, hint = ''] = grouping.split(/:(.*)/s);
  switch (by) {
    case 'server':
      return [serverKey(row), row.server];
    case 'trust': {
      const trust = servers.get(serverKey(row))?.trust ?? 'untrusted';
      return [trust, trust];
    }
    case 'outcome':
      return [row.outcomes[situation], row.outcomes[situation]];
    case 'kind':
      return row.agentic === 'yes' ? ['agents', 'Agents'] : ['utilities', 'Utilities'];
    case 'belief': {
      const { value } = hintOf(row, hint, custom);
      return [value, `${hint}: ${value}`];
    }
    case 'ground': {
      const { ground } = hintOf(row, hint, custom);
      return [ground, `${hint}: ${ground}`];
    }
    default:
      return ['', ''];
  }
};

export const grouped = (rows: readonly ToolRow[], options: GroupOptions): readonly Group[] => {
  const groups = new Map<string, { readonly name: string; readonly rows: ToolRow[] }>();
  for (const row of rows) {
    const [key, name] = groupName(row, options);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, rows: [row] });
    else group.rows.push(row);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
};

export const isFiltered = (filter: Filter): boolean =>
  Object.entries(filter).some(
    ([key, value]) =>
      key !== 'situation' &&
      (Array.isArray(value) ? value.length > 0 : value !== NO_FILTER[key as keyof Filter]),
  );
