import type { Decision, DecisionInput, JsonObject, Policy, ToolInput } from '@callgate/core';
import { CallgateError, canonical, isJsonObject } from '@callgate/core';
import { stripPositions } from '@callgate/core/decide';
import type { Call } from '@callgate/core/receive';
import { canonicalCached, freezeJson, parseStrict } from '@callgate/core/receive';
import { callErrors } from '@callgate/messages/errors/call';
import type { CallRow, CallState } from './call-row.ts';
import type { AuditEntryOutcome, AuditLogWriter } from './audit-entry.ts';
import type { KeptText } from './kept-text.ts';
import { makeKeptText } from './kept-text.ts';
import type { Keys } from './keys.ts';
import { SEALED_LIMITS, hideTexts, sealArguments, listSecretTexts } from './secrets.ts';

/** The word of SEP-3004 for each state. */
export const OUTCOME_BY_STATE: Readonly<Record<CallState, AuditEntryOutcome>> = {
  blocked: 'denied',
  held: 'deferred',
  approved: 'allowed',
  refused: 'denied',
  expired: 'denied',
  withdrawn: 'denied',
  dispatching: 'allowed',
  done: 'allowed',
  failed: 'error',
  indeterminate: 'error',
};

export const formatToolName = ({ server, target }: Pick<CallRow, 'server' | 'target'>): string =>
  `${server}/${target}`;

/** Digest of the file changes that people are asked about in place of the call itself; null where there are none. */
export const getShownChanges = ({ situation: { preview } }: CallRow): string | null =>
  preview === undefined || 'problem' in preview ? null : preview.digest;

/** What secrets of a call are bound to: those of one call cannot be put into another. */
export const getCallSecretScope = (call: string): string => `call:${call}`;

/** A policy as its revision is taken of it. */
export const makeKeptPolicy = ({ mode, hints, rules, timeoutCapMs }: Policy): KeptText =>
  makeKeptText('policy', { mode, hints, rules: stripPositions(rules), timeoutCapMs });

const asJson = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

/** A decision with what it was made from. */
interface DecisionSource {
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly policy: Policy;
}

/** What rows say of a decision. */
interface DecisionNotes {
  readonly reasons: readonly string[];
  readonly enforced: boolean;
  readonly kept: string;
  readonly told: JsonObject;
}

/** Writes what a decision was made from and what it said, so that it can be made again from the record alone. */
export class CallDetails {
  readonly #keys: Keys;
  readonly #tools: WeakMap<ToolInput, KeptText> = new WeakMap();
  // beliefs are shared by all decisions about a tool in the same situation
  readonly #decisions: WeakMap<Decision['beliefs'], Map<string, KeptText>> = new WeakMap();

  // most calls get a decision that was made before
  readonly #wholes: WeakMap<Decision, { readonly policy: Policy; readonly kept: KeptText }> = new WeakMap();
  readonly #parts: WeakMap<Decision, DecisionNotes> = new WeakMap();

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  seal(call: Call, decision: Decision): string {
    return sealArguments(
      this.#keys,
      call.canonicalArguments,
      decision.obligations.redact,
      getCallSecretScope(call.id),
    );
  }

  /** Takes the secret values of a call out of a text. */
  hider(decision: Decision, args: JsonObject): (text: string) => string {
    const { redact } = decision.obligations;
    const secrets = redact.length === 0 ? [] : listSecretTexts(args, redact);
    return (text) => (secrets.length === 0 ? text : hideTexts<string>(this.#keys, text, secrets));
  }

  /** What was judged, with no secret value quoted: neither where it could not be traced, nor in reasons. */
  withoutSecrets<T extends Pick<CallRow, 'decision' | 'situation'>>(judged: T, args: JsonObject): T {
    const { decision, situation } = judged;
    if (decision.obligations.redact.length === 0) return judged;
    const hide = this.hider(decision, args);
    const unproven = situation.origins.unproven.map((value) =>
      value.text === undefined ? value : { ...value, text: hide(value.text) },
    );
    return {
      ...judged,
      decision: { ...decision, reasons: decision.reasons.map(hide) },
      situation: { ...situation, origins: { ...situation.origins, unproven } },
    };
  }

  #recordedArguments(row: CallRow, { args }: DecisionInput): JsonObject {
    if (!row.sealedArguments.includes('$sealed')) return args;
    const sealed = parseStrict(row.sealedArguments, SEALED_LIMITS);
    if (isJsonObject(sealed)) return sealed;
    throw new CallgateError(callErrors.sealedArgumentsNotObject());
  }

  #tool(tool: ToolInput): KeptText {
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    const kept = makeKeptText('tool-input', tool);
    this.#tools.set(tool, kept);
    return kept;
  }

