import { policyMessages } from '@callgate/messages/cli/policy';
import type { ChangedCalls, ComparisonResult } from '@callgate/operations/policy';
import { countLoosened } from '@callgate/operations/policy';
import type { Policy } from '@callgate/core';
import { display } from '@callgate/core';
import { formatColumns, formatInteger } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const { compare: texts } = policyMessages;

const ids = (rules: readonly string[]): string =>
  rules.length === 0 ? texts.noRule : rules.map((id) => display(id, { max: 80 })).join(', ');

/** Calls of one tool that fare alike. */
export const changedText = (change: ChangedCalls): string =>
  [
    `${texts.kind[change.kind]}  ${bold(display(change.tool, { max: 200 }))}  ${outcomeText(change.before)} -> ${outcomeText(change.after)}  ${texts.count({ count: change.count })}`,
    ...(change.reason === '' ? [] : [`  ${display(change.reason, { max: 300 })}`]),
    dim(`  ${texts.byRules({ before: ids(change.rulesBefore), after: ids(change.rulesAfter) })}`),
    ...change.dropped.map((words) => `  ${texts.dropped({ requirement: words })}`),
    ...change.added.map((words) => `  ${texts.added({ requirement: words })}`),
    ...change.calls
      .slice(0, 3)
      .map(({ call, at }) =>
        dim(`  ${texts.call({ id: display(call, { max: 128 }), at: new Date(at).toISOString() })}`),
      ),
  ].join('\n');

const verdict = (result: ComparisonResult): string => {
  const { runs, loosened, tightened } = result.changes;
  const { loosened: tools } = result.tools;
  const parts = [
    ...(runs === 0 ? [] : [texts.runs({ count: runs })]),
    ...(loosened === 0 ? [] : [texts.loosened({ count: loosened })]),
    ...(tools === 0 ? [] : [texts.loosenedTools({ count: tools })]),
    ...(tightened === 0 ? [] : [texts.tightened({ count: tightened })]),
  ];
  return parts.length === 0 ? texts.unchanged : `${parts.join('; ')}.`;
};

/** What would change, for people; what is loosened first. */
export const comparisonText = (before: Policy, after: Policy, result: ComparisonResult): string =>
  [
    bold(`${display(before.name, { max: 80 })} -> ${display(after.name, { max: 80 })}`),
    ...(after.mode === 'observe' ? [bold(texts.onlyObserves)] : []),
    ...result.changed.map(changedText),
    ...(result.unlisted === 0 ? [] : [texts.unlisted({ count: result.unlisted })]),
    '',
    texts.heading({ count: result.calls }),
    ...formatColumns([
      ['', texts.now, texts.then],
      ...(['auto', 'confirm', 'block'] as const).map((outcome) => [
        outcome,
        formatInteger(result.before[outcome]),
        formatInteger(result.after[outcome]),
      ]),
    ]),
    ...(result.tools.changed.length === 0
      ? []
      : [
          '',
          bold(texts.tools),
          ...result.tools.changed.map(
            ({ kind, tool, session, before: then, after: now }) =>
              `  ${display(tool, { max: 200 })}  ${outcomeText(then)} -> ${outcomeText(now)}  ${texts.kind[kind]}, ${texts.session({ session })}`,
          ),
        ]),
    ...(result.unreadable.count === 0
      ? []
      : [
          '',
          bold(texts.unreadable({ count: result.unreadable.count })),
          ...result.unreadable.some.map(
            ({ seq, because }) => `  ${texts.entry({ seq, why: display(because, { max: 300 }) })}`,
          ),
        ]),
    '',
    countLoosened(result) > 0 ? bold(verdict(result)) : verdict(result),
  ].join('\n');
