import type { Answer } from './answer.ts';
import type { Json } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { PRIVATE_SOURCES, TRUST_ANNOTATIONS_KEY } from './claim-keys.ts';
import type { ClaimSource } from './claim-collector.ts';
import { ClaimCollector, openChildSource, collectHomeClaims, describeJsonType } from './claim-collector.ts';
import type { Claim, MalformedClaim } from './claim.ts';
import type { HintName } from './hint-names.ts';

/** What a result says of itself, over its three homes; the tightest word counts. */
export interface ResultLabels {
  readonly private: Answer;
  readonly untrusted: Answer;
  readonly answers: readonly Claim[];
  readonly malformed: readonly MalformedClaim[];
}

/** yes wins over no, no over silence: a home that says nothing does not blur one that speaks. */
const tightest = (answers: readonly Answer[]): Answer =>
  answers.includes('yes') ? 'yes' : answers.includes('no') ? 'no' : 'unknown';

const answered = (answers: readonly Claim[], hint: HintName): Answer => {
  const said = answers.filter((claim) => claim.hint === hint);
  return tightest(said.map((claim) => claim.answer));
};

/** A flag of an extension; what cannot be read is recorded and counts as not said. */
const flag = (
  reading: ClaimCollector,
  source: ClaimSource | undefined,
  key: string,
  hint: HintName,
): Answer => {
  const value = source === undefined ? undefined : getOwn(source.object, key);
  if (source === undefined || value === undefined) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  reading.problem(source.home, source.prefix + key, [hint], `${describeJsonType(value)}, not true or false`);
  return 'unknown';
};

const INTEGRITY: ReadonlyMap<Json, Answer> = new Map([
  ['untrusted', 'yes'],
  ['low', 'yes'],
  ['trusted', 'no'],
  ['high', 'no'],
]);

const integrity = (reading: ClaimCollector, source: ClaimSource | undefined): Answer => {
  const value = source === undefined ? undefined : getOwn(source.object, 'integrity');
  if (source === undefined || value === undefined) return 'unknown';
  const answer = INTEGRITY.get(value);
  if (answer === undefined)
    reading.problem(
      source.home,
      `${source.prefix}integrity`,
      ['unsafeOutput'],
      `not one of ${[...INTEGRITY.keys()].join(', ')}`,
    );
  return answer ?? 'unknown';
};

/** Anything but a plain `public` names readers, and what has named readers is private. */
const confidentiality = (value: Json | undefined): Answer => {
  if (value === undefined) return 'unknown';
  const members = Array.isArray(value) ? value : [value];
  return members.length > 0 && members.every((member) => member === 'public') ? 'no' : 'yes';
};

/** What a label that cannot be read leaves unknown. */
const LABEL_HINTS: readonly HintName[] = ['sensitiveData', 'unsafeOutput'];

/** Reads the labels of a call's result: `_meta.annotations`, trust-annotations and `ifc`. Total. */
export const readResultLabels = (result: Json): ResultLabels => {
  const reading = new ClaimCollector();
  const source = isJsonObject(result)
    ? openChildSource(reading, { home: 'result', prefix: '', object: result }, '_meta', LABEL_HINTS)
    : undefined;
  if (source === undefined)
    return { private: 'unknown', untrusted: 'unknown', answers: [], malformed: reading.malformed };
  const meta: ClaimSource = { ...source, prefix: '' };
  const annotations = openChildSource(reading, meta, 'annotations', LABEL_HINTS);
  if (annotations !== undefined) collectHomeClaims(reading, annotations);
  const trust = openChildSource(reading, meta, TRUST_ANNOTATIONS_KEY, LABEL_HINTS);
  const ifc = openChildSource(reading, meta, 'ifc', LABEL_HINTS);
  const sources = reading.sets.get('source') ?? [];
  return {
    private: tightest([
      answered(reading.answers, 'sensitiveData'),
      answered(reading.answers, 'secret') === 'yes' ? 'yes' : 'unknown',
      sources.some((name) => PRIVATE_SOURCES.has(name)) ? 'yes' : 'unknown',
      flag(reading, trust, 'sensitive', 'sensitiveData'),
      ifc === undefined ? 'unknown' : confidentiality(getOwn(ifc.object, 'confidentiality')),
    ]),
    untrusted: tightest([
      answered(reading.answers, 'unsafeOutput'),
      answered(reading.answers, 'openWorld') === 'yes' ? 'yes' : 'unknown',
      flag(reading, trust, 'untrusted', 'unsafeOutput'),
      integrity(reading, ifc),
    ]),
    answers: reading.answers,
    malformed: reading.malformed,
  };
};
