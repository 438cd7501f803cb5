import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DecisionInput, Json, JsonObject, Session, TracedTool } from '@callgate/core';
import {
  Engine,
  LOCAL_PRINCIPAL,
  applyEvent,
  describeTool,
  judgeCall,
  startSession,
  traceTool,
} from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { presetPolicy } from '@callgate/policy';
import { consumedSoFar, heapInUse, timeWork } from './measure.ts';
import { BenchRandom } from './bench-random.ts';
import { count, provenance, printLine, table, times, writeResult } from './report.ts';

const SEED = 20_261_118;
const EVENTS = [1, 100, 10_000];
const SIZES = [100, 2_000, 64_000, 1_000_000];
const FORMS = ['YAML', 'JSON', 'structured'] as const;
/** As many samples as fit into about this many bytes of results, within these bounds. */
const BYTES_A_FIGURE = 24_000_000;
const [FEWEST, MOST] = [60, 3000];

type ResultForm = (typeof FORMS)[number];

// ── what a session meets ────────────────────────────────────────────────────────────────────────

const toolOf = (name: string, annotations: JsonObject, roles: JsonObject): TracedTool => {
  const properties = Object.fromEntries(Object.keys(roles).map((role) => [role, { type: 'string' }]));
  const definition: JsonObject = {
    name,
    annotations,
    inputSchema: { type: 'object', properties },
    _meta: { 'dev.callgate/arguments': roles },
  };
  return traceTool(describeTool({ server: 'office', trust: 'trusted', definition }), definition, {
    identities: ['me@corp.example'],
  });
};

const LISTS = toolOf(
  'list_messages',
  { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: true, sensitiveDataHint: true },
  {},
);
const SENDS = toolOf(
  'send_message',
  { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  { to: 'destination', message_id: 'object', body: 'payload' },
);

const WORDS = [
  'the',
  'meeting',
  'notes',
  'were',
  'sent',
  'by',
  'harbour',
  'office',
  'about',
  'prices',
  'and',
];

const recordOf = (random: BenchRandom, at: number): JsonObject => ({
  id: `m-${at}`,
  sender: `person${random.below(1000)}@corp.example`,
  subject: `Report ${at}`,
  body: Array.from({ length: 14 }, () => random.pick(WORDS)).join(' '),
});

const blockOf = (record: JsonObject): string =>
  Object.entries(record)
    .map(([key, value], index) => `${index === 0 ? '- ' : '  '}${key}: ${String(value)}\n`)
    .join('');

const asText = (text: string): Json => ({ content: [{ type: 'text', text }] });

/** A result of about as many characters as wanted, and the same as JSON text to compare with. */
const resultOf = (
  random: BenchRandom,
  size: number,
  form: ResultForm,
  first: number = 1000 + random.below(1_000_000),
): { readonly result: Json; readonly json: string } => {
  const records: JsonObject[] = [];
  let length = 0;
  while (length < size) {
    const record = recordOf(random, records.length === 0 ? first : 1000 + random.below(1_000_000));
    if (records.length > 0 && length + JSON.stringify(record).length > size * 1.1) break;
    records.push(record);
    length += JSON.stringify(record).length + 1;
  }
  const json = JSON.stringify(records);
  const result =
    form === 'YAML'
      ? asText(records.map(blockOf).join(''))
      : form === 'JSON'
        ? asText(json)
        : { content: [], structuredContent: { messages: records } };
  return { result, json };
};

const PROMPT =
  'Please answer the message "Report 77" from person7@corp.example, send it to ann@shop.example as well, and tell me by March 4, 2026 what 1,205 euros are for.';

const BY_WORDS: JsonObject = {
  to: 'ann@shop.example',
  body: 'As wished, see person7@corp.example for more.',
};

/** The thing that the person named stands in the newest result. */
const BY_RECORD: JsonObject = { ...BY_WORDS, message_id: 'm-77' };

/** Nobody named it, so all that was seen is searched for where it comes from, and a person is asked. */
const byNobody = (at: number): JsonObject => ({ ...BY_WORDS, message_id: `m-${at}-x` });

// ── measuring ───────────────────────────────────────────────────────────────────────────────────

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

const quantiles = (samples: readonly number[]): Quantiles => {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
};

const policy = presetPolicy('intent');
const engine = new Engine(policy);

const decideOn = (session: Session, args: JsonObject): string => {
  const { labels, words, origins } = judgeCall(session, SENDS, args);
  const input: DecisionInput = {
    v: 1,
    tool: SENDS.tool,
    labels,
    words,
    origins,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: Date.UTC(2026, 10, 15, 12), offsetMinutes: 0 },
    policy: policy.revision,
  };
  return engine.decide(input).outcome;
};

