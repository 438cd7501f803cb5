import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Warnings about rules that load and do not do what they seem to. */
export const policyLintErrors = {
  dead: ({ rule }: { rule: string }) =>
    errorText('LINT_DEAD', `Rule \`${rule}\` can never match`, 'Remove it, or correct its condition.'),
  shadowed: ({ rule, by }: { rule: string; by: string }) =>
    errorText(
      'LINT_SHADOWED',
      `Rule \`${rule}\` never changes an outcome: \`${by}\` matches the same calls and is at least as strict`,
      'Remove it, or make it stricter.',
    ),
  needsLabel: ({ rule, label }: { rule: string; label: string }) =>
    errorText(
      'LINT_NO_EFFECT',
      `Rule \`${rule}\` says auto only where \`${label}\` is not none, so it has no effect`,
      'Say auto for sessions without the label too: a label never relaxes an outcome.',
    ),
  notMonotone: ({ rule, field }: { rule: string; field: string }) =>
    errorText(
      'LINT_NOT_MONOTONE',
      `Rule \`${rule}\` stops matching when \`${field}\` asks for more care`,
      'Write the condition so that it matches then too.',
    ),
  historyRelaxes: ({ exception, rule, counter }: { exception: string; rule: string; counter: string }) =>
    errorText(
      'LINT_HISTORY_RELAXES',
      `The exception \`${exception}\` lets calls go after earlier ones: \`${rule}\` ends by \`${counter}\``,
      'Keep it if that is meant. Only calls that left count for it.',
    ),
  historyIgnored: ({ rule, counter }: { rule: string; counter: string }) =>
    errorText(
      'LINT_HISTORY_IGNORED',
      `Rule \`${rule}\` reads \`${counter}\` as if there were no earlier call, because more calls never relax`,
      'To let calls go after others, write an exception with `unless`.',
    ),
  noTool: ({ rule }: { rule: string }) =>
    errorText(
      'LINT_NO_TOOL',
      `Rule \`${rule}\` matches no tool of the catalogue`,
      'Correct its `tools`, or remove it.',
    ),
  labelNotRaised: ({ rule, label, near }: { rule: string; label: string; near: string | undefined }) =>
    errorText(
      'LINT_LABEL',
      `Rule \`${rule}\` reads the label \`${label}\`, which no rule raises`,
      suggestNearName(near, `Add \`raise: ${label}\` to the rule that matches what it stands for.`),
    ),
  exceptionIdle: ({ exception, isGeneral }: { exception: string; isGeneral: boolean }) =>
    errorText(
      'LINT_EXCEPTION_IDLE',
      `The exception \`${exception}\` changes nothing${isGeneral ? '' : ' for any tool of the catalogue'}`,
      'Other rules still hold its calls, or no rule says auto for them. Add a rule that says auto, and exceptions to the others.',
    ),
};
