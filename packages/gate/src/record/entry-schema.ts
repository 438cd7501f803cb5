import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, OUTCOMES, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { auditErrors } from '@callgate/messages/errors/audit';
import { z } from 'zod';
import { CALL_STATES } from './call-row.ts';
import { EXTENSION } from './chain-entry.ts';
import type { AuditEventName, AuditEntryOutcome } from './audit-entry.ts';
import { AUDIT_EVENT_NAMES } from './audit-entry.ts';
import type {
  ApprovalDetail,
  DecisionDetail,
  EndDetail,
  GrantDetail,
  GrantUseDetail,
  KeptDecision,
  PolicyDetail,
  TransitionDetail,
  RecordedDecision,
  RecordedInput,
  RecordedRequest,
  RerouteDetail,
  SettlementDetail,
  VoteDetail,
} from './entry-detail.ts';

/** Arguments stand four deep in a row, escaped and partly encrypted. */
export const ENTRY_LIMITS: ParseLimits = Object.freeze({
  bytes: 64 * 1024 * 1024,
  depth: 128,
  keys: 1_000_000,
  string: DEFAULT_PARSE_LIMITS.bytes * 12,
  array: 1_000_000,
});

const json = z.custom<JsonObject>(isJsonObject);
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const strength = z.enum(['none', 'possible', 'known']);
const outcome = z.enum(OUTCOMES);

const eventSchema = z.strictObject({
  event_id: z.string(),
  event_type: z.enum(AUDIT_EVENT_NAMES),
  extensions: z.strictObject({ [EXTENSION]: json }),
  occurred_at: z.iso.datetime({ precision: 3 }),
  outcome: z.enum(['allowed', 'denied', 'deferred', 'error']),
  previous_hash: z.string().regex(/^[0-9a-f]{64}$/),
  principal_id: z.string(),
  tool_name: z.string(),
});

const place = z.looseObject({ v: z.literal(1), seq: z.int().min(1), call: z.string().nullable() });

/** One row, read back. */
export interface ParsedEntry {
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly event: AuditEventName;
  readonly outcome: AuditEntryOutcome;
  readonly principal: string;
  /** `server/target`; empty where no tool is concerned. */
  readonly tool: string;
  readonly call: string | null;
  readonly previousHash: string;
  /** Callgate's extension. */
  readonly detail: JsonObject;
}

const damaged = (cause: unknown): CallgateError => new CallgateError(auditErrors.entryInvalid(), { cause });

/** Reads the bytes of a row. Whether they are what was written only `verifyAuditLog` can tell. */
export const parseEntry = (bytes: Uint8Array): ParsedEntry => {
  try {
    const event = eventSchema.parse(parseStrict(bytes, ENTRY_LIMITS));
    const detail = event.extensions[EXTENSION];
    const { seq, call } = place.parse(detail);
    return {
      id: event.event_id,
      seq,
      at: Date.parse(event.occurred_at),
      event: event.event_type,
      outcome: event.outcome,
      principal: event.principal_id,
      tool: event.tool_name,
      call,
      previousHash: event.previous_hash,
      detail,
    };
  } catch (cause) {
    throw damaged(cause);
  }
};

// Rows of later versions may say more: what is not known here is let be.

const requestSchema: z.ZodType<RecordedRequest> = z.looseObject({
  kind: z.string(),
  server: z.string(),
  target: z.string(),
  definition: z.string(),
  arguments: json,
  argumentsDigest: digest,
  context: z.string(),
  session: z.string(),
});

const counterReading = z.strictObject({
  most: z.number().nullable(),
  ran: z.number().nullable(),
  first: z.number().exactOptional(),
});

const inputSchema: z.ZodType<RecordedInput> = z.looseObject({
  tool: digest,
  labels: z.strictObject({ private: strength, untrusted: strength }),
  words: z.boolean(),
  origins: json,
  principal: json,
  time: z.strictObject({ at: z.number(), offsetMinutes: z.number() }),
  policy: digest,
  history: z.record(z.string(), counterReading).exactOptional(),
  sessions: z.array(z.string()).exactOptional(),
  store: z.string().exactOptional(),
  sandbox: z
    .looseObject({
      level: z.enum(['enforced', 'seat-belt', 'declared']),
      backend: z.string(),
      writes: z.boolean(),
      network: z.boolean(),
    })
    .exactOptional(),
});

const decisionSchema: z.ZodType<RecordedDecision> = z.looseObject({
  kept: digest,
  outcome,
  mode: z.enum(['enforce', 'observe']),
  enforced: z.boolean(),
  rules: z.array(z.looseObject({ id: z.string(), outcome: outcome.nullable(), counted: z.string() })),
  reasons: z.array(z.string()),
  obligations: z.looseObject({ aiTag: z.boolean(), redact: z.array(z.string()) }),
});

