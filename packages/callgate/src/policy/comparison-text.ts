import type { ChangeKind, ChangedCalls, ComparisonResult } from '@callgate/operations/policy';
import { countLoosened } from '@callgate/operations/policy';
import type { Policy } from '@callgate/core';
import { display } from '@callgate/core';
import { formatColumns, formatCount, formatInteger } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const KIND: Readonly<Record<ChangeKind, string>> = {
  runs: 'WOULD RUN WITHOUT ASKING',
  loosened: 'LESS IS ASKED',
  tightened: 'more is asked',
  otherwise: 'otherwise',
};

const ids = (rules: readonly string[]): string =>
  rules.length === 0 ? 'no rule' : rules.map((id) => display(id, { max: 80 })).join(', ');

const changedText = (change: ChangedCalls): string =>
  [
    `${KIND[change.kind]}  ${bold(display(change.tool, { max: 200 }))}  ${outcomeText(change.before)} -> ${outcomeText(change.after)}  ${formatCount(change.count, 'call')}`,
    ...(change.reason === '' ? [] : [`  ${display(change.reason, { max: 300 })}`]),
    dim(`  now by ${ids(change.rulesBefore)}; then by ${ids(change.rulesAfter)}`),
    ...change.dropped.map((words) => `  no longer: ${words}`),
    ...change.added.map((words) => `  new: ${words}`),
    ...change.calls
      .slice(0, 3)
      .map(({ call, at }) => dim(`  call ${display(call, { max: 128 })}, ${new Date(at).toISOString()}`)),
  ].join('\n');

const verdict = (result: ComparisonResult): string => {
  const { runs, loosened, tightened } = result.changes;
  const { loosened: tools } = result.tools;
  const parts = [
    ...(runs === 0 ? [] : [`${formatCount(runs, 'call')} WOULD RUN WITHOUT ASKING that would not now`]),
    ...(loosened === 0 ? [] : [`${formatCount(loosened, 'call')} would be asked LESS about`]),
    ...(tools === 0 ? [] : [`${formatCount(tools, 'tool')} would be asked LESS about, called or not`]),
    ...(tightened === 0 ? [] : [`${formatCount(tightened, 'call')} would be asked more about`]),
  ];
  return parts.length === 0 ? 'No recorded call would fare otherwise.' : `${parts.join('; ')}.`;
};

/** What would change, for people; what is loosened first. */
export const comparisonText = (before: Policy, after: Policy, result: ComparisonResult): string =>
  [
    bold(`${display(before.name, { max: 80 })} -> ${display(after.name, { max: 80 })}`),
    ...(after.mode === 'observe'
      ? [bold('THE OTHER POLICY ONLY OBSERVES: it would hold and block nothing')]
      : []),
    ...result.changed.map(changedText),
    ...(result.unlisted === 0 ? [] : [`${formatCount(result.unlisted, 'more changed call')} not listed`]),
    '',
    `The last ${formatCount(result.calls, 'recorded call')}, each by itself in its session as it was:`,
    ...formatColumns([
      ['', 'now', 'then'],
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
          bold('Tools that fare otherwise, called or not'),
          ...result.tools.changed.map(
            ({ kind, tool, session, before: then, after: now }) =>
              `  ${display(tool, { max: 200 })}  ${outcomeText(then)} -> ${outcomeText(now)}  ${KIND[kind]}, ${session} session`,
          ),
        ]),
    ...(result.unreadable.count === 0
      ? []
      : [
          '',
          bold(`${formatCount(result.unreadable.count, 'row')} could not be read`),
          ...result.unreadable.some.map(
            ({ seq, because }) => `  row ${seq}: ${display(because, { max: 300 })}`,
          ),
        ]),
    '',
    countLoosened(result) > 0 ? bold(verdict(result)) : verdict(result),
  ].join('\n');
