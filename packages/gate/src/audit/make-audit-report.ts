import type { Outcome } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { StoreReader } from '../store/store-reader.ts';
import type { CallState } from '../record/call-row.ts';
import { CALL_STATES } from '../record/call-row.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import type {
  AiFigures,
  DayFigures,
  DecisionCounts,
  HintFigures,
  PromptReport,
  AuditReport,
  RerouteFigures,
  RuleReport,
  ToolFigures,
  UnknownOutcome,
} from './report-figures.ts';
import {
  ENTRY_LIMITS,
  readDecisionDetail,
  readKeptDecision,
  readRerouteDetail,
  readSettlementDetail,
  readVoteDetail,
} from '../record/entry-schema.ts';
import { ENTRY_PART, EntryScanner } from '../record/entry-scanner.ts';

export interface AuditReportOptions {
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
}

export type AuditReportReader = Pick<StoreReader, 'head' | 'rows' | 'kept'>;

const HASTY_MS = 2000;
const DAY_MS = 86_400_000;
const BATCH = 2000;
const OUTCOMES: ReadonlySet<string> = new Set(['auto', 'confirm', 'block']);
const STATES: ReadonlySet<string> = new Set(CALL_STATES);

const isOutcome = (text: string | undefined): text is Outcome => text !== undefined && OUTCOMES.has(text);
const isState = (event: string): event is CallState => STATES.has(event);

/** The middle one; of two the smaller. */
const median = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : (values.toSorted((one, other) => one - other)[(values.length - 1) >> 1] ?? null);

const noCalls = (): DecisionCounts => ({ calls: 0, auto: 0, confirm: 0, block: 0 });

const count = (decided: DecisionCounts, outcome: Outcome): void => {
  decided.calls += 1;
  decided[outcome] += 1;
};

const most = (one: { readonly calls: number }, other: { readonly calls: number }): number =>
  other.calls - one.calls;

const entry = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

