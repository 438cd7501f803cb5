import { display } from '@callgate/core';
import { replayMessages } from '@callgate/messages/cli/replay';
import type { ReplayedDecision, ReplayTally, UnreadableDecision } from '@callgate/gate/replay';
import { isOutcomeChanged } from '@callgate/gate/replay';
import { formatColumns, formatCount, formatPercent, formatInteger } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const { audit: texts } = replayMessages;

const ruleIds = (rules: readonly { readonly id: string }[]): string =>
  rules.length === 0 ? texts.noRule : rules.map(({ id }) => display(id, { max: 80 })).join(', ');

const placeText = ({ seq, call, tool, at, again }: ReplayedDecision): string =>
  texts.entry({
    seq,
    at: new Date(at).toISOString(),
    tool: bold(display(tool, { max: 200 })),
    call: display(call, { max: 128 }),
    again,
  });

const notReproducedText = (found: ReplayedDecision): string =>
  [
    texts.notReproduced({ entry: placeText(found) }),
    `  ${texts.differs({ parts: found.differs.join(', '), recorded: found.recorded.outcome, recordedRules: ruleIds(found.recorded.rules), now: found.reproduced.outcome, nowRules: ruleIds(found.reproduced.rules) })}`,
  ].join('\n');

const changedDecisionText = (found: ReplayedDecision): string =>
  [
    placeText(found),
    `  ${outcomeText(found.recorded.outcome)} ${dim(texts.by({ rules: ruleIds(found.recorded.rules) }))}`,
    `  -> ${outcomeText(found.now.outcome)} ${dim(texts.by({ rules: ruleIds(found.now.rules) }))}`,
  ].join('\n');

/** What is to be told of one row, for people; undefined where all is as it was. */
export const replayedEntryText = (found: ReplayedDecision | UnreadableDecision): string | undefined => {
  if (found.type === 'unreadable')
    return texts.unreadable({
      seq: found.seq,
      tool: display(found.tool, { max: 200 }),
      because: display(found.because, { max: 300 }),
    });
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
    `${bold(formatCount(decisions, 'decision'))} ${texts.about({ calls: formatCount(calls, 'call') })}`,
    `  ${texts.reproduced({
      count: formatInteger(reproduced),
      share: formatPercent(reproduced, decisions, 2),
      missed: missed === 0 ? undefined : formatInteger(missed),
      unreadable: unreadable === 0 ? undefined : formatInteger(unreadable),
    })}`,
    `  ${texts.changed({ count: formatInteger(tally.changed), policy: display(policy, { max: 80 }) })}`,
    ...formatColumns(
      Object.entries(tally.changes).map(([change, count]) => [change, formatInteger(count)]),
      '    ',
    ),
    ...(tally.changed === 0 ? [] : ['', bold(texts.tools)]),
    ...formatColumns(
      Object.entries(tally.tools).map(([tool, count]) => [display(tool, { max: 200 }), formatInteger(count)]),
    ),
  ].join('\n');
};
