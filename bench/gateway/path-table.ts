import { count, table, times } from '../report.ts';
import type { GatewayFigure } from './run-rounds.ts';
import type { TransportPath } from './gateway-contestant.ts';

export interface GatewayRow extends GatewayFigure {
  readonly p50TimesDirect: number;
  readonly p50TimesRelay: number;
  readonly shareOfDirect: number;
  readonly cpuTimesRelay: number | undefined;
}

/** Every figure beside those of direct and relay on the same path with the same size. */
export const withRatios = (figures: readonly GatewayFigure[]): GatewayRow[] =>
  figures.map((figure) => {
    const beside = (name: string): GatewayFigure | undefined =>
      figures.find(
        (other) => other.name === name && other.path === figure.path && other.bytes === figure.bytes,
      );
    const direct = beside('direct');
    const relay = beside('raw relay');
    const relayed = relay?.cpuMicrosecondsACall;
    const cpu = figure.cpuMicrosecondsACall;
    return {
      ...figure,
      p50TimesDirect: figure.p50 / (direct?.p50 ?? Number.NaN),
      p50TimesRelay: figure.p50 / (relay?.p50 ?? Number.NaN),
      shareOfDirect: figure.perSecond / (direct?.perSecond ?? Number.NaN),
      cpuTimesRelay: cpu === undefined || relayed === undefined ? undefined : cpu / relayed,
    };
  });

export const size = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${bytes / 1000} KB`);

export const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} ms`;

/** One table of a path: the sizes one after the other. */
export const pathTable = (path: TransportPath, rows: readonly GatewayRow[]): string =>
  table(
    [
      path,
      'result',
      'p50',
      'p99',
      'calls/s',
      'p50 × direct',
      'p50 × relay',
      'calls/s of direct',
      'CPU a call',
      'CPU × relay',
    ],
    rows
      .filter((row) => row.path === path)
      .map((row) => [
        row.name,
        size(row.bytes),
        ms(row.p50),
        ms(row.p99),
        count(row.perSecond),
        times(row.p50TimesDirect),
        times(row.p50TimesRelay),
        `${(row.shareOfDirect * 100).toFixed(1)} %`,
        row.cpuMicrosecondsACall === undefined ? '–' : `${count(row.cpuMicrosecondsACall)} µs`,
        row.cpuTimesRelay === undefined ? '–' : times(row.cpuTimesRelay),
      ]),
  );
