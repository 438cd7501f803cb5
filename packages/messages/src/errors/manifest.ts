import { errorText } from '../text/error-text.ts';
import { didYouMean, suggestNearName } from '../text/suggest-near-name.ts';

const WORST_CASE_HELP =
  'Declare the worst case over all arguments in `hints` of the tool. A condition only says what is safer.';

const exceeds = (what: string) =>
  errorText('MANIFEST_WORST_CASE', `${what}, and the worst case does not say so`, WORST_CASE_HELP);

/** Errors and warnings of disclosure manifests: each stands at its place. */
export const manifestErrors = {
  toolTwice: ({ tool }: { tool: string }) =>
    errorText('MANIFEST_TWICE', `There is another tool \`${tool}\``, 'Rename or remove one of them.'),
  conflict: ({ words }: { words: string }) =>
    errorText('MANIFEST_CONFLICT', `These hints contradict each other: ${words}`, 'Declare the worst case.'),
  argumentUnknown: ({ argument, near }: { argument: string; near: string | undefined }) =>
    errorText(
      'MANIFEST_ARGUMENT',
      `\`inputSchema\` has no argument \`${argument}\``,
      near === undefined ? undefined : didYouMean(near),
    ),
  undoUnknown: ({ tool, near }: { tool: string; near: string | undefined }) =>
    errorText(
      'MANIFEST_UNDO',
      `There is no tool \`${tool}\` to undo a call`,
      suggestNearName(near, 'Name a tool of this manifest, or leave it out.'),
    ),

  undeclared: {
    readOnly: () =>
      errorText(
        'MANIFEST_UNDECLARED',
        'Nothing says whether the tool changes anything, so it counts as undescribed and needs approval or is blocked',
        'Declare `readOnly: true` or `readOnly: false`.',
      ),
    destructive: () =>
      errorText(
        'MANIFEST_UNDECLARED',
        'The tool counts as destructive, because nothing else is declared',
        'Declare `destructive: true` or `false`.',
      ),
    openWorld: () =>
      errorText(
        'MANIFEST_UNDECLARED',
        'The tool counts as reaching outside, because nothing else is declared',
        'Declare `openWorld: true` or `false`.',
      ),
    reversible: () =>
      errorText(
        'MANIFEST_UNDECLARED',
        'The tool destroys, and nothing says whether that can be undone',
        'Declare `reversible: true` or `false`.',
      ),
  },

  condition: {
    /** The condition says itself what is wrong with it. */
    invalid: () => errorText('MANIFEST_CONDITION', 'The condition is not valid'),
    readsOther: () =>
      errorText(
        'MANIFEST_CONDITION',
        'The condition of a manifest can only read arguments',
        'Put conditions on the session or the principal into the policy.',
      ),
    untyped: ({ argument }: { argument: string }) =>
      errorText(
        'MANIFEST_CONDITION_TYPE',
        `\`inputSchema\` does not say that \`${argument}\` is a string, a boolean or a number`,
        'Declare the type, or write the value it must have: values of other types would meet this condition too.',
      ),
    empty: () =>
      errorText('MANIFEST_CONDITION_EMPTY', 'The condition says nothing', 'Add hints, or remove it.'),
  },

  worstCase: {
    setUnsaid: ({ set }: { set: string }) =>
      errorText('MANIFEST_WORST_CASE', `The worst case does not declare \`${set}\``, WORST_CASE_HELP),
    set: ({ set, value, worst }: { set: string; value: string; worst: string }) =>
      errorText(
        'MANIFEST_WORST_CASE',
        `\`${set}: ${value}\` exceeds the worst case, ${worst}`,
        WORST_CASE_HELP,
      ),
    hint: ({ hint, value }: { hint: string; value: boolean }) =>
      errorText(
        'MANIFEST_WORST_CASE',
        `\`${hint}: ${value}\` exceeds the worst case, which says ${!value}`,
        WORST_CASE_HELP,
      ),
    hintUnsaid: ({ hint, value }: { hint: string; value: boolean }) =>
      errorText(
        'MANIFEST_WORST_CASE',
        `\`${hint}: ${value}\` exceeds the worst case, which does not declare it`,
        WORST_CASE_HELP,
      ),
    mutates: () => exceeds('These calls would change things'),
    destroys: () => exceeds('These calls would destroy'),
    irreversible: () => exceeds('These calls could not be undone'),
    outward: () => exceeds('These calls would reach outside'),
    returnsUntrusted: () => exceeds('These calls would return untrusted content'),
    readsPrivate: () => exceeds('These calls would read private data'),
  },
};
