import { FACT_NAMES } from '../disclose/facts.ts';
import { TRUST_LEVELS } from '../disclose/ground.ts';
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
type FieldStage = 'tool' | 'session' | 'origin' | 'principal' | 'call';

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
  irreversible: 'it changes something and that cannot be undone; unknown without a claim',
  outward: 'it can carry data out: open world, or a public destination',
  returnsUntrusted: 'its results may contain instructions of others',
  readsPrivate: 'it reads private data',
  consequential: 'it mutates or is outward',
  agentic: 'it acts in several steps of its own',
  privileged: 'it needs elevated rights',
  sensitive: 'it touches sensitive data or secrets',
  usesAi: 'it uses a model',
  described:
    'a review, an operator, a sandbox or a trusted server says whether it is read-only or destructive',
  conflicting: 'its claims contradict each other and no review settles it',
  quarantined: 'it is quarantined after a change or a violation',
  outwardOnGround: 'outward, and not merely by default',
  destroysOnGround: 'destroys, and its being a write or its being destructive is not merely a default',
};

const field = (
  name: string,
  type: FieldType,
  stage: FieldStage,
  description: string,
  values?: readonly string[],
): Field => ({ name, type, stage, description, ...(values === undefined ? {} : { values }) });

export const FIELDS: readonly Field[] = [
  ...HINT_NAMES.flatMap((name) => {
    const { description } = HINTS[name];
    return [
      field(`tool.${name}`, 'answer', 'tool', description),
      field(`claims.${name}`, 'answer', 'tool', `what the server itself declared: ${description}`),
    ];
  }),
  ...FACT_NAMES.map((name) => field(`tool.${name}`, 'answer', 'tool', FACT_WORDS[name])),
  ...SET_DETAILS.map((name) =>
    field(`tool.${name}`, 'texts', 'tool', `the declared ${name}; empty where nothing was declared`),
  ),
  field('tool.name', 'text', 'tool', 'the name of the tool or prompt, or the uri of the resource'),
  field('tool.kind', 'text', 'tool', 'what is called', CALL_KINDS),
  field('tool.minTrustLevel', 'number', 'tool', 'the declared level, 1 to 5; 0 where nothing was declared'),
  field(
    'tool.intelligencePriority',
    'number',
    'tool',
    'the declared model preference, 0 to 1; 0 where nothing was declared',
  ),
  field('server.name', 'text', 'tool', 'the operator’s alias of the server'),
  field('server.trust', 'text', 'tool', 'what the operator says of the server', TRUST_LEVELS),
  field('session.private', 'label', 'session', 'whether the session has read private data'),
  field('session.untrusted', 'label', 'session', 'whether the session has read untrusted content'),
  field('session.words', 'answer', 'session', 'whether the user’s request is known'),
  field(
    'origin.proven',
    'answer',
    'origin',
    'whether every decisive value is proven; unknown without the user’s request',
  ),
  field('origin.destination', 'answer', 'origin', 'whether every destination is proven'),
  field('origin.created', 'answer', 'origin', 'whether the object acted on was created in this session'),
  field('origin.forbidden', 'answer', 'origin', 'whether the user’s request forbids this kind of call'),
  field(
    'origin.outbound',
    'answer',
    'origin',
    'whether the call can reach outside and goes to an address that is not proven, or carries private data',
  ),
  field('origin.unproven', 'texts', 'call', 'the arguments that are not proven'),
  field(
    'origin.firstSeen',
    'texts',
    'call',
    'for each of them the server/tool in whose result its value was first seen, or `nowhere`',
  ),
  field('principal.subject', 'text', 'principal', 'who calls'),
  field('principal.kind', 'text', 'principal', 'a person or a program', ['human', 'service']),
  field('principal.groups', 'texts', 'principal', 'the groups of the caller'),
  field('principal.roles', 'texts', 'principal', 'the roles of the caller'),
  field('principal.delegation', 'texts', 'principal', 'on whose behalf the caller acts, nearest first'),
  field('time.hour', 'number', 'call', 'the hour of the day, 0 to 23, in the operator’s time zone'),
  field('time.minute', 'number', 'call', 'the minute of the hour, 0 to 59'),
  field('time.weekday', 'number', 'call', 'the day of the week, Monday 1 to Sunday 7'),
  field('time.date', 'text', 'call', 'the day, as 2026-11-15'),
];

/** The fields of a policy that registers hints of its own. */
export const listPolicyFields = (hints: readonly CustomHint[]): readonly Field[] => [
  ...FIELDS,
  ...hints.map(({ name, description }) => field(`tool.${name}`, 'answer', 'tool', description)),
];
