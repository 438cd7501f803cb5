import { existsSync } from 'node:fs';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { contextKey } from '@callgate/core/label';
import { parseStrict } from '@callgate/core/receive';
import type { Keys } from '@callgate/gate';
import type { CallRow, CallState, StoredEntry } from '@callgate/gate/record';
import type { StoreReader, Store } from '@callgate/gate/store';
import { createGate, openKeys } from '@callgate/gate';
import { readAnchorFile } from '@callgate/gate/audit';
import { EXTENSION } from '@callgate/gate/record';
import type { OracleLog } from '@callgate/gate/testing';
import { checkInvariants, readOracleLog, recordProblems } from '@callgate/gate/testing';
import type { JournalLine } from './journal.ts';
import { readJournal } from './journal.ts';
import type { FaultFiles } from './files.ts';
import { STEPS } from './script.ts';
import { catalogueOfLife, policyOfLife } from './tools.ts';

/** Where somebody lived. */
export interface FaultScene {
  readonly files: FaultFiles;
  /** Resolves when the upstream has written down everything that was sent before. */
  upstreamIsIdle(): Promise<void>;
  open(keys: Keys): Promise<Store>;
  /** What else is wrong with the store. */
  problems(): Promise<readonly string[]>;
  /** Whether requesters may approve their own calls; they may, if absent. */
  readonly selfApproval?: boolean;
  /** When rows were written, where the record says another time. */
  writtenAt?(): Promise<ReadonlyMap<string, number>>;
}

export interface SceneFacts {
  readonly calls: ReadonlyMap<string, CallRow>;
  readonly rows: readonly StoredEntry[];
  readonly log: OracleLog;
  readonly journal: readonly JournalLine[];
}

const PAGE = 1000;

const allCalls = async (reader: StoreReader): Promise<Map<string, CallRow>> => {
  const calls = new Map<string, CallRow>();
  for (let after = ''; ;) {
    const page = await reader.callsAfter(after, PAGE);
    for (const call of page) calls.set(call.id, call);
    const last = page.at(-1);
    if (last === undefined) return calls;
    after = last.id;
  }
};

