import type { ScanReport, ScannedPreset } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';

export const SCAN_THRESHOLDS = ['error', 'warning', 'block', 'chain'] as const;
export type ScanThreshold = (typeof SCAN_THRESHOLDS)[number];

export const parseScanThresholds = (written: string | undefined): readonly ScanThreshold[] =>
  (written?.split(',') ?? []).map((word) => {
    const bar = SCAN_THRESHOLDS.find((each) => each === word.trim());
    if (bar !== undefined) return bar;
    throw new CallgateError(
      optionErrors.valueUnknown({
        name: 'fail-on',
        value: display(word, { max: 40 }),
        values: SCAN_THRESHOLDS.join(', '),
      }),
    );
  });

const isThresholdReached = (report: ScanReport, bar: ScanThreshold, preset: ScannedPreset): boolean => {
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

export const findReachedThresholds = (
  report: ScanReport,
  bars: readonly ScanThreshold[],
  preset: ScannedPreset,
): readonly ScanThreshold[] => bars.filter((bar) => isThresholdReached(report, bar, preset));
