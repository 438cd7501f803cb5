import type { HintName, Outcome, TrustLevel } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Ground } from '@callgate/core/disclose';
import type { Answer } from '@callgate/core/vocabulary';
import type { ToolHint, ServerRow, SessionProfile, ToolList, ToolRow } from '../api/tools.ts';
import { REVIEW_NEEDS } from '../api/tools.ts';

export const TOOL_KINDS = ['all', 'agents', 'utilities'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** How a tool stands, besides its hints. */
export type ToolStatus = (typeof TOOL_STATUSES)[number];

export const TOOL_STATUSES = [
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

export interface ToolFilter {
  readonly text: string;
  readonly kind: ToolKind;
  readonly server: string;
  readonly trust: TrustLevel | 'any';
  readonly outcome: Outcome | 'any';
  readonly situation: SessionProfile;
  readonly standing: ToolStatus;
  readonly hints: readonly HintFilter[];
}

export const NO_FILTER: ToolFilter = {
  text: '',
  kind: 'all',
  server: '',
  trust: 'any',
  outcome: 'any',
  situation: 'plain',
  standing: 'any',
  hints: [],
};

type CustomHintList = ToolList['customHints'];

const defaultOf = (name: string, custom: CustomHintList): Answer =>
  HINT_NAMES.some((known) => known === name)
    ? HINTS[name as HintName].default
    : (custom.find((hint) => hint.name === name)?.default ?? 'unknown');

/** The value lowers care. Hints of an operator's own are not known here. */
export const isRelaxing = (name: string, value: Answer): boolean =>
  HINT_NAMES.some((known) => known === name) && HINTS[name as HintName].relaxing === value;

/** What is not said of a hint is left out of a row: then the default holds. */
export const hintOf = ({ hints }: ToolRow, name: string, custom: CustomHintList): ToolHint =>
  hints[name] ?? { value: defaultOf(name, custom), ground: 'default', claimed: 'unknown' };

export const serverKey = ({
  server,
  identity,
}: {
  readonly server: string;
  readonly identity: string;
}): string => `${server} ${identity}`;

const hasStatus = (row: ToolRow, standing: ToolStatus): boolean => {
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
  custom: CustomHintList,
): boolean => {
  const known = hintOf(row, hint, custom);
  return (
    (value === 'any' || known.value === value) &&
    (ground === 'any' || known.ground === ground) &&
    (claimed === 'any' || known.claimed === claimed)
  );
};

const reviewUrgency = ({ needs }: ToolRow): number =>
  needs === null ? REVIEW_NEEDS.length : REVIEW_NEEDS.indexOf(needs);

/** Those that fit all of it, in the order they came; what needs review most pressing first. */
export const filterTools = (
  rows: readonly ToolRow[],
  filter: ToolFilter,
  servers: ReadonlyMap<string, ServerRow>,
  custom: CustomHintList,
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
    if (!hasStatus(row, filter.standing)) return false;
    if (!filter.hints.every((each) => hasHint(row, each, custom))) return false;
    if (words.length === 0) return true;
    const text = `${row.server}/${row.tool} ${row.title ?? ''} ${row.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return filter.standing === 'needs-review'
    ? found.toSorted((a, b) => reviewUrgency(a) - reviewUrgency(b))
    : found;
};

/** `belief:HINT` and `ground:HINT` group by one hint. */
export type ToolGrouping =
  | 'none'
  | 'server'
  | 'trust'
  | 'outcome'
  | 'kind'
  | `belief:${string}`
  | `ground:${string}`;

export interface ToolGroup {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly ToolRow[];
}

export interface ToolGroupOptions {
  readonly grouping: ToolGrouping;
  readonly situation: SessionProfile;
  readonly servers: ReadonlyMap<string, ServerRow>;
  readonly custom: CustomHintList;
}

const groupName = (
  row: ToolRow,
  { grouping, situation, servers, custom }: ToolGroupOptions,
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

export const groupTools = (rows: readonly ToolRow[], options: ToolGroupOptions): readonly ToolGroup[] => {
  const groups = new Map<string, { readonly name: string; readonly rows: ToolRow[] }>();
  for (const row of rows) {
    const [key, name] = groupName(row, options);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, rows: [row] });
    else group.rows.push(row);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
};

export const hasFilter = (filter: ToolFilter): boolean =>
  Object.entries(filter).some(
    ([key, value]) =>
      key !== 'situation' &&
      (Array.isArray(value) ? value.length > 0 : value !== NO_FILTER[key as keyof ToolFilter]),
  );
