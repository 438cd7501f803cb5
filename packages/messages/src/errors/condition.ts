import { errorText } from '../text/error-text.ts';
import { didYouMean, suggestNearName } from '../text/suggest-near-name.ts';

const nearHelp = (near: string | undefined): string | undefined =>
  near === undefined ? undefined : didYouMean(near);

/** Beliefs and labels are compared with their own words only. */
const kindHelp = (kind: 'beliefs' | 'labels' | undefined): string | undefined =>
  kind === undefined
    ? undefined
    : kind === 'labels'
      ? 'Compare labels with none, possible or known.'
      : 'Compare beliefs with yes, no or unknown.';

/** Two expressions that do not fit together. */
interface MismatchWords {
  readonly left: string;
  readonly right: string;
  readonly kind: 'beliefs' | 'labels' | undefined;
}

/** Errors of CEL conditions: each stands at its character. */
export const conditionErrors = {
  notBoolean: ({ type, isUntyped }: { type: string; isUntyped: boolean }) =>
    errorText(
      'CONDITION_NOT_BOOLEAN',
      `The condition is ${type}, not true or false`,
      isUntyped ? 'Write `args.x == true`.' : 'Compare it with a value.',
    ),
  /** The parser says what is wrong. */
  syntax: ({ problem }: { problem: string }) =>
    errorText('CONDITION_SYNTAX', `The condition cannot be read: ${problem}`),
  tooDeep: ({ max }: { max: number }) =>
    errorText(
      'CONDITION_TOO_DEEP',
      `The condition is nested deeper than ${max} levels`,
      'Split the rule into several.',
    ),
  nameUnknown: ({ name, near }: { name: string; near: string | undefined }) =>
    errorText('CONDITION_NAME', `There is no name \`${name}\``, nearHelp(near)),
  fieldUnknown: ({ root, field, near }: { root: string; field: string; near: string | undefined }) =>
    errorText('CONDITION_FIELD', `\`${root}\` has no field \`${field}\``, nearHelp(near)),
  valueUnknown: ({
    field,
    value,
    near,
    values,
  }: {
    field: string;
    value: string;
    near: string | undefined;
    values: string;
  }) =>
    errorText(
      'CONDITION_VALUE',
      `\`${field}\` is never \`${value}\``,
      suggestNearName(near, `Its values are ${values}.`),
    ),

  types: {
    compared: ({ left, right, kind }: MismatchWords) =>
      errorText(
        'CONDITION_TYPE',
        `This compares ${left} with ${right}, which are never equal`,
        kindHelp(kind),
      ),
    lookedUp: ({ left, right, kind }: MismatchWords) =>
      errorText('CONDITION_TYPE', `This looks for ${left} in ${right}, where it never is`, kindHelp(kind)),
    chosen: ({ left, right, kind }: MismatchWords) =>
      errorText('CONDITION_TYPE', `This chooses between ${left} and ${right}`, kindHelp(kind)),
    unordered: ({ left, right }: { left: string; right: string }) =>
      errorText(
        'CONDITION_TYPE',
        `This orders ${left} and ${right}`,
        'Order numbers with numbers, or texts with texts.',
      ),
    mixed: () => errorText('CONDITION_TYPE', 'A list cannot mix beliefs or labels with other values'),
    needsBoolean: ({ type }: { type: string }) =>
      errorText('CONDITION_TYPE', `Here true or false is needed, and this is ${type}`),
    needsText: ({ operation, type }: { operation: string; type: string }) =>
      errorText('CONDITION_TYPE', `\`${operation}\` needs text, and this is ${type}`),
    needsList: ({ operation, type }: { operation: string; type: string }) =>
      errorText('CONDITION_TYPE', `\`${operation}\` needs a list, and this is ${type}`),
    noMembers: ({ type }: { type: string }) =>
      errorText('CONDITION_TYPE', `This is ${type}, which has no members`),
    noSize: ({ type }: { type: string }) => errorText('CONDITION_TYPE', `This is ${type}, which has no size`),
  },

  counter: {
    arguments: ({ usage }: { usage: string }) =>
      errorText('CONDITION_COUNTER', 'This counter is not written as counters are', `Write ${usage}.`),
    window: ({ window, most }: { window: string; most: string }) =>
      errorText(
        'CONDITION_COUNTER',
        `\`${window}\` is no window`,
        `Write a duration such as "1h" or "1d", at most ${most}.`,
      ),
    scope: ({ scope, scopes }: { scope: string; scopes: string }) =>
      errorText('CONDITION_COUNTER', `Calls cannot be counted per \`${scope}\``, `Write one of ${scopes}.`),
    label: () =>
      errorText(
        'CONDITION_COUNTER',
        'Only a label that is written out can be looked for',
        'Write `"my-label" in session.labels`.',
      ),
    misplaced: ({ counter }: { counter: string }) =>
      errorText(
        'CONDITION_COUNTER',
        `\`${counter}\` stands where more calls could relax a decision`,
        'Compare counts with <, <=, > or >=. Use no count to choose or to look something up.',
      ),
  },

  refused: {
    operation: ({ operation, near }: { operation: string; near?: string | undefined }) =>
      errorText('CONDITION_REFUSED', `\`${operation}\` is not part of the policy language`, nearHelp(near)),
    minus: () => errorText('CONDITION_REFUSED', 'A minus sign is only for numbers'),
    literal: () =>
      errorText(
        'CONDITION_REFUSED',
        'This value cannot be written in a condition',
        'Use text, true, false, null, a list, or a number of at most 2^53.',
      ),
    wholeObject: ({ name }: { name: string }) =>
      errorText(
        'CONDITION_REFUSED',
        `\`${name}\` cannot be used as a whole`,
        `Name one of its fields, as \`${name}.…\`.`,
      ),
    computedField: ({ root }: { root: string }) =>
      errorText(
        'CONDITION_REFUSED',
        `A field of \`${root}\` cannot be computed`,
        `Write its name, as \`${root}.…\`.`,
      ),
    globArguments: () =>
      errorText('CONDITION_REFUSED', '`glob` needs a text and a pattern', 'Write glob(text, "a*").'),
    noArgument: ({ name }: { name: string }) =>
      errorText('CONDITION_REFUSED', `\`${name}\` needs a value in its brackets`),
    has: () =>
      errorText('CONDITION_REFUSED', '`has` is only for arguments', 'Every other field always exists.'),
    matches: () =>
      errorText(
        'CONDITION_REFUSED',
        '`matches` is not supported: a regular expression can run without end',
        'Use glob(text, "a*"), startsWith, endsWith or contains.',
      ),
    nested: () =>
      errorText(
        'CONDITION_REFUSED',
        '`exists` and `all` cannot be nested: a caller could make them very slow',
        'Split the rule into several.',
      ),
  },
};