/** A session after so many events, the last of which are results of the given size, as far as it keeps them. */
const sessionAfter = (random: BenchRandom, events: number, size: number, form: ResultForm): Session => {
  let session = applyEvent(startSession('bench'), { type: 'user', text: PROMPT });
  const small = 256;
  for (let at = 1; at < events; at += 2) {
    const result = resultOf(random, at > events - 40 ? Math.min(size, 4000) : small, form).result;
    for (const event of eventsOf(`c${at}`, result)) session = applyEvent(session, event);
  }
  return session;
};

const eventsOf = (id: string, result: Json): readonly [SessionEvent, SessionEvent] => [
  { type: 'call', id, tool: LISTS },
  { type: 'result', id, tool: LISTS, args: {}, result, intended: true },
];

const KINDS = ['taken', 'byWords', 'firstByRecord', 'byRecord', 'byNobody', 'parse'] as const;

type SessionCostKind = (typeof KINDS)[number];

interface SessionRow {
  readonly form: ResultForm;
  readonly size: number;
  readonly events: number;
  readonly samples: number;
  /**
   * `taken`: the result is taken in. `byWords`: a call is decided whose values the person named. `firstByRecord`: one
   * on a thing whose record the person named, for which the new result is read now. `byRecord`: the same once more.
   * `byNobody`: one with a value that nobody named. `parse`: `JSON.parse` of the same records, in the same rounds.
   */
  readonly ns: Readonly<Record<SessionCostKind, Quantiles>>;
}

const measureRow = (random: BenchRandom, form: ResultForm, size: number, events: number): SessionRow => {
  const samples = Math.max(FEWEST, Math.min(MOST, Math.round(BYTES_A_FIGURE / size)));
  const base = sessionAfter(random, events, size, form);
  decideOn(base, byNobody(0));
  const variants = Array.from({ length: Math.min(samples, 50) }, () => resultOf(random, size, form, 77));
  const all: Record<SessionCostKind, number[]> = {
    taken: [],
    byWords: [],
    firstByRecord: [],
    byRecord: [],
    byNobody: [],
    parse: [],
  };
  const warmUp = Math.ceil(samples / 10);
  for (let round = -warmUp; round < samples; round += 1) {
    const { result, json } = random.pick(variants);
    const [goes, comes] = eventsOf(`r${round}`, result);
    const called = applyEvent(base, goes);
    const args = byNobody(round);
    let session = called;
    const took: Readonly<Record<SessionCostKind, number>> = {
      taken: timeWork(() => {
        session = applyEvent(called, comes);
        return session.kept;
      }),
      byWords: timeWork(() => decideOn(session, BY_WORDS).length),
      firstByRecord: timeWork(() => decideOn(session, BY_RECORD).length),
      byRecord: timeWork(() => decideOn(session, BY_RECORD).length),
      byNobody: timeWork(() => decideOn(session, args).length),
      parse: timeWork(() => String(JSON.parse(json)).length),
    };
    if (round >= 0) for (const kind of KINDS) all[kind].push(took[kind]);
  }
  return {
    form,
    size,
    events,
    samples,
    ns: {
      taken: quantiles(all.taken),
      byWords: quantiles(all.byWords),
      firstByRecord: quantiles(all.firstByRecord),
      byRecord: quantiles(all.byRecord),
      byNobody: quantiles(all.byNobody),
      parse: quantiles(all.parse),
    },
  };
};

/** Taken in, and decided on by the person's words. */
const costOf = ({ ns }: SessionRow): number => ns.taken.p50 + ns.byWords.p50;

/** What the size of a new result decides: taking it in, and reading it when it is first looked into. */
const readingOf = ({ ns }: SessionRow): number =>
  ns.taken.p50 + Math.max(0, ns.firstByRecord.p50 - ns.byRecord.p50);

interface EventRow {
  readonly events: number;
  readonly user: Quantiles;
  readonly call: Quantiles;
  readonly result: Quantiles;
}

/** One small event on sessions of several lengths. */
const measureEvents = (random: BenchRandom, events: number): EventRow => {
  const base = sessionAfter(random, events, 256, 'JSON');
  const all: Record<'user' | 'call' | 'result', number[]> = { user: [], call: [], result: [] };
  for (let round = -300; round < 3000; round += 1) {
    const [goes, comes] = eventsOf(`r${round}`, resultOf(random, 100, 'JSON').result);
    const each: Record<keyof typeof all, SessionEvent> = {
      user: { type: 'user', text: PROMPT },
      call: goes,
      result: comes,
    };
    for (const kind of ['user', 'call', 'result'] as const) {
      const took = timeWork(() => applyEvent(base, each[kind]).kept);
      if (round >= 0) all[kind].push(took);
    }
  }
  return {
    events,
    user: quantiles(all.user),
    call: quantiles(all.call),
    result: quantiles(all.result),
  };
};

interface StateRow {
  readonly events: number;
  readonly size: number;
  readonly json: number;
  readonly heap: number | undefined;
  readonly kept: number;
  readonly droppedResults: number;
}

