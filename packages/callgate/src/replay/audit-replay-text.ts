import { display } from '@callgate/core';
import type { ReplayedDecision, ReplayTally, UnreadableDecision } from '@callgate/gate/replay';
import { isOutcomeChanged } from '@callgate/gate/replay';
import { formatColumns, formatCount, formatPercent, formatInteger } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const ruleIds = (rules: readonly { readonly id: string }[]): string =>
  rules.length === 0 ? 'no rule' : rules.map(({ id }) => display(id, { max: 80 })).join(', ');

const placeText = ({ seq, call, tool, at, again }: ReplayedDecision): string =>
  `row ${seq}  ${new Date(at).toISOString()}  ${bold(display(tool, { max: 200 }))}  call ${display(call, { max: 128 })}${again ? ', when it was decided again' : ''}`;

const notReproducedText = (found: ReplayedDecision): string =>
  [
    `NOT REPRODUCED  ${placeText(found)}`,
    `  differs in ${found.differs.join(', ')}: recorded ${found.recorded.outcome} by ${ruleIds(found.recorded.rules)}; now ${found.reproduced.outcome} by ${ruleIds(found.reproduced.rules)}`,
  ].join('\n');

const changedDecisionText = (found: ReplayedDecision): string =>
  [
    placeText(found),
    `  ${outcomeText(found.recorded.outcome)} ${dim(`by ${ruleIds(found.recorded.rules)}`)}`,
    `  -> ${outcomeText(found.now.outcome)} ${dim(`by ${ruleIds(found.now.rules)}`)}`,
  ].join('\n');

/** What is to be told of one row, for people; undefined where all is as it was. */
export const replayedEntryText = (found: ReplayedDecision | UnreadableDecision): string | undefined => {
  if (found.type === 'unreadable')
    return `CANNOT BE REBUILT  row ${found.seq}  ${display(found.tool, { max: 200 })}  ${display(found.because, { max: 300 })}`;
  const lines = [
    ...(found.differs.length === 0 ? [] : [notReproducedText(found)]),
    ...(isOutcomeChanged(found) ? [changedDecisionText(found)] : []),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
};

const ids = (rules: readonly { readonly id: string }[]): string[] => rules.map(({ id }) => id);

export const replayedEntryJson = (
  found: ReplayedDecision | UnreadableDecision,
): readonly Record<string, unknown>[] => {
  if (found.type === 'unreadable') return [{ ...found }];
  const { seq, at, call, tool, principal, again, recorded, reproduced, now, differs } = found;
  const place = { seq, at, call, tool, principal, again };
  return [
    ...(differs.length === 0
      ? []
      : [
          {
            type: 'not-reproduced',
            ...place,
            differs,
            recorded: { outcome: recorded.outcome, rules: ids(recorded.rules) },
            reproduced: { outcome: reproduced.outcome, rules: ids(reproduced.rules) },
          },
        ]),
    ...(isOutcomeChanged(found)
      ? [
          {
            type: 'changed',
            ...place,
            from: recorded.outcome,
            to: now.outcome,
            rules: { from: ids(recorded.rules), to: ids(now.rules) },
          },
        ]
      : []),
  ];
};

export const replayTallyText = (policy: string, tally: ReplayTally): string => {
  const { decisions, calls, reproduced, notReproduced: missed, unreadable } = tally;
  return [
    `${bold(formatCount(decisions, 'decision'))} about ${formatCount(calls, 'call')}`,
    `  ${formatInteger(reproduced)} reproduced by the policy that was recorded (${formatPercent(reproduced, decisions, 2)})` +
      `${missed === 0 ? '' : `, ${formatInteger(missed)} NOT`}${unreadable === 0 ? '' : `, ${formatInteger(unreadable)} cannot be rebuilt`}`,
    `  ${formatInteger(tally.changed)} would come to another outcome under ${display(policy, { max: 80 })}, each by itself in its session as it was`,
    ...formatColumns(
      Object.entries(tally.changes).map(([change, count]) => [change, formatInteger(count)]),
      '    ',
    ),
    ...(tally.changed === 0 ? [] : ['', bold('Tools with the most changes')]),
    ...formatColumns(
      Object.entries(tally.tools).map(([tool, count]) => [display(tool, { max: 200 }), formatInteger(count)]),
    ),
  ].join('\n');
};
