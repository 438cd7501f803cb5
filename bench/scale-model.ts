import { readFileSync } from 'node:fs';
import { BenchRandom } from './bench-random.ts';
import { count, printLine, provenance, table, writeResult } from './report.ts';
import { MODELLED, makeScaleModel, readScaleResult, valueAt } from './scale-model/model.ts';
import type { SimulationPlan, SimulationResult } from './scale-model/simulate.ts';
import { simulateCalls } from './scale-model/simulate.ts';

/** Assumed, not measured: change them to your own. */
const ASSUMED = {
  secondsBetweenCalls: 30,
  peak: 3,
  shareAsked: 0.01,
  secondsToAnswer: 20,
  mostWaiting: 200,
} as const;

const SEED = 7;
const FOR_MS = 20_000;

interface Step {
  readonly agents: number;
  readonly databases: number;
  readonly replicas: number;
  readonly cores: number;
}

const STEPS: readonly Step[] = [
  { agents: 1000, databases: 1, replicas: 2, cores: 2 },
  { agents: 5000, databases: 1, replicas: 3, cores: 4 },
  { agents: 10_000, databases: 1, replicas: 4, cores: 8 },
  { agents: 10_000, databases: 1, replicas: 2, cores: 8 },
  { agents: 30_000, databases: 3, replicas: 3, cores: 8 },
  { agents: 100_000, databases: 8, replicas: 4, cores: 8 },
];

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : count(value)} ms`;
const share = (value: number): string => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;

const callsOf = (agents: number): number => (agents * ASSUMED.peak) / ASSUMED.secondsBetweenCalls;

const resultCells = (found: SimulationResult): readonly string[] => [
  ms(found.p50),
  ms(found.p99),
  share(found.refused / Math.max(1, found.calls)),
  share(found.databaseBusy),
  share(found.numberingBusy),
];

const RESULT_HEAD = ['p50', 'p99', 'told to come again', 'processors of databases', 'numbering'];

/** What measured figures come to with more agents, and where it ends. */
export const benchScaleModel = (): void => {
  const measured = readScaleResult(readFileSync(new URL('results/scale.json', import.meta.url), 'utf8'));
  const model = makeScaleModel(measured);
  const random = (): (() => number) => {
    const from = new BenchRandom(SEED);
    return () => from.next();
  };
  const plan = ({ databases, replicas, cores }: Step): Omit<SimulationPlan, 'rate' | 'mostWaiting'> => ({
    databases,
    replicasADatabase: replicas,
    coresADatabase: cores,
    forMs: FOR_MS,
    random: random(),
  });

  printLine(
    `Measured on ${measured.date.slice(0, 10)} at load ${measured.loadAverage} (results/scale.json; "${MODELLED.gate}", "${MODELLED.gateway}"): a commit takes ${valueAt(model.commit, 0).toFixed(2)} ms and ${model.commit.each.toFixed(3)} ms for each piece of work in it (a call is two), of which the database's processors ${valueAt(model.database, 0).toFixed(2)} ms and ${model.database.each.toFixed(3)} ms; a replica's process ${model.replicaCpu.toFixed(2)} ms a call; numbering an entry ${model.numbering.toFixed(3)} ms, one after the other; ${count(model.bytesACall)} bytes of WAL a call.`,
  );
  printLine(
    `Assumed: a call every ${ASSUMED.secondsBetweenCalls} s from each agent, ${ASSUMED.peak} times as many at the peak, arrivals by chance, ${share(ASSUMED.shareAsked)} of the calls asked about, ${ASSUMED.secondsToAnswer} s for an answer, every replica and database with processors of its own, an even spread over databases. Everything below is simulated (${FOR_MS / 1000} s of the peak, seed ${SEED}); servers' own time is not in it.`,
  );

  const steps = STEPS.map((step) => ({
    ...step,
    ...simulateCalls(model, {
      ...plan(step),
      rate: () => callsOf(step.agents),
      mostWaiting: ASSUMED.mostWaiting,
    }),
  }));
  printLine(
    `\n${table(
      ['agents', 'calls/s at the peak', 'databases', 'replicas each', 'processors each', ...RESULT_HEAD],
      steps.map((step) => [
        count(step.agents),
        count(callsOf(step.agents)),
        String(step.databases),
        String(step.replicas),
        String(step.cores),
        ...resultCells(step),
      ]),
    )}`,
  );

  const crowd: Step = { agents: 10_000, databases: 1, replicas: 4, cores: 8 };
  const bursts = [Infinity, ASSUMED.mostWaiting, 50].map((mostWaiting) => ({
    mostWaiting,
    ...simulateCalls(model, {
      ...plan(crowd),
      rate: (at) => callsOf(crowd.agents) * (at > 5000 && at < 10_000 ? 5 : 1),
      mostWaiting,
    }),
  }));
  printLine(
    `\n${count(crowd.agents)} agents, and for 5 s five times as many calls, by how many may wait at a replica:\n\n${table(
      ['may wait', ...RESULT_HEAD],
      bursts.map((each) => [
        Number.isFinite(each.mostWaiting) ? count(each.mostWaiting) : 'all',
        ...resultCells(each),
      ]),
    )}`,
  );

  const days = STEPS.map(({ agents }) => agents).filter((agents, n, all) => all.indexOf(agents) === n);
  const loads = days.map((agents) => {
    const callsADay = (agents * 86_400) / ASSUMED.secondsBetweenCalls;
    const asked = callsOf(agents) * ASSUMED.shareAsked;
    return {
      agents,
      callsADay,
      walBytesADay: callsADay * model.bytesACall,
      people: Math.ceil(asked * ASSUMED.secondsToAnswer),
    };
  });
  printLine(
    `\n${table(
      ['agents', 'calls a day', 'WAL a day', 'people who answer at the peak'],
      loads.map((each) => [
        count(each.agents),
        count(each.callsADay),
        `${count(each.walBytesADay / 1e9)} GB`,
        count(each.people),
      ]),
    )}`,
  );
  writeResult('scale-model', {
    ...provenance('npm run bench -- scale-model'),
    measured: { date: measured.date, loadAverage: measured.loadAverage },
    assumed: ASSUMED,
    model,
    steps,
    bursts: bursts.map((each) => ({
      ...each,
      mostWaiting: Number.isFinite(each.mostWaiting) ? each.mostWaiting : null,
    })),
    loads,
  });
};
