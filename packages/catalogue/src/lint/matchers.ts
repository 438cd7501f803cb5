import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { catalogueErrors } from '@callgate/messages/errors/catalogue';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Finding, Severity } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import type { LintOptions } from './lint-server.ts';
import { lintServer, findRule } from './lint-server.ts';

export interface WellDescribedOptions extends LintOptions {
  /** Findings that are known and meant: the id of a rule, or `rule tool` for one tool. */
  readonly allow?: readonly string[];
  /** The least severity that counts; `warning` if absent. */
  readonly failOn?: Severity;
}

/** What `expect.extend` of vitest and jest adds. */
export interface WellDescribedMatchers<R = unknown> {
  /** Every tool says of itself what clients and operators need to know. */
  toBeWellDescribed(options?: WellDescribedOptions): R;
}

/** Tools as a server lists them: a list, a tools/list answer, or everything that was read of a server. */
export type ListedTools = readonly object[] | { readonly tools: readonly object[] };

const toolsOf = (given: unknown): readonly JsonObject[] => {
  const list = Array.isArray(given)
    ? given
    : isJsonObject(given as JsonObject)
      ? (given as JsonObject)['tools']
      : undefined;
  if (Array.isArray(list) && list.every((tool) => isJsonObject(tool))) return list;
  throw new CallgateError(catalogueErrors.toolsInvalid());
};

/** Members that are undefined are not there: what a server sends has none. */
const asSent = (given: unknown): readonly JsonObject[] =>
  toolsOf(JSON.parse(JSON.stringify(given) ?? 'null') as unknown);

const NAME = 'tools';

const listedServer = (given: unknown): ListedServer => ({
  server: NAME,
  trust: 'untrusted',
  from: lintMessages.fromTest,
  tools: asSent(given),
});

const isAllowed = ({ rule, tool }: Finding, allow: readonly string[]): boolean =>
  allow.some((entry) => entry === rule || entry === `${rule} ${tool ?? ''}`);

/** What an author should look at in these tools, without what they allowed. */
export const lintTools = (
  tools: ListedTools,
  { allow = [], failOn = 'note', ...options }: WellDescribedOptions = {},
): readonly Finding[] => {
  for (const entry of allow) findRule(entry.split(' ')[0] ?? '');
  const least = SEVERITIES.indexOf(failOn);
  return lintServer(listedServer(tools), options).filter(
    (finding) => SEVERITIES.indexOf(finding.severity) <= least && !isAllowed(finding, allow),
  );
};

/** One finding as a line for a person. */
export const findingLine = ({ rule, severity, tool, path, message, help }: Finding): string =>
  lintMessages.line({
    severity,
    rule,
    tool: tool === null ? undefined : display(tool),
    path: display(path.join('.')),
    problem: errorSentences({ message: display(message), help: display(help) }),
  });

/** For test runners of every kind: throws where the tools are not well described. */
export const expectWellDescribed = (tools: ListedTools, options: WellDescribedOptions = {}): void => {
  const findings = lintTools(tools, { failOn: 'warning', ...options });
  if (findings.length > 0)
    throw new CallgateError({
      ...catalogueErrors.notWellDescribed(),
      message: findings.map(findingLine).join('\n'),
    });
};

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `expect.extend(wellDescribed)`, in vitest and in jest. */
export const wellDescribed: {
  toBeWellDescribed(received: unknown, options?: WellDescribedOptions): MatcherResult;
} = {
  toBeWellDescribed: (received, options = {}) => {
    const findings = lintTools(received as ListedTools, { failOn: 'warning', ...options });
    return {
      pass: findings.length === 0,
      message: () =>
        findings.length === 0
          ? lintMessages.expectedProblems
          : lintMessages.expectedNone({ findings: findings.map(findingLine) }),
    };
  },
};
