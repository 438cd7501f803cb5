import { existsSync, readFileSync } from 'node:fs';
import { count } from '../report.ts';
import type { Ceiling } from './ceiling.ts';
import { findCeiling } from './ceiling.ts';
import { EMBEDDED, FLOOR, onDatabase } from './names.ts';
import type { ScaleResult } from './result.ts';
import { scaleResultSchema } from './result.ts';
import { overviewTable } from './tables.ts';

const RESULT = new URL('../results/scale.json', import.meta.url);

const WHY: Readonly<Record<Ceiling, string>> = {
  processors: 'all processors are busy',
  threads: 'the one thread of each gate is busy all the time',
  'round trips':
    'the connection on which a gate writes waits for the gate’s next statement most of the time, while processors are free',
  database: 'the server works on the statements of the one connection on which a gate writes',
  disk: 'commits wait for the disk',
  standby: 'commits wait for the standby',
  locks: 'transactions wait for what others have locked',
  unknown: 'nothing stands out',
};

const share = (value: number): string => `${Math.round(value * 100)} %`;

/** Most in flight: where more would not be more. */
const most = (result: ScaleResult, setUp: string): ScaleResult['figures'][number] | undefined =>
  result.figures.filter((figure) => figure.setUp === setUp).toSorted((a, b) => b.inFlight - a.inFlight)[0];

const ceilingLines = (result: ScaleResult): readonly string[] =>
  result.looked
    .filter(({ figure }) => figure.inFlight === most(result, figure.setUp)?.inFlight)
    .map(({ figure, lanes, statementsACall }) => {
      const measured = most(result, figure.setUp) ?? figure;
      const { coresOfGates, coresOfDatabase, coresOfAll } = measured;
      return (
        `- ${figure.setUp}: ${WHY[findCeiling(measured, lanes, result.cores)]}. ` +
        `${coresOfGates.toFixed(1)} of ${result.cores} processors for gates, ${coresOfDatabase.toFixed(1)} for the database` +
        `${coresOfAll === null ? '' : `, ${coresOfAll.toFixed(1)} in all`}; ` +
        `that connection: ${share(lanes.gate)} waiting for the gate, ${share(lanes.running)} in the server, ` +
        `${share(lanes.disk)} for the disk, ${share(lanes.standby)} for the standby, ${share(lanes.locks)} for locks; ` +
        `${statementsACall.toFixed(0)} statements a call.`
      );
    });

const againstFile = (result: ScaleResult): string => {
  const file = most(result, EMBEDDED);
  const ratios = [1, 2, 3].flatMap((gates) => {
    const figure = most(result, onDatabase(gates));
    return file === undefined || figure === undefined
      ? []
      : [`${(figure.perSecond / file.perSecond).toFixed(2)} with ${gates}`];
  });
  return `Calls a second as a multiple of one gate on a file, ${file?.inFlight ?? ''} in flight at each gate: ${ratios.join(', ')}.`;
};

/** What was measured while others worked says more of them than of gates. */
const busyText = ({ command, cores, loadAverage }: ScaleResult): string =>
  `\`${command}\` measures it. It was run last while others worked on the machine (load average ${loadAverage} on ${cores} processors): ` +
  'its [figures](../../bench/results/scale.md) are not of much use.';

/** What the page on several gates says of their cost. */
export const scaleText = (result: ScaleResult): string => {
  if (result.loadAverage > result.cores) return busyText(result);
  const figure = most(result, onDatabase(1));
  return [
    `\`${result.command}\` on ${result.date.slice(0, 10)}: PostgreSQL ${result.postgres} with everything synced, ` +
      `${result.cores} processors for gates, clients and servers together (load average ${result.loadAverage} before, ` +
      `${result.loadAverageAfter} after), a disk that keeps a page in ${count(result.microsToSync)} µs. ` +
      `Medians of ${figure?.rounds ?? 0} rounds in turns. *${FLOOR}*: the same server without a gate.`,
    overviewTable(result.figures, 'in flight at each gate'),
    againstFile(result),
    `What keeps it from being more:`,
    ceilingLines(result).join('\n'),
    ...(result.gateways.length === 0
      ? []
      : [
          'The whole gateway, over HTTP to an upstream over HTTP:',
          overviewTable(result.gateways, 'in flight at each gateway'),
        ]),
  ].join('\n\n');
};

export const scaleRegion = (): string =>
  existsSync(RESULT)
    ? scaleText(scaleResultSchema.parse(JSON.parse(readFileSync(RESULT, 'utf8'))))
    : '`npm run bench -- scale` measures it.';