/** What a session of so many events, each result of the given size, takes: written down, and in memory. */
const measureState = (random: BenchRandom, events: number, size: number): StateRow => {
  const copies = events >= 10_000 ? 2 : 20;
  const make = (): Session => {
    let session = applyEvent(startSession('bench'), { type: 'user', text: PROMPT });
    for (let at = 1; at < events; at += 2)
      for (const event of eventsOf(
        `c${at}`,
        JSON.parse(JSON.stringify(resultOf(random, size, 'JSON').result)),
      ))
        session = applyEvent(session, event);
    decideOn(session, byNobody(events));
    return session;
  };
  make();
  const before = heapInUse();
  const sessions = Array.from({ length: copies }, make);
  const after = heapInUse();
  const [first] = sessions;
  if (first === undefined) throw new RangeError('no session');
  return {
    events,
    size,
    json: JSON.stringify(first).length,
    heap: before === undefined || after === undefined ? undefined : Math.round((after - before) / copies),
    kept: first.kept,
    droppedResults: first.dropped.results,
  };
};

// ── telling ─────────────────────────────────────────────────────────────────────────────────────

const microseconds = (ns: number): string => `${ns < 100_000 ? (ns / 1000).toFixed(1) : count(ns / 1000)} µs`;
const both = ({ p50, p99 }: Quantiles): string => `${microseconds(p50)} / ${microseconds(p99)}`;
const bytes = (value: number | undefined): string => (value === undefined ? '' : `${count(value)} B`);

/** `npm run bench -- session` */
export const benchSession = (): void => {
  if (globalThis.gc === undefined) {
    setFlagsFromString('--expose-gc');
    globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  }
  const random = new BenchRandom(SEED);
  printLine(
    'Every figure is p50 / p99. An event is applied to a session; a decision is judgeCall and Engine.decide.\n',
  );

  const events = EVENTS.map((each) => measureEvents(random, each));
  printLine(
    table(
      ['events so far', 'user', 'call', 'result of 100 B'],
      events.map((row) => [count(row.events), both(row.user), both(row.call), both(row.result)]),
    ),
  );

  const rows = FORMS.flatMap((form) =>
    SIZES.flatMap((size) => EVENTS.map((each) => measureRow(random, form, size, each))),
  );
  printLine(
    `\n${table(
      [
        'result',
        'events so far',
        'taken in',
        'by words',
        'first by record',
        'by record',
        'by nobody',
        'JSON.parse',
        'reading / parse',
      ],
      rows.map((row) => [
        `${row.form}, ${count(row.size)} B`,
        count(row.events),
        ...KINDS.map((kind) => both(row.ns[kind])),
        times(readingOf(row) / row.ns.parse.p50),
      ]),
    )}`,
  );
  printLine(
    '\ntaken in: the event. by words: a decision on values the person named. by record: on a thing whose record',
  );
  printLine(
    'in the newest result the person named; the first one reads that result. by nobody: on a value that nobody',
  );
  printLine('named, which is searched for in all that was seen, and the call is held.');
  printLine(
    'reading / parse: taking a result in and reading it, against JSON.parse of the same records, same rounds.',
  );

  const growth = FORMS.map((form) => ({
    form,
    nsAByte: rows
      .filter((row) => row.form === form && row.events === 100)
      .map((row) => readingOf(row) / row.size),
  }));
  printLine(
    `\n${table(
      ['taken in and read, ns a byte, at 100 events', ...SIZES.map((size) => `${count(size)} B`)],
      growth.map(({ form, nsAByte }) => [form, ...nsAByte.map((ns) => ns.toFixed(2))]),
    )}`,
  );
  printLine(
    '\nof a result larger than 65,536 characters only the beginning is kept, and it is not read for records.',
  );

  const wanted = rows.filter((row) => row.size === 2_000 && row.events === 100);
  const slowest = Math.max(...wanted.map(costOf));
  const shown = wanted.map((row) => `${row.form} ${microseconds(costOf(row))}`).join(', ');
  printLine(
    `\nwanted: p50 under 30 µs for a 2-KB result at 100 events; taken in and decided by words: ${shown}: ${slowest < 30_000 ? 'met' : 'missed'}`,
  );

  const state = [
    ...EVENTS.map((each) => measureState(random, each, 2_000)),
    measureState(random, 100, 64_000),
    measureState(random, 100, 1_000_000),
  ];
  printLine(
    `\n${table(
      ['events', 'each result', 'as JSON', 'heap', 'characters kept', 'results dropped'],
      state.map((row) => [
        count(row.events),
        bytes(row.size),
        bytes(row.json),
        bytes(row.heap),
        count(row.kept),
        count(row.droppedResults),
      ]),
    )}`,
  );

  process.stdout.write(`\n(consumed: ${consumedSoFar()})\n`);
  writeResult('session', {
    ...provenance('npm run bench -- session'),
    seed: SEED,
    events,
    results: rows,
    growth,
    state,
    wanted: { underNs: 30_000, slowestNs: slowest },
  });
};
