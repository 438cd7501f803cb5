import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Chain } from '../chain.ts';
import type { Finding, Severity } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import type { ScanReport, ScannedServer } from '../scan/scan-report.ts';
import type { ReportHeader } from './html-page.ts';
import type { JunitSuite, JunitTest } from './junit-xml.ts';
import { junitXml } from './junit-xml.ts';
import { CHAIN_KIND_TEXTS, exactLocation, toolPath } from './report-phrases.ts';

export interface JunitOptions extends ReportHeader {
  /** What fails a test: findings of this severity and worse. Chains count as warnings. */
  readonly failOn?: Severity;
}

const isFailure = (severity: Severity, failOn: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);

const findingText = (finding: Finding): string =>
  `${finding.severity} ${finding.rule} at ${exactLocation(finding)}: ${errorSentences(finding)}`;

/** A test that fails by its worst findings. */
const findingsTest = (
  classname: string,
  name: string,
  findings: readonly Finding[],
  failOn: Severity,
): JunitTest => {
  const failing = findings.filter(({ severity }) => isFailure(severity, failOn));
  const [first] = failing;
  return {
    classname,
    name,
    failure: first && { type: first.rule, message: first.message, lines: failing.map(findingText) },
    out: findings.filter((finding) => !failing.includes(finding)).map(findingText),
  };
};

const chainTest = ({ kind, policy, story, steps }: Chain, failOn: Severity): JunitTest => {
  const fails = isFailure(policy === 'observe' ? 'note' : 'warning', failOn);
  const lines = steps.map((step) => `${toolPath(step)}: ${step.because}`);
  return {
    classname: texts.chainsOf({ policy }),
    name: `${CHAIN_KIND_TEXTS[kind]}: ${steps.map(toolPath).join(', ')}`,
    ...(fails ? { failure: { type: `chain/${kind}`, message: story, lines } } : { out: lines }),
  };
};

const serverSuite = (server: ScannedServer, failOn: Severity): JunitSuite => {
  const { name, tools, findings, problem } = server;
  const itself: JunitTest =
    problem === undefined
      ? findingsTest(name, texts.server, findings, failOn)
      : {
          classname: name,
          name: texts.server,
          error: { type: 'scan/unreached', message: problem, lines: [] },
        };
  const ofTools = tools.map((tool) =>
    findingsTest(name, tool.name === '' ? texts.unnamedTool : tool.name, tool.findings, failOn),
  );
  return { name, tests: [itself, ...ofTools] };
};

/** For whatever shows test results: a test for every tool, server and chain. */
export const scanJunit = (
  { servers, chains }: ScanReport,
  { title, at, failOn = 'warning' }: JunitOptions,
): string =>
  junitXml(title, at, [
    ...servers.map((server) => serverSuite(server, failOn)),
    ...(chains.length === 0
      ? []
      : [{ name: texts.chains, tests: chains.map((chain) => chainTest(chain, failOn)) }]),
  ]);
