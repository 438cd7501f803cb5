import type { DecisionInput, JsonObject, Policy, Principal, ToolInput } from '@callgate/core';
import { CallgateError, Engine, canonical } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { digest, digestCanonical, parseStrict } from '@callgate/core/receive';
import { auditErrors } from '@callgate/messages/errors/audit';
import { z } from 'zod';
import { getCallSecretScope } from '../record/call-details.ts';
import type { Keys } from '../record/keys.ts';
import { memoryKeys } from '../record/memory-keys.ts';
import type { DecisionDetail } from '../record/entry-detail.ts';
import { openArguments } from '../record/secrets.ts';
import type { StoreReader } from '../store/store-reader.ts';
import { KEPT_LIMITS, readRecordedTool } from './recorded-tool.ts';
import { RecentCache } from './recent-cache.ts';

const TOOLS = 2000;
const POLICIES = 16;

const principalSchema: z.ZodType<Principal> = z.strictObject({
  subject: z.string(),
  kind: z.enum(['human', 'service']),
  groups: z.array(z.string()),
  roles: z.array(z.string()),
  delegation: z.array(z.string()),
});

const answer = z.enum(['yes', 'no', 'unknown']);
const originsShape = z.looseObject({
  proven: answer,
  destination: answer,
  created: answer,
  unproven: z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])) })),
});
const originsSchema = z.custom<Origins>((value) => originsShape.safeParse(value).success, 'cannot be read');

const list = z.array(z.unknown());
const policyShape = z.strictObject({
  mode: z.enum(['enforce', 'observe']),
  hints: list,
  rules: list,
  timeoutCapMs: z.number().nullable(),
});
const policySchema = z.custom<Omit<Policy, 'revision' | 'name'>>(
  (value) => policyShape.safeParse(value).success,
  'is no policy',
);

/** A row as it was decided from, and the engine of the policy that decided it. */
export interface RebuiltDecision {
  /** All but the revision of the policy that is to judge. */
  readonly input: Omit<DecisionInput, 'policy'>;
  readonly engine: Engine;
}

/** Makes again, from the record alone, what decisions were made from. What many rows share is made once. */
export class DecisionRebuilder {
  readonly #read: Pick<StoreReader, 'kept'>;
  readonly #keys: Keys | undefined;
  readonly #tools: RecentCache<ToolInput> = new RecentCache(TOOLS);
  readonly #engines: RecentCache<Engine> = new RecentCache(POLICIES);

  constructor(read: Pick<StoreReader, 'kept'>, keys: Keys | undefined) {
    this.#read = read;
    this.#keys = keys;
  }

  /** The engine of a recorded policy, by its revision. */
  engineOf(policy: string): Promise<Engine> {
    return this.#engines.get(policy, () => this.#engine(policy));
  }

  /** Throws a CallgateError that says what is missing. */
  async rebuild(call: string, { request, input }: DecisionDetail): Promise<RebuiltDecision> {
    const principal = principalSchema.safeParse(input.principal);
    const origins = originsSchema.safeParse(input.origins);
    if (!principal.success || !origins.success) throw new CallgateError(auditErrors.callerUnreadable());
    return {
      input: {
        v: 1,
        tool: await this.#tools.get(input.tool, () => this.#tool(input.tool)),
        labels: input.labels,
        words: input.words,
        origins: origins.data,
        principal: principal.data,
        args: this.#arguments(call, request.arguments, request.argumentsDigest),
        time: input.time,
        ...(input.history === undefined ? {} : { history: input.history }),
      },
      engine: await this.engineOf(input.policy),
    };
  }

  #arguments(call: string, recorded: JsonObject, expected: string): JsonObject {
    const text = canonical(recorded);
    const args = text.includes('$sealed"') ? this.#opened(call, text) : recorded;
    if (digest('call-arguments', args) === expected) return args;
    throw new CallgateError(auditErrors.argumentsDiffer());
  }

  #opened(call: string, text: string): JsonObject {
    try {
      // where nothing is sealed after all, any keys do
      return openArguments(this.#keys ?? memoryKeys(), text, getCallSecretScope(call));
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      throw new CallgateError(
        this.#keys === undefined ? auditErrors.argumentsSealed() : auditErrors.argumentsOtherKey(),
      );
    }
  }

  async #kept(domain: 'tool-input' | 'policy', name: 'tool' | 'policy', expected: string): Promise<unknown> {
    const text = await this.#read.kept(expected);
    if (text === undefined) throw new CallgateError(auditErrors.keptMissing({ name, digest: expected }));
    if (digestCanonical(domain, text) !== expected)
      throw new CallgateError(auditErrors.keptDiffers({ name, digest: expected }));
    return parseStrict(text, KEPT_LIMITS);
  }

  async #tool(expected: string): Promise<ToolInput> {
    const tool = readRecordedTool(await this.#kept('tool-input', 'tool', expected));
    if (tool !== undefined) return tool;
    throw new CallgateError(auditErrors.keptUnreadable({ name: 'tool', digest: expected }));
  }

  async #engine(expected: string): Promise<Engine> {
    const parsed = policySchema.safeParse(await this.#kept('policy', 'policy', expected));
    if (!parsed.success)
      throw new CallgateError(auditErrors.keptUnreadable({ name: 'policy', digest: expected }));
    try {
      return new Engine(withRevision({ ...parsed.data, name: 'recorded' }));
    } catch {
      throw new CallgateError(auditErrors.policyUnusable({ digest: expected }));
    }
  }
}
