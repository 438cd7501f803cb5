import { errorText } from '../text/error-text.ts';
import { didYouMean } from '../text/suggest-near-name.ts';

/** Errors of reading and checking lists of tools, manifests and models. */
export const catalogueErrors = {
  ruleUnknown: ({ rule }: { rule: string }) =>
    errorText('RULE_UNKNOWN', `There is no rule \`${rule}\``, 'Run `callgate check --explain` to list them.'),
  ruleMisspelled: ({ rule, near }: { rule: string; near: string }) =>
    errorText('RULE_UNKNOWN', `There is no rule \`${rule}\``, didYouMean(near)),
  toolsInvalid: () =>
    errorText(
      'LINT_TOOLS',
      'The value is not a list of tools',
      'Give the tools of a tools/list answer, or the answer itself.',
    ),
  /** The lines of the findings replace its message. */
  notWellDescribed: () =>
    errorText(
      'NOT_WELL_DESCRIBED',
      'The tools are not well described',
      'Run `callgate check --explain RULE` to read more.',
    ),
  convertToolsMissing: () =>
    errorText(
      'CONVERT_TOOLS',
      'It contains no list of tools',
      'Give a list of tools, or an object with `tools`.',
    ),
  /** The lines of the problems replace its message. */
  manifestInvalid: () => errorText('MANIFEST_INVALID', 'The manifest is not valid'),
  modelsInvalid: ({ cause }: { cause: string }) =>
    errorText(
      'MODEL_CATALOGUE',
      `This is not a valid catalogue of models: ${cause}`,
      'See docs/guides/model-routing.md for an example.',
    ),
};
