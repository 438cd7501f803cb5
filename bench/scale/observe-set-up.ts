import { setTimeout as sleep } from 'node:timers/promises';
import type { StatementStats, BenchDatabase } from './bench-database.ts';
import type { ScaleFigure } from './scale-figure.ts';
import { computeScaleFigure } from './scale-figure.ts';
import type { ScaleSetUp } from './scale-set-up.ts';
import { runTurn } from './run-turn.ts';
import type { TimeShares } from './connection-activity.ts';
import { ActivitySampler, classifyActivity } from './connection-activity.ts';

const LOOK_EVERY_MS = 10;

/** What connections did while calls were made. The figures beside are those of the time of looking, which costs a little. */
export interface SetUpObservation {
  readonly figure: ScaleFigure;
  readonly looks: number;
  /** Of the connections that write, one a gate. */
  readonly lanes: TimeShares;
  /** How much of the time some connection was giving rows their numbers, and how much some waited to. */
  readonly numbering: number;
  readonly waitingToNumber: number;
  readonly statementsACall: number;
  readonly statements: readonly {
    readonly query: string;
    readonly timesACall: number;
    readonly microsecondsACall: number;
  }[];
}

const MOST_STATEMENTS = 20;

const sampleActivity = async (
  database: BenchDatabase,
  schema: string,
  isOver: () => boolean,
): Promise<Pick<SetUpObservation, 'looks' | 'lanes' | 'numbering' | 'waitingToNumber'>> => {
  const { lanes, others } = await database.connections(schema);
  const writing = new ActivitySampler();
  const [numbering, waiting] = [{ seen: 0 }, { seen: 0 }];
  let times = 0;
  while (!isOver()) {
    const doings = (await database.activity()).map((each) => {
      if (lanes.has(each.pid)) writing.add(each);
      return others.has(each.pid) ? classifyActivity(each) : 'idle';
    });
    times += 1;
    if (doings.some((doing) => doing !== 'idle' && doing !== 'locks')) numbering.seen += 1;
    if (doings.includes('locks')) waiting.seen += 1;
    await sleep(LOOK_EVERY_MS);
  }
  const share = (seen: number): number => (times === 0 ? 0 : seen / times);
  return {
    looks: writing.looks,
    lanes: writing.shares(),
    numbering: share(numbering.seen),
    waitingToNumber: share(waiting.seen),
  };
};

const perCall = (
  all: readonly StatementStats[],
  calls: number,
): Pick<SetUpObservation, 'statementsACall' | 'statements'> => ({
  statementsACall: all.reduce((sum, { times }) => sum + times, 0) / calls,
  statements: all.slice(0, MOST_STATEMENTS).map(({ query, times, milliseconds }) => ({
    query: query.replaceAll(/\s+/g, ' ').slice(0, 100),
    timesACall: times / calls,
    microsecondsACall: (milliseconds * 1000) / calls,
  })),
});

/** One turn in which the database is asked all the time what it is doing. */
export const observeSetUp = async (
  setUp: ScaleSetUp,
  inFlight: number,
  milliseconds: number,
): Promise<SetUpObservation> => {
  const { database, schema, name, workers } = setUp;
  if (database === undefined || schema === undefined) throw new Error(`${name} is in no database`);
  await database.countStatements(true);
  let over = false;
  const watching = sampleActivity(database, schema, () => over);
  const slice = await runTurn(setUp, inFlight, milliseconds).finally(() => {
    over = true;
  });
  const watched = await watching;
  const asked = await database.statements();
  await database.countStatements(false);
  return {
    figure: computeScaleFigure(name, workers.length, inFlight, [slice]),
    ...watched,
    ...perCall(asked, slice.calls),
  };
};
