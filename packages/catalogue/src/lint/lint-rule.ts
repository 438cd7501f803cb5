import type { HintName } from '@callgate/core';
import type { Finding, Fix, Severity } from '../finding.ts';
import type { InspectedServer, InspectedTool } from './inspect-server.ts';

/** One thing a rule found, before it is known whom it is told to and how loudly. */
export interface RuleFinding {
  readonly path: Finding['path'];
  readonly message: string;
  readonly help: string;
  readonly fix?: Fix;
}

/** A rule as it is told to people: `callgate check --explain` and docs/reference/lint.md print nothing else. */
export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** What it finds, in one line. */
  readonly title: string;
  /** Why that matters. */
  readonly explanation: string;
  /** What the finding offers to change; null where a person has to decide. */
  readonly repair: string | null;
  /** Which findings there are about each tool, or about the server (null). */
  readonly look: (server: InspectedServer) => readonly (readonly [InspectedTool | null, RuleFinding])[];
}

type RuleDescription = Omit<LintRule, 'look'>;

/** A rule that looks at one tool at a time. */
export const toolRule = (
  about: RuleDescription,
  look: (tool: InspectedTool) => readonly RuleFinding[],
): LintRule => ({
  ...about,
  look: ({ tools }) => tools.flatMap((tool) => look(tool).map((found) => [tool, found] as const)),
});

/** A rule that compares the tools of a server. */
export const serverRule = (
  about: RuleDescription,
  look: (server: InspectedServer) => readonly RuleFinding[],
): LintRule => ({
  ...about,
  look: (server) => look(server).map((found) => [null, found] as const),
});

/** A hint and what is said of it. */
export type HintStatement = readonly [hint: HintName, value: 'yes' | 'no'];
