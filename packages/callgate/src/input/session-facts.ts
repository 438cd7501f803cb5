import type {
  DecisionInput,
  Json,
  Labels,
  Policy,
  Principal,
  ToolInput,
  JsonObject,
  Session,
  TracedTool,
} from '@callgate/core';
import {
  display,
  CallgateError,
  LOCAL_PRINCIPAL,
  NO_LABELS,
  UNTRACED_ORIGINS,
  isJsonObject,
  judgeCall,
} from '@callgate/core';
import type { HistoryReadings, Moment } from '@callgate/core/decide';
import type { FirstOccurrence, Origins } from '@callgate/core/label';
import { ARGUMENT_ROLES } from '@callgate/core/vocabulary';
import { traceErrors } from '@callgate/messages/errors/trace';
import { sessionSchema } from '@callgate/gate/session-schema';
import { z } from 'zod';
import type { StatedHistory } from './stated-history.ts';
import { readStatedHistory } from './stated-history.ts';
import { refuseUnknownKeys } from './refuse-unknown-keys.ts';

const strength = z.enum(['none', 'possible', 'known']);
const label = z.union([strength, z.looseObject({ strength }).transform((value) => value.strength)]);
const answer = z.enum(['yes', 'no', 'unknown']);
const loose = z.union([
  answer,
  z.boolean().transform((value) => (value ? ('yes' as const) : ('no' as const))),
]);

const path = z.array(z.union([z.string(), z.number()]));
const seen = z.looseObject({ server: z.string(), tool: z.string(), call: z.string(), path });
const firstSeen = z.custom<FirstOccurrence>((value) => seen.safeParse(value).success, 'cannot be read');

/** Keys that are not listed are for people, as in `explain --json`. */
const unproven = z.object({
  path,
  origin: z.enum(['person', 'created', 'directory', 'trusted', 'untrusted', 'nowhere']).exactOptional(),
  role: z.enum(ARGUMENT_ROLES).exactOptional(),
  text: z.string().exactOptional(),
  firstSeen: firstSeen.exactOptional(),
  carried: z.literal(true).exactOptional(),
});

const origins = z.strictObject({
  proven: loose.optional(),
  destination: loose.optional(),
  created: loose.optional(),
  unproven: z.array(z.union([z.string(), unproven])).optional(),
  unasked: z.string().exactOptional(),
  forbidden: z.string().exactOptional(),
  denied: z.literal(true).exactOptional(),
  outbound: z.literal(true).exactOptional(),
});

/** A session as a file or a line gives it in short: what is judged of it, without the state itself. */
const session = z.looseObject({
  v: z.literal(1).optional(),
  labels: z.strictObject({ private: label.optional(), untrusted: label.optional() }).optional(),
  private: label.optional(),
  untrusted: label.optional(),
  words: z.boolean().optional(),
  origins: origins.optional(),
  origin: origins.optional(),
  history: z.record(z.string(), z.union([z.number(), z.boolean()])).optional(),
});

/** What is known of the session when a call is explained. */
export interface SessionFacts {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
  /** What earlier calls come to, as far as it is stated. */
  readonly stated?: StatedHistory | undefined;
  /** The same as it was read. */
  readonly history?: HistoryReadings;
}

/** What is known of a session, for a tool and arguments that are known only later. */
export type SessionFactsLookup = (tool: TracedTool, args: JsonObject) => SessionFacts;

/** Nothing said: no labels, and the person's words taken to be known. */
export const DEFAULT_SESSION_FACTS: SessionFacts = {
  labels: NO_LABELS,
  words: true,
  origins: UNTRACED_ORIGINS,
};

const shapeError = (what: string, error: z.ZodError): CallgateError => {
  const [issue] = error.issues;
  return new CallgateError(
    traceErrors.input.shape({
      what,
      place: display(issue?.path.join('.') ?? ''),
      problem: display(issue?.message ?? 'not readable'),
    }),
  );
};

