import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Database } from './database.ts';
import type { Figure } from './figures.ts';
import { figureOf } from './figures.ts';
import type { SetUp } from './set-up.ts';
import { turn } from './turn.ts';
import type { Shares } from './waits.ts';
import { Looks, doingOf } from './waits.ts';

const LOOK_EVERY_MS = 10;

/** What connections did while calls were made. The figures beside are those of the time of looking, which costs a little. */
export interface Looked {
  readonly figure: Figure;
  readonly looks: number;
  /** Of the connections that write, one a gate. */
  readonly lanes: Shares;
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

const watch = async (
  database: Database,
  schema: string,
  isOver: () => boolean,
): Promise<Pick<Looked, 'looks' | 'lanes' | 'numbering' | 'waitingToNumber'>> => {
  const { lanes, others } = await database.connections(schema);
  const writing = new Looks();
  const [numbering, waiting] = [{ seen: 0 }, { seen: 0 }];
  let times = 0;
  while (!isOver()) {
    const doings = (await database.activity()).map((each) => {
      if (lanes.has(each.pid)) writing.add(each);
      return others.has(each.pid) ? doingOf(each) : 'idle';
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

const perCall = (all: readonly Asked[], calls: number): Pick<Looked, 'statementsACall' | 'statements'> => ({
  statementsACall: all.reduce((sum, { times }) => sum + times, 0) / calls,
  statements: all.slice(0, MOST_STATEMENTS).map(({ query, times, milliseconds }) => ({
    query: query.replaceAll(/\s+/g, ' ').slice(0, 100),
    timesACall: times / calls,
    microsecondsACall: (milliseconds * 1000) / calls,
  })),
});

/** One turn in which the database is asked all the time what it is doing. */
export const look = async (setUp: SetUp, inFlight: number, milliseconds: number): Promise<Looked> => {
  const { database, schema, name, workers } = setUp;
  if (database === undefined || schema === undefined) throw new Error(`${name} is in no database`);
  await database.countStatements(true);
  let over = false;
  const watching = watch(database, schema, () => over);
  const slice = await turn(setUp, inFlight, milliseconds).finally(() => {
    over = true;
  });
  const watched = await watching;
  const asked = await database.statements();
  await database.countStatements(false);
  return {
    figure: figureOf(name, workers.length, inFlight, [slice]),
    ...watched,
    ...perCall(asked, slice.calls),
  };
};
