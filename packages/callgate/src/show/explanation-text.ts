import type { Decision, DecisionInput, ToolInput } from '@callgate/core';
import type { AutoCondition, HoursStatus } from '@callgate/core/decide';
import { HINTS, HINT_NAMES, display } from '@callgate/core';
import { getHoursStatus, describeObligations } from '@callgate/core/decide';
import { argumentName } from './decision-json.ts';
import { bold, dim, outcomeText } from './style.ts';

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - text.length));

const heading = (text: string): string => `\n${bold(text)}`;

const beliefLine = (name: string, decision: Decision, tool: ToolInput): string | undefined => {
  const belief = decision.beliefs[name];
  if (belief === undefined || (belief.ground === 'default' && belief.value === 'unknown')) return undefined;
  const claims = tool.claims.answers.filter((claim) => claim.hint === name);
  const claimed = claims
    .map((claim) => `${display(`${claim.home}.${claim.key}`)} says ${claim.answer}`)
    .join(', ');
  const known = HINT_NAMES.find((hint) => hint === name);
  const words = known === undefined || belief.value === 'unknown' ? '' : HINTS[known].badge[belief.value];
  return `  ${pad(name, 21)}${pad(belief.value, 9)}${pad(belief.ground, 12)}${words}${claimed === '' ? '' : dim(`  (${claimed})`)}`;
};

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading(title), ...lines.map((line) => `  - ${line}`)];

const unprovenLines = ({ origins }: DecisionInput): string[] =>
  origins.unproven.map(({ path, text, origin, firstSeen }) => {
    const value = text === undefined ? '' : ` “${display(text)}”`;
    const where =
      firstSeen === undefined
        ? ''
        : `, first seen in the result of ${display(firstSeen.server)}/${display(firstSeen.tool)} (call ${display(firstSeen.call)})`;
    return `${display(argumentName(path))}${value}: ${origin}${where}`;
  });

/** What happens now: a call outside its hours waits for them, whatever else is said of it. */
const headline = ({ outcome }: Decision, hours: HoursStatus | null, first: string): string => {
  if (hours === null || hours.open || outcome === 'block') return `${outcomeText(outcome)}  ${first}`;
  const then = outcome === 'auto' ? 'it runs by itself' : 'it runs once it was approved';
  return `${bold('NOT NOW')}  ${hours.words}; then ${then}: ${first}`;
};

/** A decision as a person wants to read it. */
export const explanationText = (
  input: DecisionInput,
  policyName: string,
  decision: Decision,
  suggestions: readonly AutoCondition[],
): string => {
  const { tool } = input;
  const hours = getHoursStatus(decision.obligations.hours, input.time);
  const [first = '', ...others] = decision.reasons.map((reason) => display(reason));
  const facts = Object.entries(decision.facts)
    .filter(([, value]) => value === 'yes')
    .map(([name]) => name);
  const unknown = Object.entries(decision.facts)
    .filter(([, value]) => value === 'unknown')
    .map(([name]) => name);
  const rules = decision.rules.map(
    (rule) =>
      `  ${pad(display(rule.id), 28)}${pad(rule.outcome ?? '–', 9)}${display(rule.reason)}${rule.counted === 'matches' ? '' : dim(`  (${rule.counted})`)}`,
  );
  const lines = [
    `${bold(`${display(tool.server.name)}/${display(tool.name)}`)}  ${dim(`${tool.server.trust} server, policy ${display(policyName)}`)}`,
    '',
    headline(decision, hours, first),
    ...others.map((reason) => `  also: ${reason}`),
    ...(decision.mode === 'observe'
      ? ['', bold('OBSERVING ONLY: this outcome is recorded and not enforced')]
      : []),
    ...(rules.length === 0 ? [] : [heading('Rules that count'), ...rules]),
    ...list(
      'Exceptions in force',
      decision.exceptions.map(
        (exception) =>
          `${display(exception.id)} keeps ${display(exception.rule)} from firing until ${new Date(exception.until).toISOString().slice(0, 10)}: ${display(exception.reason)}`,
      ),
    ),
    heading('What is believed, and why'),
    ...Object.keys(decision.beliefs)
      .map((name) => beliefLine(name, decision, tool))
      .filter((line) => line !== undefined),
    `  so: ${facts.join(', ') || 'nothing that asks for care'}${unknown.length === 0 ? '' : dim(`  (unknown: ${unknown.join(', ')})`)}`,
    dim(`  definition ${tool.definition}`),
    heading('Session'),
    `  private data: ${decision.labels.private}, untrusted content: ${decision.labels.untrusted}${input.words ? '' : "; the person's words are not known"}`,
    ...list('Values that could not be traced to the person', unprovenLines(input)),
    ...list('What must happen besides', describeObligations(decision.obligations)),
    ...(hours === null ? [] : [`  - ${hours.words}`]),
    ...list(
      'It would run by itself if',
      suggestions.map((suggestion) => suggestion.words),
    ),
    ...(decision.outcome !== 'auto' && suggestions.length === 0
      ? ['', 'Nothing short of changing the policy makes it run by itself.']
      : []),
  ];
  return lines.join('\n');
};
