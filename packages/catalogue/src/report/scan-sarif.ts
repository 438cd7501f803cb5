import type { JsonObject, Json } from '@callgate/core';
import { display } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import { chainMessages } from '@callgate/messages/catalogue/chains';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import { RULES } from '../lint/rules.ts';
import type { ScanReport } from '../scan/scan-report.ts';
import type { ReportHeader } from './html-page.ts';
import { allFindings } from './scan-totals.ts';
import { findingLocation, toolPath } from './report-phrases.ts';

/** A message of SARIF has links in brackets and places in braces: neither comes from what others wrote. */
const message = (text: string, max = 2000): JsonObject => ({
  text: display(text, { max })
    .replaceAll(/[\\[\]]/g, String.raw`\$&`)
    .replaceAll('{', '{{')
    .replaceAll('}', '}}'),
});

/** Path of the file in which a server or its list stands, where there is one. */
type ArtifactLookup = (server: string) => string | undefined;

interface SarifLocation {
  readonly server: string;
  readonly tool: string | null;
  readonly path: readonly (string | number)[];
}

const logical = (place: SarifLocation): JsonObject => {
  const { server, tool, path } = place;
  return {
    name: display(tool ?? server, { max: 160 }),
    fullyQualifiedName: findingLocation(place),
    kind: path.length > 0 ? 'member' : tool === null ? 'module' : 'function',
  };
};

/** An encoded reference: no character of a path is taken for a scheme or a query. */
const uriOf = (path: string): string => path.toWellFormed().split(/[/\\]/).map(encodeURIComponent).join('/');

const location = (place: SarifLocation, artifact: ArtifactLookup): JsonObject => {
  const file = artifact(place.server);
  return {
    logicalLocations: [logical(place)],
    ...(file === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } } }),
  };
};

/** The same for the same trouble at the same place, however it is worded and whatever else is found. */
const fingerprint = (parts: Json): JsonObject => ({ 'callgate/v1': digest('sarif', parts) });

const LEVEL = { error: 'error', warning: 'warning', note: 'note' } as const;

/** `nth` tells apart what one rule finds more than once at one place. */
const findingResult = (finding: Finding, nth: number, artifact: ArtifactLookup): JsonObject => {
  const { rule, severity, span } = finding;
  return {
    ruleId: display(rule, { max: 200 }),
    level: LEVEL[severity],
    message: message(errorSentences(finding)),
    locations: [location(finding, artifact)],
    partialFingerprints: fingerprint([display(rule), findingLocation(finding), nth]),
    ...(span === undefined ? {} : { properties: { characters: [span[0], span[1]] } }),
  };
};

const chainResult = ({ kind, policy, steps, story }: Chain, artifact: ArtifactLookup): JsonObject => {
  const told = steps.map((step) => ({
    location: { ...location({ ...step, path: [] }, artifact), message: message(step.because, 600) },
  }));
  const [first] = steps;
  return {
    ruleId: `chain/${kind}`,
    level: policy === 'observe' ? 'note' : 'warning',
    message: message(texts.underPolicy({ policy, story })),
    locations: first === undefined ? [] : [location({ ...first, path: [] }, artifact)],
    partialFingerprints: fingerprint([kind, display(policy), ...steps.map(toolPath)]),
    ...(told.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: told }] }] }),
  };
};

/** What is known of a rule besides its id. */
export interface SarifRule {
  readonly id: string;
  readonly explanation: string;
  readonly docs?: string;
}

export interface SarifOptions extends ReportHeader {
  /** Where code review can show it: GitHub shows only what has a file. */
  readonly artifact?: ArtifactLookup;
  readonly rules?: readonly SarifRule[];
}

const CHAIN_RULES: readonly SarifRule[] = [
  {
    id: 'chain/trifecta',
    explanation: chainMessages.rules.trifecta,
  },
  {
    id: 'chain/untrusted-to-destructive',
    explanation: chainMessages.rules.destructive,
  },
];

/** `poison/hidden-characters` in words, where nobody explains it. */
const inWords = (id: string): string => id.replaceAll('/', ': ').replaceAll('-', ' ');

const ruleOf = (id: string, told: readonly SarifRule[]): JsonObject => {
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
    const key = JSON.stringify([finding.rule, findingLocation(finding)]);
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
                : [{ level: 'error', message: message(texts.failedBecause({ server: name, problem })) }],
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
