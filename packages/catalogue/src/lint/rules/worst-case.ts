import type { HintName } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import type { VerbEffect } from '../../suggest/verb-effect.ts';
import { findVerbEffect, isPlainVerb } from '../../suggest/verb-effect.ts';
import type { DescribedArgument } from '../../suggest/definition-content.ts';
import { nameWords } from '../../suggest/words.ts';
import { declareHint, findHintHome, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule, HintStatement } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

const MODES: ReadonlySet<string> = new Set('action operation mode method verb op command'.split(' '));

interface WorstCall {
  readonly argument: DescribedArgument;
  readonly because: string;
  readonly says: readonly HintStatement[];
}

/** `uploadPlan`, `deploy-status`: what is told about a deed is not the deed. */
const TOLD: ReadonlySet<string> = new Set(
  'plan preview status url info list log logs history template templates result results help example schema'.split(
    ' ',
  ),
);

const deedOfChoice = (choice: string): VerbEffect | undefined => {
  const [first = '', ...rest] = nameWords(choice);
  if (TOLD.has(rest.at(-1) ?? '')) return undefined;
  return isPlainVerb(first) || /^(?:POST|PUT|PATCH|DELETE)$/u.test(choice)
    ? findVerbEffect(first)
    : undefined;
};

const worstChoice = (argument: DescribedArgument): WorstCall | undefined => {
  const { words, choices, name } = argument;
  if (words.length > 2 || !MODES.has(words.at(-1) ?? '')) return undefined;
  const deeds = choices.map((choice) => ({ choice, deed: deedOfChoice(choice) }));
  const destroying = deeds.find(({ deed }) => deed === 'destroys');
  const worst = destroying ?? deeds.find(({ deed }) => deed !== undefined && deed !== 'reads');
  if (worst === undefined) return undefined;
  return {
    argument,
    because: lintMessages.worstCase.choice({ argument: name, choice: worst.choice }),
    says: [['readOnly', 'no'], ...(destroying === undefined ? [] : [['destructive', 'yes'] as const])],
  };
};

const CODE: ReadonlySet<string> = new Set(
  'command commands cmd script code javascript js python shell bash sql statement statements expression function'.split(
    ' ',
  ),
);
const RUNS = /\b(?:execut|run|eval|invok|perform)(?:s|es|ed|e|ing|ning|uate|uates|uating|ution)?\b/iu;
const HELD_BACK =
  /\bread[- ]?only\b|\bselect\b|\bsandbox|\bdoes not (?:run|execute)|\bwithout (?:running|executing)|\bdry[- ]run\b/iu;

/** Code that is run may do anything; code that is looked at may not. */
const givenCode = ({ shown }: InspectedTool): WorstCall | undefined => {
  const argument = shown.arguments.find(
    ({ words, choices, isNested }) => !isNested && choices.length === 0 && CODE.has(words.at(-1) ?? ''),
  );
  if (argument === undefined || HELD_BACK.test(`${shown.description}\n${argument.text}`)) return undefined;
  if (!RUNS.test(`${shown.words.join(' ')}\n${argument.text}`)) return undefined;
  return {
    argument,
    because: lintMessages.worstCase.code({ argument: argument.name }),
    says: [
      ['readOnly', 'no'],
      ['destructive', 'yes'],
    ],
  };
};

const worstOf = (tool: InspectedTool): WorstCall | undefined =>
  tool.shown.arguments.map(worstChoice).find((worst) => worst !== undefined) ?? givenCode(tool);

const opposite = (value: 'yes' | 'no'): 'yes' | 'no' => (value === 'yes' ? 'no' : 'yes');

/** Which claims the worst call of the tool contradicts, the heaviest alone. */
export const findUnderstatedHint = (
  tool: InspectedTool,
): { readonly hint: HintName; readonly worst: WorstCall } | undefined => {
  const worst = worstOf(tool);
  const said = worst?.says.find(
    ([hint, value]) =>
      tool.claimed[hint] === opposite(value) && (hint === 'readOnly' || tool.claimed.readOnly !== 'yes'),
  );
  return worst === undefined || said === undefined ? undefined : { hint: said[0], worst };
};

export const worstCase: LintRule = toolRule(
  {
    id: 'hints/worst-case',
    severity: 'warning',
    ...lintMessages.rules.worstCase,
  },
  (tool): readonly RuleFinding[] => {
    const found = findUnderstatedHint(tool);
    if (found === undefined) return [];
    const { hint, worst } = found;
    const value = hint === 'readOnly' ? 'no' : 'yes';
    return [
      {
        path: findHintHome(hint),
        message: lintMessages.worstCase.found({
          hint: hintSpelling(hint, opposite(value)),
          because: worst.because,
        }),
        help: lintMessages.worstCase.help({ hint: hintSpelling(hint, value) }),
        fix: declareHint(hint, value),
      },
    ];
  },
);
