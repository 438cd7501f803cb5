import { fileShapeMessages } from '@callgate/messages/file-shape';
import type { z } from 'zod';

type ShapeIssue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const { demands, types } = fileShapeMessages;

const TYPE_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(types));

const receivedType = (input: unknown): string =>
  input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input;

/** Words for the kind of a value; undefined where it has none of a file. */
const typeWords = (type: string): string | undefined => TYPE_WORDS.get(type);

const describeType = (expected: string, input: unknown): string => {
  if (input === undefined) return demands.present;
  const words = typeWords(expected);
  if (words === undefined) return demands.valid;
  const received = typeWords(receivedType(input));
  return demands.type({ expected: words, received: received === words ? undefined : received });
};

const quoteValues = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => demands.value({ value: String(value) }));

const describeMinimum = ({
  origin,
  minimum,
  inclusive,
}: Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum' | 'inclusive'>): string => {
  const min = Number(minimum);
  if (origin === 'string') return min === 1 ? demands.filled : demands.longEnough({ min });
  if (origin === 'array') return demands.moreEntries({ min });
  return inclusive === false
    ? demands.moreThan({ min: String(minimum) })
    : demands.atLeast({ min: String(minimum) });
};

const describeMaximum = ({
  origin,
  maximum,
  inclusive,
}: Pick<z.core.$ZodIssueTooBig, 'origin' | 'maximum' | 'inclusive'>): string => {
  const max = Number(maximum);
  if (origin === 'string') return demands.shortEnough({ max });
  if (origin === 'array') return demands.fewerEntries({ max });
  return inclusive === false
    ? demands.lessThan({ max: String(maximum) })
    : demands.atMost({ max: String(maximum) });
};

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', demands.date],
  ['datetime', demands.time],
  ['url', demands.url],
]);

/** Whether a branch refuses everything of the value's kind. */
const isOfOtherKind = ({ code, path }: ShapeIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

/** What a branch of a union takes. */
const branchChoices = (branch: readonly ShapeIssue[]): readonly string[] =>
  branch.flatMap((issue) => {
    if (issue.path.length > 0) return [];
    if (issue.code === 'invalid_value') return quoteValues(issue.values);
    if (issue.code === 'invalid_type') return typeWords(issue.expected) ?? [];
    return issue.code === 'unrecognized_keys' ? types.object : [];
  });

/** The demand of the branch that takes the value's kind, or what all of them take. */
const describeUnion = (branches: readonly (readonly ShapeIssue[])[], input: unknown): string => {
  if (input === undefined) return demands.present;
  const nearest = branches.find((branch) => !branch.some(isOfOtherKind));
  const root = nearest?.find(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys');
  if (root !== undefined) return root.message;
  const choices = [...new Set(branches.flatMap(branchChoices))];
  return choices.length === 0 ? demands.valid : demands.values({ values: choices });
};

/** What a value must be, in words of our own: those of zod are for programmers. */
export const describeIssue = (issue: RawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return issue.input === undefined
        ? demands.present
        : demands.values({ values: quoteValues(issue.values) });
    case 'too_small':
      return describeMinimum(issue);
    case 'too_big':
      return describeMaximum(issue);
    case 'invalid_format':
      return FORMATS.get(issue.format) ?? demands.valid;
    case 'invalid_key':
      return issue.issues[0]?.message ?? demands.valid;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? demands.values({ values: quoteValues(issue.options) })
        : describeUnion(issue.errors, issue.input);
    default:
      return demands.valid;
  }
};
