import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Chain } from '../chain.ts';
import type { Finding, Severity } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import type { ScanReport, ScannedServer, ScannedTool } from '../scan/scan-report.ts';
import type { ReportHeader } from './html-page.ts';
import type { Markup } from './markup.ts';
import { NO_MARKUP, markup } from './markup.ts';
import { CHAIN_KIND_TEXTS, exactLocation, toolPath } from './report-phrases.ts';

export interface JunitOptions extends ReportHeader {
  /** What fails a test: findings of this severity and worse. Chains count as warnings. */
  readonly failOn?: Severity;
}

interface JunitCase {
  readonly failures: number;
  readonly errors: number;
  readonly text: Markup;
}

const isFailure = (severity: Severity, failOn: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);

const findingText = (finding: Finding): string =>
  `${finding.severity} ${finding.rule} at ${exactLocation(finding)}: ${errorSentences(finding)}`;

/** A test that fails by its worst findings; JUnit knows one failure of a test, so it has all of them. */
const caseOf = (
  classname: string,
  name: string,
  findings: readonly Finding[],
  failOn: Severity,
): JunitCase => {
  const failing = findings.filter(({ severity }) => isFailure(severity, failOn));
  const others = findings.filter((finding) => !failing.includes(finding));
  const [first] = failing;
  const failure =
    first === undefined
      ? NO_MARKUP
      : markup`<failure type="${first.rule}" message="${first.message}">${failing.map(
          (each) => markup`${findingText(each)}
`,
        )}</failure>`;
  const out =
    others.length === 0
      ? NO_MARKUP
      : markup`<system-out>${others.map(
          (each) => markup`${findingText(each)}
`,
        )}</system-out>`;
  return {
    failures: first === undefined ? 0 : 1,
    errors: 0,
    text: markup`<testcase classname="${classname}" name="${name}" time="0">${failure}${out}</testcase>
`,
  };
};

const toolCase = (server: string, { name, findings }: ScannedTool, failOn: Severity): JunitCase =>
  caseOf(server, name === '' ? texts.unnamedTool : name, findings, failOn);

const chainCase = ({ kind, policy, story, steps }: Chain, failOn: Severity): JunitCase => {
  const fail = isFailure(policy === 'observe' ? 'note' : 'warning', failOn);
  const path = markup`${steps.map(
    (step) => markup`${toolPath(step)}: ${step.because}
`,
  )}`;
  return {
    failures: fail ? 1 : 0,
    errors: 0,
    text: markup`<testcase classname="${texts.chainsOf({ policy })}" name="${CHAIN_KIND_TEXTS[kind]}: ${steps.map(toolPath).join(', ')}" time="0">${fail ? markup`<failure type="chain/${kind}" message="${story}">${path}</failure>` : markup`<system-out>${path}</system-out>`}</testcase>
`,
  };
};

const suite = (name: string, at: number, cases: readonly JunitCase[]): JunitCase => {
  const failures = cases.reduce((sum, each) => sum + each.failures, 0);
  const errors = cases.reduce((sum, each) => sum + each.errors, 0);
  return {
    failures,
    errors,
    text: markup`<testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="0" time="0" timestamp="${new Date(at).toISOString().slice(0, 19)}">
${cases.map(({ text }) => text)}</testsuite>
`,
  };
};

const serverSuite = (server: ScannedServer, at: number, failOn: Severity): JunitCase => {
  const { name, tools, findings, problem } = server;
  const itself: JunitCase =
    problem === undefined
      ? caseOf(name, texts.server, findings, failOn)
      : {
          failures: 0,
          errors: 1,
          text: markup`<testcase classname="${name}" name="${texts.server}" time="0"><error type="scan/unreached" message="${problem}"></error></testcase>
`,
        };
  return suite(name, at, [itself, ...tools.map((tool) => toolCase(name, tool, failOn))]);
};

/** For whatever shows test results: a test for every tool, server and chain. */
export const scanJunit = (
  { servers, chains }: ScanReport,
  { title, at, failOn = 'warning' }: JunitOptions,
): string => {
  const suites = [
    ...servers.map((server) => serverSuite(server, at, failOn)),
    ...(chains.length === 0
      ? []
      : [
          suite(
            texts.chains,
            at,
            chains.map((chain) => chainCase(chain, failOn)),
          ),
        ]),
  ];
  const tests = servers.reduce((sum, { tools }) => sum + tools.length + 1, 0) + chains.length;
  const failures = suites.reduce((sum, each) => sum + each.failures, 0);
  const errors = suites.reduce((sum, each) => sum + each.errors, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup`<testsuites name="${title}" tests="${tests}" failures="${failures}" errors="${errors}">
${suites.map(({ text }) => text)}</testsuites>`.toString()}`;
};
