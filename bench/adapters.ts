import { loadavg } from 'node:os';
import type { AdapterFigures } from './adapters/adapter-figures.ts';
import { computeAdapterFigures } from './adapters/adapter-figures.ts';
import type { Framework } from './adapters/frameworks.ts';
import { FRAMEWORKS } from './adapters/frameworks.ts';
import { ROUNDS, ROUNDS_OF_PROCESSES, measureInOwnProcess } from './adapters/in-own-process.ts';
import { measureSizes } from './adapters/measure-sizes.ts';
import { measureDiskSync } from './adapters/measure-disk-sync.ts';
import type { TurnShape } from './adapters/time-turn.ts';
import { CALLS } from './adapters/time-turn.ts';
import { count, provenance, printLine, table, times, writeResult } from './report.ts';

const GATE_ALONE: Framework = { name: 'no framework, the gate alone', folder: 'gate-alone', subpath: '' };

interface AdapterRow {
  readonly name: string;
  readonly figures: AdapterFigures;
  /** While it was measured. */
  readonly load: number;
}

const measureAll = async (frameworks: readonly Framework[]): Promise<readonly AdapterRow[]> => {
  const rows: AdapterRow[] = [];
  for (const framework of frameworks) {
    const reported = await measureInOwnProcess(framework);
    const { name } = framework;
    process.stderr.write(`${name}\n`);
    if ('problem' in reported) printLine(`${name} was not measured: ${reported.problem}`);
    else
      rows.push({
        name,
        figures: computeAdapterFigures(reported.samples),
        load: Number((loadavg()[0] ?? 0).toFixed(2)),
      });
  }
  return rows;
};

const HEAD = ['bare', 'not synced adds', '× bare', 'durable adds', '× bare', 'CPU added', 'load'];

const printShape = (title: string, shape: TurnShape, rows: readonly AdapterRow[]): void => {
  const lines = rows.flatMap(({ name, figures, load }) => {
    const figure = figures[shape];
    if (figure === undefined) return [];
    const { bare, durable } = figure;
    const unsynced = figure['not synced'];
    return [
      [
        name,
        count(bare.micros),
        count(unsynced.added),
        times(unsynced.timesBare),
        count(durable.added),
        times(durable.timesBare),
        count(durable.addedCpu),
        String(load),
      ],
    ];
  });
  printLine(`\n## ${title}\n`);
  printLine(table(['microseconds', ...HEAD], lines));
};

/** `npm run bench -- adapters [folder of a framework…]`: what the gate adds to an agent of each framework, and how large its adapter is. */
export const benchAdapters = async (): Promise<void> => {
  const named = process.argv.slice(3);
  const all = [GATE_ALONE, ...FRAMEWORKS];
  const frameworks = named.length === 0 ? all : all.filter(({ folder }) => named.includes(folder));
  const origin = provenance('npm run bench -- adapters');
  const sync = measureDiskSync();
  printLine(
    `The same agent with the same scripted model and tools: bare, with a gate on a store that syncs nothing, and with a gate
on the durable store. Each turn is a conversation of its own with ${CALLS} read-only calls that run by themselves. The three
take turns for ${ROUNDS} rounds (${ROUNDS_OF_PROCESSES} where a turn starts a process); medians, *adds* is the median difference within a round.
*CPU added* is of this process, durable. *load* is the load average at the end of the row; the disk keeps a page for good in
${count(sync)} µs (median).`,
  );
  const rows = await measureAll(frameworks);
  printShape('A call, one after the other: from one run of the tool to the next', 'in turn', rows);
  printShape(`A call of ${CALLS} made at once: the whole turn by ${CALLS}`, 'at once', rows);
  printLine(
    '\nThe SDKs that start a process for a turn are not in this table and the next: starting it varies by more than the gate adds.',
  );
  printShape('A turn without calls: hearing the person', 'none', rows);
  printLine('\n## Size\n');
  const sizes = await measureSizes();
  if (named.length === 0)
    writeResult('adapters', {
      ...origin,
      calls: CALLS,
      rounds: ROUNDS,
      roundsOfProcesses: ROUNDS_OF_PROCESSES,
      microsToSync: sync,
      rows,
      sizes,
    });
};
