import type { ScanReport, ScannedPreset } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';

export const BARS = ['error', 'warning', 'block', 'chain'] as const;
export type Bar = (typeof BARS)[number];

export const barsFrom = (written: string | undefined): readonly Bar[] =>
  (written?.split(',') ?? []).map((word) => {
    const bar = BARS.find((each) => each === word.trim());
    if (bar !== undefined) return bar;
    throw new CallgateError('OPTION_VALUE', `--fail-on knows no \`${display(word, { max: 40 })}\``, {
      help: `write one or several of ${BARS.join(', ')}, separated by commas`,
    });
  });

const reaches = (report: ScanReport, bar: Bar, preset: ScannedPreset): boolean => {
  const { servers, chains } = report;
  // what could not be looked at is not shown to be fine
  if (servers.some(({ problem }) => problem !== undefined)) return true;
  if (bar === 'chain') return chains.some(({ policy }) => policy === preset);
  if (bar === 'block') return servers.some(({ outcomes }) => outcomes[preset].block > 0);
  const findings = servers.flatMap(({ findings: own, tools }) => [
    ...own,
    ...tools.flatMap((tool) => tool.findings),
  ]);
  return findings.some(
    ({ severity }) => severity === 'error' || (bar === 'warning' && severity === 'warning'),
  );
};

export const reachedBars = (
  report: ScanReport,
  bars: readonly Bar[],
  preset: ScannedPreset,
): readonly Bar[] => bars.filter((bar) => reaches(report, bar, preset));
