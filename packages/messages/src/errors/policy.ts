import { errorText } from '../text/error-text.ts';
import { didYouMean } from '../text/suggest-near-name.ts';

const COMPARE_AGAIN = 'Compare again.';

/** Errors of policies: loading, comparing and trying them. */
export const policyErrors = {
  canary: () =>
    errorText(
      'POLICY_CANARY',
      'This policy would let an untrusted, undescribed tool run without approval',
      'Run `callgate check` to see why.',
    ),
  /** The lines of the problems replace its message. */
  invalid: () =>
    errorText('POLICY_INVALID', 'The policy is not valid', 'Fix these problems. Nothing was changed.'),
  /** The lines of the problems replace its message. */

  revisionUnknown: () =>
    errorText(
      'POLICY_REVISION',
      'There is no such policy in the history',
      'List them with `callgate policy history`.',
    ),
  revisionLost: () =>
    errorText(
      'POLICY_REVISION_LOST',
      'The text of this policy is missing or was changed',
      'Run `callgate audit verify`. Activate the policy from its files.',
    ),
  revisionUnsigned: () =>
    errorText(
      'POLICY_REVISION_UNSIGNED',
      'The signature of this policy is wrong',
      'Run `callgate audit verify`. Activate the policy from its files.',
    ),
  revisionOtherKey: ({ key }: { readonly key: string }) =>
    errorText(
      'POLICY_REVISION_UNSIGNED',
      `This policy was signed with another key, ${key}`,
      'Activate the policy from its files, if you trust that key.',
    ),
  revisionActive: () =>
    errorText(
      'POLICY_REVISION_ACTIVE',
      'This policy is in force already',
      'List the others with `callgate policy history`.',
    ),
  revisionNumber: () =>
    errorText(
      'POLICY_REVISION_NUMBER',
      'A revision is a number from 1',
      'List them with `callgate policy history`.',
    ),
  loosens: () =>
    errorText(
      'POLICY_LOOSENS',
      'This removes restrictions, or may. Nothing was changed',
      'Read the changes, and repeat with `--allow-loosening`, or allow it in the console.',
    ),

  // files
  none: () => errorText('POLICY_NONE', 'There is no policy file'),
  layerTooHigh: ({ layer, highest }: { layer: string; highest: string }) =>
    errorText(
      'POLICY_LAYER',
      `This file cannot belong to the layer ${layer}`,
      `Its highest layer is ${highest}.`,
    ),
  presetUnknown: ({ preset, presets }: { preset: string; presets: string }) =>
    errorText('POLICY_PRESET', `There is no preset \`${preset}\``, `The presets are ${presets}.`),
  presetMisspelled: ({ preset, near }: { preset: string; near: string }) =>
    errorText('POLICY_PRESET', `There is no preset \`${preset}\``, didYouMean(near)),
  secondPreset: ({ preset }: { preset: string }) =>
    errorText(
      'POLICY_PRESETS',
      `A layer extends one preset, and this one already extends \`${preset}\``,
      'Choose one, and write the differences as rules.',
    ),
  hintTaken: ({ hint }: { hint: string }) => errorText('POLICY_HINT_NAME', `\`tool.${hint}\` already exists`),
  ruleTwice: ({ rule, file }: { rule: string; file: string }) =>
    errorText(
      'POLICY_RULE_TWICE',
      `The rule \`${rule}\` is already in ${file}`,
      'Use another id. To narrow that rule, write an exception to it.',
    ),
  limitThen: () =>
    errorText(
      'POLICY_LIMIT',
      'A rule with `limit` has no `then`',
      'Say what happens with `edge` of the limit.',
    ),
  limitMeasure: () =>
    errorText(
      'POLICY_LIMIT',
      'A limit counts one thing',
      'Write `calls: 10`, `ai: 10`, or `sum: args.amount` with `most: 1000`.',
    ),
  ruleUnknown: ({ rule }: { rule: string }) =>
    errorText('POLICY_NO_RULE', `There is no rule \`${rule}\` to narrow`),
  ruleMisspelled: ({ rule, near }: { rule: string; near: string }) =>
    errorText('POLICY_NO_RULE', `There is no rule \`${rule}\` to narrow`, didYouMean(near)),
  exceptionTwice: ({ exception }: { exception: string }) =>
    errorText('POLICY_EXCEPTION_TWICE', `The exception \`${exception}\` already exists`),
  notDelegated: ({ rule, owner }: { rule: string; owner: string }) =>
    errorText(
      'POLICY_NOT_DELEGATED',
      `The rule \`${rule}\` belongs to the ${owner}, which did not delegate it`,
      `Ask the ${owner} to mark the rule \`delegated: true\`.`,
    ),
  notOwned: ({ rule, owner }: { rule: string; owner: string }) =>
    errorText(
      'POLICY_NOT_OWNED',
      `The rule \`${rule}\` belongs to the ${owner}, below this file`,
      'A layer can narrow its own rules and those delegated to it.',
    ),
  cannotObserve: ({ layer }: { layer: string }) =>
    errorText('POLICY_OBSERVE', `The ${layer} enforces its rules, so this file cannot only observe`),
  canaryRule: ({ rule }: { rule: string }) =>
    errorText(
      'POLICY_CANARY',
      `Rule \`${rule}\` could run an undescribed, untrusted, destructive, outward call without approval, after private data and untrusted content`,
      'Extend a preset, or add `tool.described == yes` to the rule that says auto.',
    ),

  // comparing
  comparisonUnknown: () =>
    errorText('COMPARISON_UNKNOWN', 'This comparison is no longer kept', COMPARE_AGAIN),
  comparisonUnfinished: () =>
    errorText('COMPARISON_UNFINISHED', 'The comparison is not finished', 'Wait until it is.'),
  comparisonOld: () =>
    errorText('COMPARISON_CHANGED', 'The comparison is more than an hour old', COMPARE_AGAIN),
  otherText: () =>
    errorText('POLICY_TEXT_CHANGED', 'This is not the policy that was compared', COMPARE_AGAIN),
  otherPolicyActive: () =>
    errorText('POLICY_CHANGED', 'Another policy is active than the one it was compared with', COMPARE_AGAIN),
  loosenedNotShown: () =>
    errorText(
      'POLICY_LOOSENED_CHANGED',
      'The calls that this policy loosens were not all shown',
      'Look at the comparison again.',
    ),

  // trying
  tryForbidden: () => errorText('POLICY_FORBIDDEN', 'Only operators can try a policy that is not active'),
  tryTooLarge: ({ max }: { max: number }) =>
    errorText(
      'TRY_TOO_LARGE',
      `Viewers can try calls of at most ${max} characters`,
      'Leave out what the rules do not look at, or ask an approver.',
    ),
  tryUnreadable: ({ what, cause }: { what: 'arguments' | 'tool'; cause: string }) =>
    errorText('TRY_JSON', `The JSON of the ${what} cannot be read: ${cause}`, 'Write a JSON object.'),
  tryNotObject: ({ what }: { what: 'arguments' | 'tool' }) =>
    errorText(
      'TRY_JSON',
      `The JSON of the ${what} is not an object`,
      'Write a JSON object, as {"to": "ann"}.',
    ),
};