/** The first row at or after a time. Times never go back, so it is searched for by halves. */
export const findFirstEntry = async (
  reader: Pick<StoreReader, 'head' | 'rows'>,
  at: number,
): Promise<number> => {
  let low = 1;
  let high = (await reader.head()).seq + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await reader.rows(middle, 1);
    if (row !== undefined && row.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

interface VoterTally {
  approved: number;
  refused: number;
  readonly dwell: number[];
}

class AuditReportBuilder {
  readonly #reader: AuditReportReader;
  readonly #scan: EntryScanner = new EntryScanner();
  readonly #states: Map<string, CallState> = new Map();
  readonly #decided: DecisionCounts = noCalls();
  readonly #tools: Map<string, ToolFigures> = new Map();
  readonly #times: Map<string, number[]> = new Map();
  readonly #hints: Map<string, HintFigures> = new Map();
  readonly #believed: Map<string, readonly string[]> = new Map();
  readonly #voters: Map<string, VoterTally> = new Map();
  readonly #ai: Map<string, AiFigures> = new Map();
  readonly #unknown: Map<string, UnknownOutcome> = new Map();
  readonly #days: Map<number, DayFigures> = new Map();
  readonly #rules: Map<string, RuleReport> = new Map();
  readonly #rerouted: Map<string, RerouteFigures> = new Map();
  readonly #sessions: Set<string> = new Set();
  readonly #prompts: Map<string, PromptReport> = new Map();
  #from: number | null = null;
  #to: number | null = null;
  #rows = 0;
  #unreadable = 0;
  #observed = 0;
  #notTakenIn = 0;

  constructor(reader: AuditReportReader) {
    this.#reader = reader;
  }

  async add(row: StoredEntry): Promise<void> {
    this.#rows += 1;
    this.#from ??= row.at;
    this.#to = row.at;
    if (!this.#scan.scan(row.bytes)) {
      this.#unreadable += 1;
      return;
    }
    const { event, call } = row;
    if (event === 'vote') this.#vote();
    else if (event === 'settled') this.#settle(call);
    else if (event === 'rerouted') this.#reroute();
    else if (isState(event) && call !== null) await this.#move(row, event, call);
    else if (event === 'blocked') this.#notTakenIn += 1;
  }

  #vote(): void {
    const vote = readVoteDetail(this.#scan.json(ENTRY_PART.extension));
    if (vote === undefined) return;
    const voter = entry(this.#voters, vote.subject, () => ({ approved: 0, refused: 0, dwell: [] }));
    if (vote.verdict === 'approve') voter.approved += 1;
    else voter.refused += 1;
    voter.dwell.push(vote.dwellMs);
  }

  #reroute(): void {
    const detail = readRerouteDetail(this.#scan.json(ENTRY_PART.extension));
    if (detail === undefined) return;
    const { instead, model, saved } = detail;
    const figures = entry(this.#rerouted, JSON.stringify([instead, model]), () => ({
      instead,
      model,
      steps: 0,
      saved: null,
    }));
    figures.steps += 1;
    if (saved !== null) figures.saved = (figures.saved ?? 0) + saved;
  }

  #settle(call: string | null): void {
    const unknown = call === null ? undefined : this.#unknown.get(call);
    const settled = readSettlementDetail(this.#scan.json(ENTRY_PART.extension));
    if (unknown !== undefined && settled !== undefined) unknown.settled = `${settled.as} (${settled.by})`;
  }

  async #move(row: StoredEntry, state: CallState, call: string): Promise<void> {
    const scan = this.#scan;
    const known = this.#states.has(call);
    // calls that were received before the time are not counted in it
    if (!known && !scan.raw(ENTRY_PART.arrows).startsWith('["received"')) return;
    this.#states.set(call, state);
    const name = scan.text(ENTRY_PART.tool) ?? '';
    const tool = entry(this.#tools, name, () => ({
      tool: name,
      ...noCalls(),
      done: 0,
      failed: 0,
      indeterminate: 0,
      medianMs: null,
    }));
    if (state === 'done' || state === 'failed' || state === 'indeterminate')
      this.#ended(row, state, call, tool);
    if (
      state === 'dispatching' &&
      scan.isRaw(ENTRY_PART.aiTag, 'true') &&
      scan.isRaw(ENTRY_PART.attempt, '1')
    )
      this.#usedAi(name, scan.text(ENTRY_PART.principal) ?? '');
    if (!known) await this.#received(tool, row.at);
  }

  #ended(
    row: StoredEntry,
    state: 'done' | 'failed' | 'indeterminate',
    call: string,
    tool: ToolFigures,
  ): void {
    tool[state] += 1;
    const ms = this.#scan.whole(ENTRY_PART.ms);
    if (ms >= 0 && state !== 'indeterminate') entry(this.#times, tool.tool, () => []).push(ms);
    if (state === 'indeterminate')
      this.#unknown.set(call, { call, tool: tool.tool, at: row.at, settled: null });
  }

  #usedAi(tool: string, principal: string): void {
    entry(this.#ai, `${tool}\n${principal}`, () => ({ tool, principal, calls: 0 })).calls += 1;
  }

  async #received(tool: ToolFigures, at: number): Promise<void> {
    const scan = this.#scan;
    const outcome = scan.text(ENTRY_PART.decided);
    if (!isOutcome(outcome)) return;
    if (scan.isRaw(ENTRY_PART.enforced, 'false')) this.#observed += 1;
    count(this.#decided, outcome);
    count(tool, outcome);
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    count(
      entry(this.#days, day, () => ({ day, ...noCalls() })),
      outcome,
    );
    this.#sessions.add(scan.text(ENTRY_PART.session) ?? '');
    if (outcome !== 'auto') this.#stopped(outcome);
    for (const hint of await this.#believedYes(scan.text(ENTRY_PART.kept) ?? ''))
      count(
        entry(this.#hints, hint, () => ({ hint, ...noCalls() })),
        outcome,
      );
  }

  /** The rules that decided, and whether people were asked. */
  #stopped(outcome: 'confirm' | 'block'): void {
    const decided = readDecisionDetail(this.#scan.json(ENTRY_PART.extension));
    if (decided === undefined) return;
    for (const { id, outcome: wanted } of decided.decision.rules)
      if (wanted === outcome)
        entry(this.#rules, `${id}\n${outcome}`, () => ({ rule: id, outcome, calls: 0 })).calls += 1;
    const { session } = decided.request;
    if (decided.waiting === 'people')
      entry(this.#prompts, session, () => ({ session, prompts: 0 })).prompts += 1;
  }

  async #believedYes(digest: string): Promise<readonly string[]> {
    const known = this.#believed.get(digest);
    if (known !== undefined) return known;
    const text = await this.#reader.kept(digest);
    const kept = text === undefined ? undefined : readKeptDecision(parseStrict(text, ENTRY_LIMITS));
    const names = Object.entries(kept?.beliefs ?? {}).flatMap(([hint, { value }]) =>
      value === 'yes' ? [hint] : [],
    );
    this.#believed.set(digest, names);
    return names;
  }

  report(): AuditReport {
    const states = Object.fromEntries(CALL_STATES.map((state) => [state, 0])) as Record<CallState, number>;
    for (const state of this.#states.values()) states[state] += 1;
    for (const tool of this.#tools.values()) tool.medianMs = median(this.#times.get(tool.tool) ?? []);
    return {
      from: this.#from,
      to: this.#to,
      rows: this.#rows,
      unreadableRows: this.#unreadable,
      decided: this.#decided,
      notTakenIn: this.#notTakenIn,
      observed: this.#observed,
      states,
      days: [...this.#days.values()],
      rules: [...this.#rules.values()].toSorted(most),
      sessions: this.#sessions.size,
      prompts: [...this.#prompts.values()].toSorted((one, other) => other.prompts - one.prompts),
      tools: [...this.#tools.values()].toSorted(most),
      hints: [...this.#hints.values()].toSorted(most),
      approvers: [...this.#voters].map(([subject, { approved, refused, dwell }]) => ({
        subject,
        approved,
        refused,
        medianMs: median(dwell) ?? 0,
        hasty: dwell.filter((ms) => ms < HASTY_MS).length,
      })),
      ai: [...this.#ai.values()].toSorted(most),
      indeterminate: [...this.#unknown.values()],
      rerouted: [...this.#rerouted.values()].toSorted((one, other) => other.steps - one.steps),
    };
  }
}

/** Counts what the record tells of a time: calls received in it, votes cast in it. */
export const makeAuditReport = async (
  reader: AuditReportReader,
  options: AuditReportOptions = {},
): Promise<AuditReport> => {
  const { since, until = Infinity } = options;
  const reporting = new AuditReportBuilder(reader);
  for (let next = since === undefined ? 1 : await findFirstEntry(reader, since); ;) {
    const rows = await reader.rows(next, BATCH);
    for (const row of rows) {
      if (row.at >= until) return reporting.report();
      await reporting.add(row);
    }
    const last = rows.at(-1);
    if (last === undefined) return reporting.report();
    next = last.seq + 1;
  }
};
