import type { Answer } from '../disclose/answer.ts';
import type { CustomHint } from '../disclose/custom-hint.ts';
import type { Disclosure } from '../disclose/disclosure.ts';
import { applicableOverrides, disclose } from '../disclose/disclosure.ts';
import { FACT_NAMES } from '../disclose/facts.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { Origins } from '../label/origin.ts';
import type { Principal } from '../label/principal.ts';
import type { Json } from '../receive/json.ts';
import { SET_DETAILS } from '../vocabulary/claim-keys.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { Field } from './fields.ts';
import { fieldsWith } from './fields.ts';
import type { Moment } from './input.ts';

/** Where each field stands in a frame. */
export type FieldIndex = ReadonlyMap<string, number>;

export const indexFields = (fields: readonly Field[]): FieldIndex =>
  new Map(fields.map((field, index) => [field.name, index]));

export class FieldValues {
  readonly values: Json[];
  readonly #index: FieldIndex;

  constructor(index: FieldIndex, values: readonly Json[] = []) {
    this.#index = index;
    this.values = [...values];
  }

  set(name: string, value: Json): void {
    const at = this.#index.get(name);
    if (at !== undefined) this.values[at] = value;
  }
}

const claimed = (disclosure: Disclosure, name: (typeof HINT_NAMES)[number]): Answer => {
  const answers = disclosure.claims.filter((claim) => claim.hint === name).map((claim) => claim.answer);
  if (answers.length === 0) return 'unknown';
  const { relaxing } = HINTS[name];
  return answers.find((answer) => answer !== relaxing) ?? relaxing;
};

export const setToolFields = (to: FieldValues, tool: ToolInput, disclosure: Disclosure): void => {
  for (const name of HINT_NAMES) {
    to.set(`tool.${name}`, disclosure.beliefs[name].value);
    to.set(`claims.${name}`, claimed(disclosure, name));
  }
  for (const name of FACT_NAMES) to.set(`tool.${name}`, disclosure.facts[name].value);
  for (const name of SET_DETAILS) to.set(`tool.${name}`, disclosure.sets[name].values);
  for (const [name, belief] of Object.entries(disclosure.custom)) to.set(`tool.${name}`, belief.value);
  to.set('tool.name', tool.name);
  to.set('tool.kind', tool.kind);
  to.set('tool.minTrustLevel', disclosure.minTrustLevel ?? 0);
  to.set('tool.intelligencePriority', disclosure.modelPreferences?.intelligencePriority ?? 0);
  to.set('server.name', tool.server.name);
  to.set('server.trust', tool.server.trust);
};

export const setSessionFields = (to: FieldValues, labels: Labels, words: boolean): void => {
  to.set('session.private', labels.private);
  to.set('session.untrusted', labels.untrusted);
  to.set('session.words', words ? 'yes' : 'no');
};

export const setOriginFields = (
  to: FieldValues,
  origins: Pick<Origins, 'proven' | 'destination' | 'created'>,
): void => {
  to.set('origin.proven', origins.proven);
  to.set('origin.destination', origins.destination);
  to.set('origin.created', origins.created);
};

export const setPrincipalFields = (to: FieldValues, principal: Principal): void => {
  to.set('principal.subject', principal.subject);
  to.set('principal.kind', principal.kind);
  to.set('principal.groups', principal.groups);
  to.set('principal.roles', principal.roles);
  to.set('principal.delegation', principal.delegation);
};

export const setCallFields = (to: FieldValues, origins: Origins, time: Moment): void => {
  const local = new Date(time.at + time.offsetMinutes * 60_000);
  to.set(
    'origin.unproven',
    origins.unproven.map((value) => value.path.join('.')),
  );
  to.set('time.hour', local.getUTCHours());
  to.set('time.minute', local.getUTCMinutes());
  to.set('time.weekday', local.getUTCDay() === 0 ? 7 : local.getUTCDay());
  to.set('time.date', local.toISOString().slice(0, 10));
};

/** What rules read of a tool before any call: its beliefs, facts, claims and server, by field name. */
export const toolFields = (tool: ToolInput, hints: readonly CustomHint[]): ReadonlyMap<string, Json> => {
  const fields = fieldsWith(hints).filter((field) => field.stage === 'tool');
  const fixed = applicableOverrides(tool).filter((override) => override.when === undefined);
  const values = new FieldValues(indexFields(fields));
  setToolFields(values, tool, disclose(tool, 'all', fixed, hints));
  return new Map(fields.map((field, at) => [field.name, values.values[at] ?? null]));
};
