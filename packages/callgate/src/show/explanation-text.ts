import type { Decision, DecisionInput, ToolInput } from '@callgate/core';
import type { AutoCondition, HoursStatus } from '@callgate/core/decide';
import { HINTS, HINT_NAMES, display } from '@callgate/core';
import { getHoursStatus, describeObligations } from '@callgate/core/decide';
import { explanationMessages } from '@callgate/messages/cli/explanation';
import { contractMessages } from '@callgate/messages/contract';
import { argumentName } from './decision-json.ts';
import { bold, dim, outcomeText } from './style.ts';

const texts = explanationMessages;

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - text.length));

const heading = (text: string): string => `\n${bold(text)}`;

const beliefLine = (name: string, decision: Decision, tool: ToolInput): string | undefined => {
  const belief = decision.beliefs[name];
  if (belief === undefined || (belief.ground === 'default' && belief.value === 'unknown')) return undefined;
  const claims = tool.claims.answers.filter((claim) => claim.hint === name);
  const claimed = claims
    .map((claim) => texts.claim({ key: display(`${claim.home}.${claim.key}`), answer: claim.answer }))
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
        : texts.firstSeen({
            tool: `${display(firstSeen.server)}/${display(firstSeen.tool)}`,
            call: display(firstSeen.call),
          });
    return `${display(argumentName(path))}${value}: ${origin}${where}`;
  });

const historyLines = ({ history = {}, time }: DecisionInput): string[] =>
  Object.entries(history).map(([name, { most, ran }]) => {
    const isTime = !/^(?:count|sum)\(/.test(name);
    const value =
      isTime && most !== null
        ? texts.secondsAgo({ seconds: (time.at - most) / 1000 })
        : texts.counted({ most, ran, isTime });
    return `${display(name, { max: 200 })}: ${value}`;
  });

/** What happens now: a call outside its hours waits for them, whatever else is said of it. */
const headline = ({ outcome }: Decision, hours: HoursStatus | null, first: string): string => {
  if (hours === null || hours.open || outcome === 'block') return `${outcomeText(outcome)}  ${first}`;
  return `${bold(texts.notNow)}  ${texts.later({ hours: hours.words, auto: outcome === 'auto', reason: first })}`;
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
    `${bold(`${display(tool.server.name)}/${display(tool.name)}`)}  ${dim(texts.head({ trust: tool.server.trust, policy: display(policyName) }))}`,
    '',
    headline(decision, hours, first),
    ...others.map((reason) => `  ${texts.also({ reason })}`),
    ...(decision.mode === 'observe' ? ['', bold(texts.observing)] : []),
    ...(rules.length === 0 ? [] : [heading(texts.rules), ...rules]),
    ...list(
      texts.exceptions,
      decision.exceptions.map((exception) =>
        texts.exception({
          id: display(exception.id),
          rule: display(exception.rule),
          until: new Date(exception.until).toISOString().slice(0, 10),
          reason: display(exception.reason),
        }),
      ),
    ),
    heading(texts.beliefs),
    ...Object.keys(decision.beliefs)
      .map((name) => beliefLine(name, decision, tool))
      .filter((line) => line !== undefined),
    `  ${texts.facts({ facts: facts.join(', ') })}${unknown.length === 0 ? '' : dim(`  ${texts.unknown({ facts: unknown.join(', ') })}`)}`,
    ...(tool.contract.place === undefined
      ? []
      : [
          `  ${contractMessages.heading}: ${contractMessages.held({ ...tool.contract.place, backend: display(tool.contract.place.backend, { max: 40 }) })}`,
        ]),
    dim(`  ${texts.definition({ digest: tool.definition })}`),
    heading(texts.session),
    `  ${texts.labels({ private: decision.labels.private, untrusted: decision.labels.untrusted, hasRequest: input.words })}`,
    ...list(texts.history, historyLines(input)),
    ...list(texts.untraced, unprovenLines(input)),
    ...list(texts.requirements, describeObligations(decision.obligations)),
    ...(hours === null ? [] : [`  - ${hours.words}`]),
    ...list(
      texts.autoIf,
      suggestions.map((suggestion) => suggestion.words),
    ),
    ...(decision.outcome !== 'auto' && suggestions.length === 0 ? ['', texts.neverAuto] : []),
  ];
  return lines.join('\n');
};