  #decision(decision: Decision, policy: Policy): KeptText {
    const before = this.#wholes.get(decision);
    if (before?.policy === policy) return before.kept;
    const kept = this.#likeDecision(decision, policy);
    // one that can still change is not told by its identity
    if (Object.isFrozen(decision)) this.#wholes.set(decision, { policy, kept });
    return kept;
  }

  #likeDecision(decision: Decision, policy: Policy): KeptText {
    const fired = decision.rules.map(({ id, counted }) => `${id} ${counted}`).join('\n');
    const known = this.#decisions.get(decision.beliefs) ?? new Map<string, KeptText>();
    this.#decisions.set(decision.beliefs, known);
    const key = `${decision.policy}\n${canonical(decision.conflicts.length)}\n${fired}`;
    const kept = known.get(key) ?? makeKeptDecision(decision, policy);
    if (known.size < MAX_KEPT) known.set(key, kept);
    return kept;
  }

  #told(decision: Decision, { enforced, decision: { reasons } }: CallRow, kept: string): JsonObject {
    const known = this.#parts.get(decision);
    if (known?.reasons === reasons && known.enforced === enforced && known.kept === kept) return known.told;
    const told = shared(freezeJson({ ...describeDecision(decision), kept, enforced, reasons: [...reasons] }));
    this.#parts.set(decision, { reasons, enforced, kept, told });
    return told;
  }

  /** The parts of a row that tell of a decision. Keeps what they refer to. */
  async decided(
    tx: Pick<AuditLogWriter, 'keep'>,
    row: CallRow,
    { input, decision, policy }: DecisionSource,
  ): Promise<JsonObject> {
    const tool = this.#tool(input.tool);
    const whole = this.#decision(decision, policy);
    await tx.keep(tool.digest, tool.text);
    await tx.keep(whole.digest, whole.text);
    return {
      request: requestOf(row, this.#recordedArguments(row, input)),
      input: inputOf(input, row, tool.digest),
      decision: this.#told(decision, row, whole.digest),
      binding: row.binding,
      waiting: row.waiting,
      expiresAt: row.expiresAt,
      grant: row.grant,
      twin: row.twin,
      attempt: row.attempt,
    };
  }
}

const MAX_KEPT = 256;

const inputOf = (
  { labels, words, principal, time, policy, history, tool: { contract } }: DecisionInput,
  { situation }: CallRow,
  tool: string,
): JsonObject => ({
  labels: shared(labels),
  origins: shared(situation.origins),
  policy,
  principal: shared(principal),
  // a clock may say minus zero, which JSON has not
  time: { at: time.at, offsetMinutes: time.offsetMinutes + 0 },
  tool,
  words,
  ...(history === undefined ? {} : { history: asJson(history) }),
  ...(situation.sessions === undefined ? {} : { sessions: [...situation.sessions] }),
  ...(situation.store === undefined ? {} : { store: situation.store }),
  // where nothing runs in a sandbox, nothing is said of one
  ...(contract.place === undefined ? {} : { sandbox: { ...contract.place } }),
});

/** What many rows have in common is written out once. */
const shared = (value: object): JsonObject => {
  if (Object.isFrozen(value)) canonicalCached(value as JsonObject);
  return value as JsonObject;
};

const describeDecision = ({ outcome, mode, rules, exceptions, obligations }: Decision): JsonObject =>
  asJson({
    outcome,
    mode,
    rules: rules.map(({ id, outcome: wanted, counted }) => ({ id, outcome: wanted, counted })),
    exceptions,
    obligations,
  });

/** Beliefs with their grounds, facts, and of every condition of the policy whether it counted. */
export const makeKeptDecision = (decision: Decision, policy: Policy): KeptText => {
  const fired = new Set(decision.rules.map(({ id }) => id));
  const { beliefs, facts, conflicts, read } = decision;
  const conditions = policy.rules.map(({ id }) => [id, fired.has(id)] as const);
  return makeKeptText('decision', {
    beliefs,
    facts,
    conflicts,
    read,
    conditions: Object.fromEntries(conditions),
  });
};

const requestOf = (row: CallRow, args: JsonObject): JsonObject => ({
  kind: row.kind,
  server: row.server,
  target: row.target,
  definition: row.definition,
  arguments: args,
  argumentsDigest: row.argumentsDigest,
  context: row.context,
  session: row.session,
  authenticated: row.authenticated,
  key: row.key,
});