const allRows = async (reader: StoreReader): Promise<StoredEntry[]> => {
  const rows: StoredEntry[] = [];
  for (;;) {
    const page = await reader.rows(rows.length + 1, PAGE);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
};

const framesOf = (log: OracleLog, call: string): number =>
  log.frames.filter(({ sent }) => sent?.call === call).length;

const has = (rows: readonly StoredEntry[], call: string, event: string): boolean =>
  rows.some((row) => row.call === call && row.event === event);

const UNSENT: ReadonlySet<string> = new Set(['blocked', 'withdrawn', 'refused', 'expired']);

/** Whoever leaves while the store is away is not waited for: others may end the call before the word is written. */
const leftBefore = (told: string, state: CallState): boolean =>
  told === 'withdrawn' && (state === 'expired' || state === 'refused');

/** Of one line of the journal: what the record and the upstream do not know of it. */
const untrue = (line: JournalLine, { calls, rows, log }: SceneFacts): readonly string[] => {
  if (line.what !== 'held' && line.what !== 'voted' && line.what !== 'over') return [];
  const { what, life, step, call } = line;
  const name = `life ${life}, ${step}: ${what}`;
  const row = calls.get(call);
  if (row === undefined) return [`${name}: there is no call ${call === '' ? 'with its ticket' : call}`];
  if (what === 'held') return row.ticket === line.ticket ? [] : [`${name}: it has another ticket`];
  const faults: [boolean, string][] =
    what === 'voted'
      ? [
          [!has(rows, call, 'vote'), 'the vote is lost'],
          [line.state === 'approved' && !has(rows, call, 'approved'), 'the approval is lost'],
          [line.state === 'refused' && row.state !== 'refused', `it was refused and is ${row.state}`],
          [line.state === 'refused' && framesOf(log, call) > 0, 'it was refused and arrived'],
        ]
      : [
          [
            !line.again && line.state !== row.state && !leftBefore(line.state, row.state),
            `the requester was told ${line.state}, and it is ${row.state}`,
          ],
          [!line.again && line.state === 'done' && framesOf(log, call) === 0, 'it never arrived'],
          [
            !line.again && UNSENT.has(line.state) && framesOf(log, call) > 0,
            `it was ${line.state} and arrived`,
          ],
        ];
  return faults.filter(([wrong]) => wrong).map(([, fault]) => `${name}: ${fault}`);
};

/** What the host asked for once, by one key of its own, arrives as one call, however often the host had to start. */
const doubled = ({ log, calls }: SceneFacts): readonly string[] => {
  const arrived = new Set(log.frames.flatMap(({ sent }) => sent?.call ?? []));
  const asked = Map.groupBy(
    [...arrived].flatMap((call) => calls.get(call) ?? []),
    ({ session, key }) => `${session} ${key ?? ''}`,
  );
  return [...asked].filter(([, all]) => all.length > 1).map(([key]) => `${key} arrived as several calls`);
};

const DEEDS: Readonly<Record<string, string>> = {
  says: 'heard',
  declassifies: 'declassified',
  ends: 'context-ended',
};

/** What was done besides calls is in the record. */
const undone = ({ rows, journal }: SceneFacts): readonly string[] => {
  const did = journal.filter((line) => line.what === 'did');
  if (did.length === 0) return [];
  const events = new Set(Object.values(DEEDS));
  const sessions = rows
    .filter(({ event }) => events.has(event))
    .map(({ event, bytes }) => {
      const { extensions } = parseStrict(bytes) as { extensions: Record<string, JsonObject> };
      return `${event} ${String(extensions[EXTENSION]?.['session'])}`;
    });
  return did.flatMap(({ life, step, rows: promised }) => {
    const key = contextKey({
      principal: LOCAL_PRINCIPAL.subject,
      context: `mail-${life}`,
      authenticated: true,
    });
    const found = sessions.filter((each) => each === `${DEEDS[step] ?? ''} ${key}`).length;
    return found >= promised ? [] : [`life ${life}, ${step}: ${found} rows where ${promised} were promised`];
  });
};

const OPEN: ReadonlySet<CallState> = new Set(['held', 'approved', 'dispatching']);

/** Nobody lives: nothing may be out, and nobody may be waited for who waited in a process. */
const leftOver = ({ calls }: SceneFacts): readonly string[] =>
  [...calls.values()]
    .filter(({ state, attached }) => state === 'dispatching' || (attached && OPEN.has(state)))
    .map(({ id, state }) => `call ${id} is still ${state}, and nobody lives`);

/** All lives came to their end: so did their calls, and everybody was told. */
const unended = ({ calls, journal }: SceneFacts): readonly string[] => {
  const lives = new Set(journal.flatMap((line) => ('life' in line ? [line.life] : [])));
  const told = new Set(
    journal.flatMap((line) => (line.what === 'over' ? [`${line.life} ${line.step}`] : [])),
  );
  return [
    ...[...lives].flatMap((life) =>
      STEPS.filter(({ id }) => !told.has(`${life} ${id}`)).map(
        ({ id }) => `life ${life}, ${id}: nobody was told what came of it`,
      ),
    ),
    ...[...calls.values()]
      .filter(({ state }) => OPEN.has(state))
      .map(({ id, state }) => `call ${id} is still ${state}`),
  ];
};

const read = async (
  place: FaultScene,
  store: Store,
  unsynced: ReadonlySet<string> = new Set(),
): Promise<SceneFacts> => {
  const calls = await allCalls(store.read);
  const log = readOracleLog(place.files.log);
  const isLost = (call: string | undefined): boolean =>
    call !== undefined && unsynced.has(call) && !calls.has(call);
  return {
    calls,
    rows: await allRows(store.read),
    log: { ...log, frames: log.frames.filter(({ sent }) => !isLost(sent?.call)) },
    journal: readJournal(place.files.journal).filter(
      (line) => line.what !== 'over' || !unsynced.has(line.call),
    ),
  };
};

/** What the store, the upstream and those outside say, as it is, without anybody seeing to anything. */
export const factsOf = async (place: FaultScene): Promise<SceneFacts> => {
  await place.upstreamIsIdle();
  const store = await place.open(openKeys(place.files.keys));
  try {
    return await read(place, store);
  } finally {
    await store.close();
  }
};

export interface SceneJudgeOptions {
  /** Opens a gate first, as the next process would: it sees to what the dead one left. */
  readonly recover?: boolean;
  /** All lives are said to have come to their end. */
  readonly ended?: boolean;
  /** Calls of which entries may be lost, because the power went before they had to be synced. */
  readonly unsynced?: ReadonlySet<string>;
}

/** Everything that must not be, in words. Ask only when nobody lives in the place. */
export const judge = async (
  place: FaultScene,
  options: SceneJudgeOptions = {},
): Promise<readonly string[]> => {
  const { recover = false, ended = false, unsynced } = options;
  await place.upstreamIsIdle();
  const { files } = place;
  const keys = openKeys(files.keys);
  const store = await place.open(keys);
  try {
    const dead: string[] = [];
    if (recover) {
      const catalogue = catalogueOfLife();
      const limits = { sweepMs: null };
      const gate = await createGate({ policy: policyOfLife(), store, keys, catalogue, limits });
      await gate.close();
      dead.push(...(await store.transact((tx) => tx.deadInstances())));
    }
    const facts = await read(place, store, unsynced);
    const { checkpoints: anchors } = existsSync(files.anchors)
      ? await readAnchorFile(files.anchors)
      : { checkpoints: [] };
    return [
      ...(await checkInvariants({
        log: facts.log,
        reader: store.read,
        selfApproval: place.selfApproval ?? true,
        writtenAt: (await place.writtenAt?.()) ?? new Map(),
        verify: recordProblems(store.read, { keys, anchors }),
      })),
      ...facts.journal.flatMap((line) => untrue(line, facts)),
      ...doubled(facts),
      ...undone(facts),
      ...dead.map((instance) => `opener ${instance} is dead and was not seen to`),
      ...(recover || ended ? leftOver(facts) : []),
      ...(ended ? unended(facts) : []),
      ...(await place.problems()),
    ];
  } finally {
    await store.close();
  }
};
