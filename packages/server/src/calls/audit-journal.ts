import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { AuditChain } from '../audit/audit-chain.ts';
import { chainOf } from '../audit/audit-chain.ts';
import type { AuditEvent, AuditOutcome } from '../audit/audit-event.ts';
import type { DeclaredLimits, GuardedTool } from './guarded-tool.ts';
import { standardHints } from './guarded-tool.ts';
import type { GuardOptions } from './guard-options.ts';
import type { GuardRefusal } from './guard-refusal.ts';
import { notRecordedRefusal } from './guard-refusal.ts';
import { redactArguments } from './redact-arguments.ts';

/** What the record says a line is about. */
export interface AuditedCall {
  /** Joins the lines of one call. */
  readonly id: string;
  readonly principal: string;
  readonly session: string | undefined;
  readonly tool: string;
  readonly args: JsonObject;
  /** Undefined where nothing could be said about the call. */
  readonly call: DeclaredLimits | undefined;
}

/** Writes down what became of calls. */
export class AuditJournal {
  readonly #chain: AuditChain | undefined;
  readonly #tools: ReadonlyMap<string, GuardedTool>;
  readonly #secret: Readonly<Record<string, readonly string[]>>;
  readonly #clock: () => number;
  readonly newId: () => string;

  constructor(tools: ReadonlyMap<string, GuardedTool>, options: GuardOptions) {
    this.#chain = options.audit === 'none' ? undefined : chainOf(options.audit);
    this.#tools = tools;
    this.#secret = options.secret ?? {};
    this.#clock = options.clock ?? Date.now;
    this.newId = options.newId ?? randomUUID;
  }

  /** Undefined once the line is kept; otherwise why nothing may happen. */
  async note(
    about: AuditedCall,
    type: AuditEvent['event_type'],
    outcome: AuditOutcome,
    more: JsonObject,
  ): Promise<GuardRefusal | undefined> {
    if (this.#chain === undefined) return undefined;
    try {
      await this.#chain.append({
        event_id: this.newId(),
        occurred_at: new Date(this.#clock()).toISOString(),
        principal_id: about.principal,
        event_type: type,
        tool_name: display(about.tool, { max: 200 }),
        outcome,
        extensions: {
          call: about.id,
          ...(about.session === undefined ? {} : { session: about.session }),
          ...(type === 'tools/call' ? this.#described(about) : {}),
          ...more,
        },
      });
      return undefined;
    } catch (error) {
      return notRecordedRefusal(error);
    }
  }

  #described({ tool, args, call }: AuditedCall): JsonObject {
    const declared = this.#tools.get(tool);
    if (call === undefined || declared === undefined) return {};
    const secret = Object.hasOwn(this.#secret, tool) ? (this.#secret[tool] ?? []) : [];
    return {
      arguments: redactArguments(args, declared.definition.inputSchema, call, secret),
      hints: { ...standardHints(call) },
    };
  }
}
