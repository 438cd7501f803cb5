import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { Answer } from '@callgate/core/vocabulary';
import { readResultLabels } from '@callgate/core/vocabulary';
import type { DeclaredLimits } from './guarded-tool.ts';
import { TRUST_ANNOTATIONS_KEY } from './keys.ts';
import type { ReadKind } from './call-scope.ts';

const PUBLIC_SOURCES: ReadonlySet<string> = new Set(['trustedPublic', 'untrustedPublic']);

type LabelAnswer = 'yes' | 'no' | undefined;

/** A raising word counts more than any number of lowering ones. */
const labelAnswer = (
  said: ReadonlySet<ReadKind>,
  raising: readonly ReadKind[],
  lowering: ReadKind,
): LabelAnswer => {
  if (raising.some((kind) => said.has(kind))) return 'yes';
  return said.has(lowering) ? 'no' : undefined;
};

const filterValues = (
  values: readonly string[] | undefined,
  keep: (value: string) => boolean,
): readonly string[] => (values ?? []).filter(keep);

const flag = (key: string, answer: Answer): JsonObject =>
  answer === 'unknown' ? {} : { [key]: answer === 'yes' };

const toClaimValue = (value: string): Json => (value === 'regulated' ? { regulated: {} } : value);

const list = (key: string, values: readonly string[]): JsonObject => {
  const [only] = values;
  if (only === undefined) return {};
  return { [key]: values.length === 1 ? toClaimValue(only) : values.map(toClaimValue) };
};

/** What a result says of itself: what its tool declares for these arguments, and what the handler said it read. */
export const resultAnnotations = (
  { answers, sets }: DeclaredLimits,
  said: ReadonlySet<ReadKind>,
): JsonObject => {
  const isPrivate = labelAnswer(said, ['private', 'secret'], 'public');
  const isUntrusted = labelAnswer(said, ['untrusted'], 'trusted');
  const source =
    isUntrusted === 'yes'
      ? ['untrustedPublic']
      : filterValues(
          sets.source,
          (value) =>
            (isUntrusted !== 'no' || value !== 'untrustedPublic') &&
            (isPrivate !== 'no' || PUBLIC_SOURCES.has(value)),
        );
  const sensitivity =
    isPrivate === 'no'
      ? ['none']
      : filterValues(sets.returnSensitivity, (value) => isPrivate !== 'yes' || value !== 'none');
  const secret = said.has('secret') ? 'yes' : isPrivate === 'no' ? 'no' : answers.secret;
  const returnMetadata = { ...list('source', source), ...list('sensitivity', sensitivity) };
  return {
    ...flag('sensitiveDataHint', isPrivate ?? answers.sensitiveData),
    ...flag('secretHint', secret),
    ...flag('unsafeOutputHint', isUntrusted ?? answers.unsafeOutput),
    // what comes from outside is untrusted unless the handler knows better
    ...(isUntrusted === undefined && answers.openWorld === 'yes' ? { openWorldHint: true } : {}),
    ...(Object.keys(returnMetadata).length === 0 ? {} : { returnMetadata }),
  };
};

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
};

const valuesAt = (object: JsonObject, key: string): readonly Json[] => {
  const value = getOwn(object, key);
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

const uniteValues = (key: string, one: JsonObject, other: JsonObject): JsonObject => {
  const known = new Map(
    [...valuesAt(one, key), ...valuesAt(other, key)].map((value) => [JSON.stringify(value), value]),
  );
  if (known.size > 1) known.delete('"none"');
  const values = [...known.values()];
  const [only] = values;
  return only === undefined ? {} : { [key]: values.length === 1 ? only : values };
};

const TIGHT_WHERE_TRUE = ['sensitiveDataHint', 'secretHint', 'unsafeOutputHint', 'openWorldHint'] as const;

/** The tighter of what the handler wrote and what follows from its tool, key by key. */
const tightenAnnotations = (theirs: JsonObject, ours: JsonObject): JsonObject => {
  const metadata = [objectAt(theirs, 'returnMetadata'), objectAt(ours, 'returnMetadata')] as const;
  const returnMetadata = {
    ...metadata[0],
    ...uniteValues('source', ...metadata),
    ...uniteValues('sensitivity', ...metadata),
  };
  return {
    ...theirs,
    ...ours,
    ...Object.fromEntries(
      TIGHT_WHERE_TRUE.filter((key) => getOwn(theirs, key) === true).map((key) => [key, true]),
    ),
    ...(Object.keys(returnMetadata).length === 0 ? {} : { returnMetadata }),
  };
};

/** The result with its labels in both homes. What the handler wrote itself stays, unless it says less. */
export const addResultLabels = (
  result: JsonObject,
  declared: DeclaredLimits,
  said: ReadonlySet<ReadKind>,
): JsonObject => {
  const meta = objectAt(result, '_meta');
  const before = readResultLabels(result);
  const annotations = {
    ...tightenAnnotations(objectAt(meta, 'annotations'), resultAnnotations(declared, said)),
    // the handler may have said it in another home
    ...(before.private === 'yes' ? { sensitiveDataHint: true } : {}),
    ...(before.untrusted === 'yes' ? { unsafeOutputHint: true } : {}),
  };
  const ours = readResultLabels({ _meta: { annotations } });
  const trust = {
    ...objectAt(meta, TRUST_ANNOTATIONS_KEY),
    ...trustFlag('sensitive', [before.private, ours.private]),
    ...trustFlag('untrusted', [before.untrusted, ours.untrusted]),
  };
  return {
    ...result,
    _meta: {
      ...meta,
      annotations,
      ...(Object.keys(trust).length === 0 ? {} : { [TRUST_ANNOTATIONS_KEY]: trust }),
    },
  };
};

const trustFlag = (key: string, answers: readonly Answer[]): JsonObject => {
  if (answers.includes('yes')) return { [key]: true };
  return answers.includes('no') ? { [key]: false } : {};
};
