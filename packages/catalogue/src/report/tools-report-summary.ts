import type { ToolsReport } from './tools-report.ts';
import { reviewOf } from './tools-report.ts';
import { counted, percent, whole } from './words.ts';

export interface ToolsTotals {
  readonly tools: number;
  readonly reachable: number;
  /** Of those an agent can reach. */
  readonly reviewed: number;
  readonly auto: number;
  readonly confirm: number;
  readonly block: number;
  readonly unused: number;
  readonly recorded: boolean;
}

export const toolsTotals = ({ tools }: ToolsReport): ToolsTotals => {
  const reached = tools.filter(({ reachable }) => reachable !== 'no');
  const ofOutcome = (outcome: string): number =>
    reached.filter(({ outcomes }) => outcomes.plain === outcome).length;
  return {
    tools: tools.length,
    reachable: reached.length,
    reviewed: reached.filter((tool) => reviewOf(tool) !== undefined).length,
    auto: ofOutcome('auto'),
    confirm: ofOutcome('confirm'),
    block: ofOutcome('block'),
    unused: reached.filter(({ use }) => use !== null && use.ran === 0).length,
    recorded: tools.some(({ use }) => use !== null),
  };
};

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const spanWords = ({ since, until }: ToolsReport): string =>
  since === null && until === null
    ? 'of the whole record'
    : [since === null ? '' : `from ${day(since)}`, until === null ? '' : `before ${day(until)}`]
        .filter((part) => part !== '')
        .join(' and ');

/** The first sentences. The name of the policy is not among them: whoever shows it says whose it is. */
export const toolsSummary = (report: ToolsReport): readonly string[] => {
  const { tools, reachable, reviewed, auto, confirm, block, unused, recorded } = toolsTotals(report);
  return [
    `Agents can call ${whole(reachable)} of ${counted(tools, 'tool')} that ${tools === 1 ? 'is' : 'are'} known here; ${whole(reviewed)} of those (${percent(reviewed, reachable)}) were reviewed as they are defined now.`,
    `Of those, ${whole(auto)} would run by themselves, ${whole(confirm)} ask and ${whole(block)} be blocked in a session that has touched nothing.`,
    recorded
      ? `${counted(unused, 'tool')} agents can call ${unused === 1 ? 'was' : 'were'} never let out in the calls ${spanWords(report)}.`
      : 'There is no record yet: nothing is known of their use.',
  ];
};