const originsOf = (given: z.infer<typeof origins> | undefined): Origins => {
  if (given === undefined) return UNTRACED_ORIGINS;
  const {
    proven = 'unknown',
    destination = proven,
    created = 'unknown',
    unproven: values,
    ...others
  } = given;
  return {
    proven,
    destination,
    created,
    unproven: (values ?? []).map((value) =>
      typeof value === 'string'
        ? { path: value.split('.'), origin: 'nowhere' }
        : { origin: 'nowhere', ...value },
    ),
    ...others,
  };
};

const SESSION_KEYS = [
  'v',
  'context',
  'principal',
  'labels',
  'private',
  'untrusted',
  'words',
  'origins',
  'origin',
  'declassifications',
  'history',
];

const readShort = (content: Json): SessionFacts => {
  const parsed = session.safeParse(content);
  if (!parsed.success) throw shapeError('session', parsed.error);
  const { data } = parsed;
  for (const name of ['private', 'untrusted'] as const)
    if (data[name] !== undefined && data.labels?.[name] !== undefined)
      throw new CallgateError(traceErrors.input.labelTwice({ label: name }));
  if (data.origin !== undefined && data.origins !== undefined)
    throw new CallgateError(traceErrors.input.originsTwice());
  return {
    labels: {
      private: data.labels?.private ?? data.private ?? 'none',
      untrusted: data.labels?.untrusted ?? data.untrusted ?? 'none',
    },
    words: data.words ?? true,
    origins: originsOf(data.origins ?? data.origin),
    ...(data.history === undefined ? {} : { stated: data.history }),
  };
};

const readWhole = (content: Json): Session => {
  const parsed = sessionSchema.safeParse(content);
  if (!parsed.success) throw shapeError('session', parsed.error);
  return parsed.data;
};

const WHOLE_KEYS = ['said', 'unbelieved', 'seen', 'kept', 'created', 'dropped'];

/** Reads a session: a whole one, or its short form. */
export const readSessionFacts = (content: Json | undefined): SessionFactsLookup => {
  if (content === undefined || content === null) return () => DEFAULT_SESSION_FACTS;
  if (isJsonObject(content)) {
    if (WHOLE_KEYS.some((key) => Object.hasOwn(content, key))) {
      const whole = readWhole(content);
      return (tool, args) => {
        const { labels, words, origins: judged } = judgeCall(whole, tool, args);
        return { labels, words, origins: judged };
      };
    }
    refuseUnknownKeys('session', content, SESSION_KEYS);
  }
  const short = readShort(content);
  return () => short;
};

const principal = z.union([
  z
    .string()
    .min(1)
    .transform((subject) => ({ subject })),
  z.strictObject({
    subject: z.string().min(1),
    kind: z.enum(['human', 'service']).optional(),
    groups: z.array(z.string()).optional(),
    roles: z.array(z.string()).optional(),
    delegation: z.array(z.string()).optional(),
  }),
]);

export const readPrincipal = (content: Json | undefined): Principal => {
  if (content === undefined || content === null) return LOCAL_PRINCIPAL;
  const parsed = principal.safeParse(content);
  if (!parsed.success) throw shapeError('principal', parsed.error);
  return {
    ...LOCAL_PRINCIPAL,
    ...Object.fromEntries(Object.entries(parsed.data).filter(([key]) => key in LOCAL_PRINCIPAL)),
  };
};

export const buildDecisionInput = (
  policy: Policy,
  tool: ToolInput,
  circumstances: SessionFacts,
  who: Principal,
  args: JsonObject,
  time: Moment,
): DecisionInput => {
  const { labels, words, origins: judged, stated, history } = circumstances;
  return {
    v: 1,
    tool,
    labels,
    words,
    origins: judged,
    principal: who,
    args,
    time,
    ...(history === undefined ? readStatedHistory(policy, stated, time.at) : { history }),
    policy: policy.revision,
  };
};
