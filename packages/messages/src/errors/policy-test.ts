import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of files with tests of a policy. */
export const policyTestErrors = {
  none: ({ place }: { place: string }) =>
    errorText(
      'TESTS_NONE',
      `There is no file *.test.yaml in ${place}`,
      'Write one beside the policy, or make one of a recorded session with `callgate test --record SESSION`.',
    ),
  empty: () => errorText('TESTS_EMPTY', 'The file has no tests', 'Write `cases` or `traces`.'),
  policyAbsent: ({ beside }: { beside: string }) =>
    errorText(
      'TESTS_POLICY',
      `The file names no policy, and there is no ${beside} beside it`,
      'Write `policy: FILE`, a preset, or a list of layers.',
    ),
  pastedNamesFile: ({ key }: { key: string }) =>
    errorText(
      'TESTS_PASTED',
      `Pasted tests cannot name a file with \`${key}\``,
      'Leave it out: the edited policy and the tools of the gateway are used.',
    ),
  toolUnknown: ({ tool, near }: { tool: string; near: string | undefined }) =>
    errorText(
      'TESTS_TOOL',
      `There is no tool \`${tool}\` here`,
      suggestNearName(near, 'Name a `catalogue` or `servers` that has it, or write its `hints` in the case.'),
    ),
  hintUnknown: ({ hint, near }: { hint: string; near: string | undefined }) =>
    errorText(
      'TESTS_HINT',
      `There is no hint \`${hint}\``,
      suggestNearName(near, 'Register it below `hints` of the policy.'),
    ),
  disclosureUnknown: ({ name }: { name: string }) =>
    errorText('TESTS_TOOL', `There is no disclosure \`${name}\``, 'Write it below `disclosures`.'),
  disclosureUnreadable: ({ name }: { name: string }) =>
    errorText(
      'TESTS_TOOL',
      `Disclosure \`${name}\` cannot be read`,
      'Record the session again: disclosures are written by `callgate test --record`.',
    ),
  expectMissing: () =>
    errorText('TESTS_EXPECT', 'The case expects no outcome', 'Write `expect: auto`, `confirm` or `block`.'),
  ruleUnknown: ({ rule, near }: { rule: string; near: string | undefined }) =>
    errorText(
      'TESTS_RULE',
      `The policy has no rule \`${rule}\``,
      suggestNearName(near, 'See `callgate policy`.'),
    ),
  recordedNone: ({ session }: { session: string }) =>
    errorText(
      'TESTS_RECORD',
      `No call of session ${session} can be made a test`,
      'Sealed arguments are left out. See `callgate sessions SESSION`.',
    ),
};
