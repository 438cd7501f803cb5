import { table, times } from '../report.ts';
import { size } from './path-table.ts';
import type { GatewayRow } from './path-table.ts';
import type { TransportPath } from './gateway-contestant.ts';

/** How much of direct's p50 a call over stdio may take, for short results. */
const P50_TIMES_DIRECT: Readonly<Partial<Record<TransportPath, number>>> = { 'stdio→stdio': 8 };
const CPU_TIMES_RELAY = 3;
const SHORT = 100;

/** Beside the best peer: how long a call may take, and how many a second there have to be. */
interface PeerTargets {
  readonly p50: number;
  readonly perSecond: number | null;
}

const peerTargets = (bytes: number, isStrict: boolean): PeerTargets => {
  if (isStrict) return { p50: 2, perSecond: null };
  return { p50: 1, perSecond: bytes === SHORT ? 1.5 : 1.2 };
};

export interface TargetVerdict {
  readonly wanted: string;
  readonly path: TransportPath;
  readonly bytes: number;
  readonly measured: number;
  readonly limit: string;
  readonly met: boolean;
}

/** What is wanted of `name` beside `peers`, held against what was measured. */
export const checkTargets = (
  rows: readonly GatewayRow[],
  name: string,
  peers: readonly string[],
  isStrict: boolean = false,
): TargetVerdict[] =>
  rows
    .filter((row) => row.name === name)
    .flatMap((row) => {
      const { path, bytes } = row;
      const rivals = rows.filter(
        (other) => peers.includes(other.name) && other.path === path && other.bytes === bytes,
      );
      const atMost = (
        wanted: string,
        measured: number | undefined,
        most: number | undefined,
      ): TargetVerdict[] =>
        measured === undefined || most === undefined
          ? []
          : [{ wanted, path, bytes, measured, limit: `at most ${most}`, met: measured <= most }];
      const share = row.perSecond / Math.max(...rivals.map(({ perSecond }) => perSecond));
      const { p50, perSecond } = peerTargets(bytes, isStrict);
      const short = bytes === SHORT && !isStrict;
      return [
        ...atMost('p50 × direct', row.p50TimesDirect, short ? P50_TIMES_DIRECT[path] : undefined),
        ...atMost('CPU × relay', row.cpuTimesRelay, isStrict ? undefined : CPU_TIMES_RELAY),
        ...(rivals.length === 0
          ? []
          : [
              ...atMost('p50 × quickest peer', row.p50 / Math.min(...rivals.map((rival) => rival.p50)), p50),
              ...(perSecond === null
                ? []
                : [
                    {
                      wanted: 'calls/s × busiest peer',
                      path,
                      bytes,
                      measured: share,
                      limit: `at least ${perSecond}`,
                      met: share >= perSecond,
                    },
                  ]),
            ]),
      ];
    });

export const verdictTable = (all: readonly TargetVerdict[]): string =>
  table(
    ['wanted', 'path', 'result', 'measured', 'limit', 'met'],
    all.map(({ wanted, path, bytes, measured, limit, met }) => [
      wanted,
      path,
      size(bytes),
      times(measured),
      limit,
      met ? 'yes' : 'no',
    ]),
  );
