import type { CustomHint } from '../disclose/custom-hint.ts';
import type { Disclosure } from '../disclose/disclosure.ts';
import { listApplicableOverrides, disclose } from '../disclose/disclosure.ts';
import type { FactName } from '../disclose/facts.ts';
import { FACT_NAMES } from '../disclose/facts.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { Origins } from '../label/origin.ts';
import type { Principal } from '../receive/principal.ts';
import type { Json } from '../receive/json.ts';
import type { SetDetail } from '../vocabulary/claim-keys.ts';
import { SET_DETAILS } from '../vocabulary/claim-keys.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import type { Field } from './fields.ts';
import { listPolicyFields } from './fields.ts';
import type { DecisionInput, Moment } from './decision-input.ts';

export type FieldIndex = ReadonlyMap<string, number>;

export const indexFields = (fields: readonly Field[]): FieldIndex =>
  new Map(fields.map((field, index) => [field.name, index]));

/** Reads one field of a tool out of its disclosure. */
type ToolReader = (tool: ToolInput, disclosure: Disclosure) => Json;

/** A reader for every field a tool has, with the place its value goes to. */
export type ToolReaders = readonly { readonly at: number; readonly read: ToolReader }[];

const NAMED_READERS: Readonly<Record<string, ToolReader>> = {
  'tool.name': (tool) => tool.name,
  'tool.kind': (tool) => tool.kind,
  'tool.minTrustLevel': (_, disclosure) => disclosure.minTrustLevel ?? 0,
  'tool.intelligencePriority': (_, disclosure) => disclosure.modelPreferences?.intelligencePriority ?? 0,
  'server.name': (tool) => tool.server.name,
  'server.trust': (tool) => tool.server.trust,
};

const isHint = (name: string): name is HintName => HINT_NAMES.some((hint) => hint === name);
const isFact = (name: string): name is FactName => FACT_NAMES.some((fact) => fact === name);
const isSet = (name: string): name is SetDetail => SET_DETAILS.some((detail) => detail === name);

const readerOf = (field: string): ToolReader => {
  const named = NAMED_READERS[field];
  if (named !== undefined) return named;
  const name = field.slice(field.indexOf('.') + 1);
  if (isHint(name)) {
    const claimed = field.startsWith('claims.');
    return claimed ? (_, { claimed: said }) => said[name] : (_, { beliefs }) => beliefs[name].value;
  }
  if (isFact(name)) return (_, { facts }) => facts[name].value;
  if (isSet(name)) return (_, { sets }) => sets[name].values;
  return (_, { custom }) => custom[name]?.value ?? 'unknown';
};

export const createToolReaders = (fields: readonly Field[]): ToolReaders =>
  fields.flatMap(({ name, stage }, at) => (stage === 'tool' ? [{ at, read: readerOf(name) }] : []));

export const readToolFields = (readers: ToolReaders, tool: ToolInput, disclosure: Disclosure): Json[] => {
  const values: Json[] = [];
  for (const { at, read } of readers) values[at] = read(tool, disclosure);
  return values;
};

const setter =
  (index: FieldIndex, values: Json[]) =>
  (name: string, value: Json): void => {
    const at = index.get(name);
    if (at !== undefined) values[at] = value;
  };

export const setSessionFields = (index: FieldIndex, values: Json[], labels: Labels, words: boolean): void => {
  const set = setter(index, values);
  set('session.private', labels.private);
  set('session.untrusted', labels.untrusted);
  set('session.words', words ? 'yes' : 'no');
};

export const setOriginFields = (
  index: FieldIndex,
  values: Json[],
  origins: Pick<Origins, 'proven' | 'destination' | 'created' | 'forbidden' | 'outbound'>,
): void => {
  const set = setter(index, values);
  set('origin.proven', origins.proven);
  set('origin.destination', origins.destination);
  set('origin.created', origins.created);
  set('origin.forbidden', origins.forbidden === undefined ? 'no' : 'yes');
  set('origin.outbound', origins.outbound === true ? 'yes' : 'no');
};

export const setPrincipalFields = (index: FieldIndex, values: Json[], principal: Principal): void => {
  const set = setter(index, values);
  set('principal.subject', principal.subject);
  set('principal.kind', principal.kind);
  set('principal.groups', principal.groups);
  set('principal.roles', principal.roles);
  set('principal.delegation', principal.delegation);
};

export const setCallFields = (index: FieldIndex, values: Json[], origins: Origins, time: Moment): void => {
  const set = setter(index, values);
  const local = new Date(time.at + time.offsetMinutes * 60_000);
  set(
    'origin.unproven',
    origins.unproven.map((value) => value.path.join('.')),
  );
  set(
    'origin.firstSeen',
    origins.unproven.map(({ firstSeen }) =>
      firstSeen === undefined ? 'nowhere' : `${firstSeen.server}/${firstSeen.tool}`,
    ),
  );
  set('time.hour', local.getUTCHours());
  set('time.minute', local.getUTCMinutes());
  set('time.weekday', local.getUTCDay() === 0 ? 7 : local.getUTCDay());
  set('time.date', local.toISOString().slice(0, 10));
};

/** What rules read of a tool before any call: its beliefs, facts, claims and server, by field name. */
export const readToolFieldMap = (
  tool: ToolInput,
  hints: readonly CustomHint[],
): ReadonlyMap<string, Json> => {
  const fields = listPolicyFields(hints).filter((field) => field.stage === 'tool');
  const fixed = listApplicableOverrides(tool).filter((override) => override.when === undefined);
  const values = readToolFields(createToolReaders(fields), tool, disclose(tool, 'all', fixed, hints));
  return new Map(fields.map((field, at) => [field.name, values[at] ?? null]));
};

/** What rules read of a whole input, plainly: with all claims, under its own labels. */
export const readFieldMap = (
  input: DecisionInput,
  hints: readonly CustomHint[],
): ReadonlyMap<string, Json> => {
  const fields = listPolicyFields(hints);
  const index = indexFields(fields);
  const fixed = listApplicableOverrides(input.tool).filter((override) => override.when === undefined);
  const values = readToolFields(
    createToolReaders(fields),
    input.tool,
    disclose(input.tool, 'all', fixed, hints),
  );
  setSessionFields(index, values, input.labels, input.words);
  setOriginFields(index, values, input.origins);
  setPrincipalFields(index, values, input.principal);
  setCallFields(index, values, input.origins, input.time);
  return new Map(fields.map((field, at) => [field.name, values[at] ?? null]));
};