const decidedSchema: z.ZodType<DecisionDetail> = z.looseObject({
  arrows: z.array(z.string()),
  request: requestSchema,
  input: inputSchema,
  decision: decisionSchema,
  binding: z.string().nullable(),
  waiting: z.enum(['people', 'hours', 'slot']).nullable(),
  grant: z.string().nullable(),
  twin: z.string().nullable(),
  attempt: z.int().min(0),
});

const faultSchema = z.looseObject({ code: z.string(), message: z.string() });

const moved = {
  arrows: z.array(z.string()),
  from: z.enum(CALL_STATES).optional(),
  fault: faultSchema.nullish(),
};

const movedSchema: z.ZodType<TransitionDetail> = z.looseObject(moved);

const endedSchema: z.ZodType<EndDetail> = z.looseObject({
  ...moved,
  attempt: z.int().min(1),
  result: json.nullish(),
  isError: z.boolean().optional(),
  ms: z.number().optional(),
  resources: json.nullish(),
});

const approvedSchema: z.ZodType<ApprovalDetail> = z.looseObject({
  by: z.array(z.string()),
  binding: z.string().nullish(),
});

const voteSchema: z.ZodType<VoteDetail> = z.looseObject({
  subject: z.string(),
  verdict: z.enum(['approve', 'refuse']),
  via: z.string(),
  opened: z.boolean(),
  reason: z.string().nullable(),
  at: z.number().optional(),
  dwellMs: z.number(),
  binding: z.string().nullish(),
});

const settledSchema: z.ZodType<SettlementDetail> = z.looseObject({
  as: z.enum(['happened', 'did-not-happen']),
  by: z.string(),
  reason: z.string(),
});

const reroutedSchema: z.ZodType<RerouteDetail> = z.looseObject({
  session: z.string(),
  model: z.string(),
  instead: z.string(),
  reasons: z.array(z.string()),
  cost: z.number().nullable(),
  saved: z.number().nullable(),
});

const grantSchema: z.ZodType<GrantDetail> = z.looseObject({
  grant: z.looseObject({ id: z.string(), uses: z.int(), endsAt: z.number(), by: z.array(z.string()) }),
});
const grantUsedSchema: z.ZodType<GrantUseDetail> = z.looseObject({ grant: z.string() });
const keptPolicySchema: z.ZodType<PolicyDetail> = z.looseObject({ policy: digest });
const keptDecisionSchema: z.ZodType<KeptDecision> = z.looseObject({
  beliefs: z.record(
    z.string(),
    z.looseObject({ value: z.enum(['yes', 'no', 'unknown']), ground: z.string() }),
  ),
});

const reader =
  <T>(schema: z.ZodType<T>) =>
  (value: Json): T | undefined =>
    schema.safeParse(value).data;

// each is undefined where the detail is none of its kind

export const readDecisionDetail: (detail: Json) => DecisionDetail | undefined = reader(decidedSchema);
const fileChangesReader = reader(
  z
    .looseObject({ did: z.string().exactOptional(), changes: z.string().nullable() })
    .transform(({ did, changes }) => ({
      ...(did === undefined ? {} : { did }),
      ...(changes === null ? {} : { changes }),
    })),
);

export const readTransitionDetail: (detail: Json) => TransitionDetail | undefined = reader(movedSchema);
export const readEndDetail: (detail: Json) => EndDetail | undefined = reader(endedSchema);
export const readApprovalDetail: (detail: Json) => ApprovalDetail | undefined = reader(approvedSchema);
export const readVoteDetail: (detail: Json) => VoteDetail | undefined = reader(voteSchema);
export const readSettlementDetail: (detail: Json) => SettlementDetail | undefined = reader(settledSchema);
export const readRerouteDetail: (detail: Json) => RerouteDetail | undefined = reader(reroutedSchema);
export const readGrantDetail: (detail: Json) => GrantDetail | undefined = reader(grantSchema);
export const readGrantUseDetail: (detail: Json) => GrantUseDetail | undefined = reader(grantUsedSchema);
/** What an entry says of file changes; what is missing is undefined. */
export const readFileChanges = (detail: Json): { readonly did?: string; readonly changes?: string } =>
  fileChangesReader(detail) ?? {};
export const readPolicyDetail: (detail: Json) => PolicyDetail | undefined = reader(keptPolicySchema);
export const readKeptDecision: (value: Json) => KeptDecision | undefined = reader(keptDecisionSchema);

/** A label of one's own that a person took away, and where it was. */
interface RecordedFall {
  readonly label: string;
  readonly holders: readonly string[];
  readonly at: number;
}

const fallSchema: z.ZodType<RecordedFall> = z.looseObject({
  label: z.string(),
  holders: z.array(z.string()),
  at: z.number(),
});

/** Undefined for the labels that every session has. */
export const readLabelFall = (detail: JsonObject): RecordedFall | undefined =>
  fallSchema.safeParse(detail).data;
