import { FACT_NAMES } from '../disclose/facts.ts';
import { TRUSTS } from '../disclose/ground.ts';
import type { CustomHint } from '../disclose/custom-hint.ts';
import { CALL_KINDS } from '../receive/call.ts';
import { SET_DETAILS } from '../vocabulary/claim-keys.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';

/** `answer`: yes, no, unknown. `label`: none, possible, known. `texts`: a list. */
export type FieldType = 'answer' | 'label' | 'text' | 'number' | 'flag' | 'texts';

/**
 * When a field's value is fixed: with the tool's disclosure, the session's labels, the judgement of origins,
 * the principal, or only with the call itself.
 */
export type FieldStage = 'tool' | 'session' | 'origin' | 'principal' | 'call';

/** Something a policy can read. Every field always has a value. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly stage: FieldStage;
  readonly description: string;
  /** The only texts it can hold, so that a typo is refused when a policy is loaded. */
  readonly values?: readonly string[];
}

const FACT_WORDS: Readonly<Record<(typeof FACT_NAMES)[number], string>> = {
  mutates: 'it changes something: not read-only',
  destroys: 'it changes something, destructively',
  irreversible: 'it changes something and that cannot be undone; unknown where nobody said',
  outward: 'it can carry data out: open world, or a public destination',
  returnsUntrusted: 'what it returns may contain other people’s instructions',
  readsPrivate: 'it reads private data',
  consequential: 'it mutates or is outward',
  agentic: 'it acts in several steps of its own',
  privileged: 'it needs elevated rights',
  sensitive: 'it touches sensitive data or secrets',
  usesAi: 'it uses a model',
  described:
    'a review, an operator, a sandbox or a trusted server says whether it is read-only or destructive',
  conflicting: 'its claims contradict each other and nobody settled it',
  quarantined: 'it is set apart after drift or a violation',
  outwardOnGround: 'outward, and not merely by default',
  destroysOnGround: 'destroys, and its being a write or its being destructive is not merely a default',
};

const hintFields: Field[] = HINT_NAMES.flatMap((name): Field[] => [
  { name: `tool.${name}`, type: 'answer', stage: 'tool', description: HINTS[name].description },
  {
    name: `claims.${name}`,
    type: 'answer',
    stage: 'tool',
    description: `what the server itself declared: ${HINTS[name].description}`,
  },
]);

const factFields: Field[] = FACT_NAMES.map((name) => ({
  name: `tool.${name}`,
  type: 'answer',
  stage: 'tool',
  description: FACT_WORDS[name],
}));

const setFields: Field[] = SET_DETAILS.map((name) => ({
  name: `tool.${name}`,
  type: 'texts',
  stage: 'tool',
  description: `the declared ${name}; empty where nothing was declared`,
}));

/** The fields every policy has. */
export const FIELDS: readonly Field[] = [
  ...hintFields,
  ...factFields,
  ...setFields,
  {
    name: 'tool.name',
    type: 'text',
    stage: 'tool',
    description: 'the name of the tool or prompt, or the uri of the resource',
  },
  {
    name: 'tool.kind',
    type: 'text',
    stage: 'tool',
    description: 'what is called',
    values: CALL_KINDS,
  },
  {
    name: 'tool.minTrustLevel',
    type: 'number',
    stage: 'tool',
    description: 'the declared level, 1 to 5; 0 where nothing was declared',
  },
  {
    name: 'tool.intelligencePriority',
    type: 'number',
    stage: 'tool',
    description: 'the declared model preference, 0 to 1; 0 where nothing was declared',
  },
  { name: 'server.name', type: 'text', stage: 'tool', description: 'the operator’s alias of the server' },
  {
    name: 'server.trust',
    type: 'text',
    stage: 'tool',
    values: TRUSTS,
    description: 'what the operator says of the server',
  },
  {
    name: 'session.private',
    type: 'label',
    stage: 'session',
    description: 'whether the session has touched private data',
  },
  {
    name: 'session.untrusted',
    type: 'label',
    stage: 'session',
    description: 'whether the session has seen untrusted content',
  },
  {
    name: 'session.words',
    type: 'answer',
    stage: 'session',
    description: 'whether the person’s own words are known',
  },
  {
    name: 'origin.proven',
    type: 'answer',
    stage: 'origin',
    description: 'whether every decisive value is proven; unknown without the person’s words',
  },
  {
    name: 'origin.destination',
    type: 'answer',
    stage: 'origin',
    description: 'whether every destination is proven',
  },
  {
    name: 'origin.created',
    type: 'answer',
    stage: 'origin',
    description: 'whether the object acted on was created in this session',
  },
  {
    name: 'origin.forbidden',
    type: 'answer',
    stage: 'origin',
    description: 'whether the user’s request forbids this kind of call',
  },
  {
    name: 'origin.outbound',
    type: 'answer',
    stage: 'origin',
    description:
      'whether the call can reach outside and goes to an address that is not proven, or carries private data',
  },
  { name: 'origin.unproven', type: 'texts', stage: 'call', description: 'the arguments that are not proven' },
  {
    name: 'origin.firstSeen',
    type: 'texts',
    stage: 'call',
    description: 'for each of them the server/tool in whose result its value was first seen, or `nowhere`',
  },
  { name: 'principal.subject', type: 'text', stage: 'principal', description: 'who calls' },
  {
    name: 'principal.kind',
    type: 'text',
    stage: 'principal',
    values: ['human', 'service'],
    description: 'a person or a program',
  },
  { name: 'principal.groups', type: 'texts', stage: 'principal', description: 'the groups of the caller' },
  { name: 'principal.roles', type: 'texts', stage: 'principal', description: 'the roles of the caller' },
  {
    name: 'principal.delegation',
    type: 'texts',
    stage: 'principal',
    description: 'on whose behalf the caller acts, nearest first',
  },
  {
    name: 'time.hour',
    type: 'number',
    stage: 'call',
    description: 'the hour of the day, 0 to 23, in the operator’s time zone',
  },
  { name: 'time.minute', type: 'number', stage: 'call', description: 'the minute of the hour, 0 to 59' },
  {
    name: 'time.weekday',
    type: 'number',
    stage: 'call',
    description: 'the day of the week, Monday 1 to Sunday 7',
  },
  { name: 'time.date', type: 'text', stage: 'call', description: 'the day, as 2026-11-15' },
];

/** The fields of a policy that registers hints of its own. */
export const fieldsWith = (hints: readonly CustomHint[]): readonly Field[] => [
  ...FIELDS,
  ...hints.map((hint): Field => ({
    name: `tool.${hint.name}`,
    type: 'answer',
    stage: 'tool',
    description: hint.description,
  })),
];
