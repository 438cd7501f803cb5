import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { Finding } from '../finding.ts';
import { RULES } from '../lint/rules.ts';
import type { ScanReport } from '../scan/report.ts';
import type { ReportOptions } from './options.ts';
import type { ArtifactOf } from './sarif-result.ts';
import { chainResult, findingResult, message } from './sarif-result.ts';
import { allFindings } from './totals.ts';
import { spotOf } from './words.ts';

/** What is known of a rule besides its id. */
export interface ToldRule {
  readonly id: string;
  readonly explanation: string;
  readonly docs?: string;
}

export interface SarifOptions extends ReportOptions {
  /** Where code review can show it: GitHub shows only what has a file. */
  readonly artifact?: ArtifactOf;
  readonly rules?: readonly ToldRule[];
}

const CHAIN_RULES: readonly ToldRule[] = [
  {
    id: 'chain/trifecta',
    explanation: 'untrusted text can make an agent read private data and send it out, and nobody is asked',
  },
  {
    id: 'chain/untrusted-to-destructive',
    explanation: 'untrusted text can make an agent delete or overwrite something, and nobody is asked',
  },
];

/** `poison/hidden-characters` in words, where nobody explains it. */
const inWords = (id: string): string => id.replaceAll('/', ': ').replaceAll('-', ' ');

const ruleOf = (id: string, told: readonly ToldRule[]): JsonObject => {
  const known = told.find((rule) => rule.id === id);
  return {
    id: display(id, { max: 200 }),
    shortDescription: message(known?.explanation ?? inWords(id), 1000),
    ...(known?.docs === undefined ? {} : { helpUri: known.docs }),
  };
};

const numbered = (findings: readonly Finding[]): readonly (readonly [Finding, number])[] => {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = JSON.stringify([finding.rule, spotOf(finding)]);
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return [finding, nth] as const;
  });
};

/** SARIF 2.1.0, for code review. */
export const scanSarif = (report: ScanReport, options: SarifOptions): string => {
  const { title, at, artifact = () => undefined, rules = [] } = options;
  const findings = allFindings(report);
  const ids = [
    ...new Set([...findings.map(({ rule }) => rule), ...report.chains.map(({ kind }) => `chain/${kind}`)]),
  ];
  const log: JsonObject = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Callgate',
            rules: ids.map((id) => ruleOf(id, [...rules, ...CHAIN_RULES, ...RULES])),
          },
        },
        automationDetails: { id: 'callgate/scan/', description: message(title, 200) },
        invocations: [
          {
            executionSuccessful: report.servers.every(({ problem }) => problem === undefined),
            endTimeUtc: new Date(at).toISOString(),
            toolExecutionNotifications: report.servers.flatMap(({ name, problem }) =>
              problem === undefined
                ? []
                : [{ level: 'error', message: message(`${name} could not be looked at: ${problem}`) }],
            ),
          },
        ],
        results: [
          ...numbered(findings).map(([finding, nth]) => findingResult(finding, nth, artifact)),
          ...report.chains.map((chain) => chainResult(chain, artifact)),
        ],
      },
    ],
  };
  return JSON.stringify(log, null, 2);
};
