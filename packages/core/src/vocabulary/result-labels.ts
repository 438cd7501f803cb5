import type { Answer } from '../disclose/answer.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, own } from '../receive/json.ts';
import { PRIVATE_SOURCES, TRUST_ANNOTATIONS_KEY } from './claim-keys.ts';
import { Reading, below, readHome } from './claim-reading.ts';
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

const flag = (object: JsonObject | undefined, key: string): Answer => {
  const value = object === undefined ? undefined : own(object, key);
  return value === true ? 'yes' : value === false ? 'no' : 'unknown';
};

const INTEGRITY: Readonly<Record<string, Answer>> = {
  untrusted: 'yes',
  low: 'yes',
  trusted: 'no',
  high: 'no',
};

const integrity = (value: Json | undefined): Answer =>
  typeof value === 'string' && Object.hasOwn(INTEGRITY, value) ? (INTEGRITY[value] ?? 'unknown') : 'unknown';

/** Anything but a plain `public` names readers, and what has named readers is private. */
const confidentiality = (value: Json | undefined): Answer => {
  if (value === undefined) return 'unknown';
  const members = Array.isArray(value) ? value : [value];
  return members.length > 0 && members.every((member) => member === 'public') ? 'no' : 'yes';
};

/** Reads the labels of a call's result: `_meta.annotations`, trust-annotations and `ifc`. Total. */
export const readResultLabels = (result: Json): ResultLabels => {
  const reading = new Reading();
  const meta = isJsonObject(result) ? own(result, '_meta') : undefined;
  if (meta === undefined || !isJsonObject(meta))
    return { private: 'unknown', untrusted: 'unknown', answers: [], malformed: [] };
  const source = { home: 'result', prefix: '', object: meta } as const;
  const annotations = below(reading, source, 'annotations', ['sensitiveData', 'unsafeOutput']);
  if (annotations !== undefined) readHome(reading, annotations);
  const trust = below(reading, source, TRUST_ANNOTATIONS_KEY, ['sensitiveData', 'unsafeOutput'])?.object;
  const ifc = below(reading, source, 'ifc', ['sensitiveData', 'unsafeOutput'])?.object;
  const ownSource = reading.sets.get('source') ?? [];
  return {
    private: tightest([
      answered(reading.answers, 'sensitiveData'),
      answered(reading.answers, 'secret') === 'yes' ? 'yes' : 'unknown',
      ownSource.some((name) => PRIVATE_SOURCES.has(name)) ? 'yes' : 'unknown',
      flag(trust, 'sensitive'),
      ifc === undefined ? 'unknown' : confidentiality(own(ifc, 'confidentiality')),
    ]),
    untrusted: tightest([
      answered(reading.answers, 'unsafeOutput'),
      answered(reading.answers, 'openWorld') === 'yes' ? 'yes' : 'unknown',
      flag(trust, 'untrusted'),
      ifc === undefined ? 'unknown' : integrity(own(ifc, 'integrity')),
    ]),
    answers: reading.answers,
    malformed: reading.malformed,
  };
};
