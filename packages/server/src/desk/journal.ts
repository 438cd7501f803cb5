import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { AuditChain } from '../audit/chain.ts';
import { chainOf } from '../audit/chain.ts';
import type { AuditEvent, AuditOutcome } from '../audit/event.ts';
import type { CallClass, DeclaredTool } from './declared-tool.ts';
import { fourHints } from './declared-tool.ts';
import type { GuardOptions } from './options.ts';
import type { Refusal } from './refusal.ts';
import { unrecorded } from './refusal.ts';
import { redacted } from './redact.ts';

/** What the record says a line is about. */
export interface Noted {
  /** Joins the lines of one call. */
  readonly id: string;
  readonly principal: string;
  readonly session: string | undefined;
  readonly tool: string;
  readonly args: JsonObject;
  /** Undefined where nothing could be said about the call. */
  readonly call: CallClass | undefined;
}

/** Writes down what became of calls. */
export class Journal {
  readonly #chain: AuditChain | undefined;
  readonly #tools: ReadonlyMap<string, DeclaredTool>;
  readonly #secret: Readonly<Record<string, readonly string[]>>;
  readonly #clock: () => number;
  readonly newId: () => string;

  constructor(tools: ReadonlyMap<string, DeclaredTool>, options: GuardOptions) {
    this.#chain = options.audit === 'none' ? undefined : chainOf(options.audit);
    this.#tools = tools;
    this.#secret = options.secret ?? {};
    this.#clock = options.clock ?? Date.now;
    this.newId = options.newId ?? randomUUID;
  }

  /** Undefined once the line is kept; otherwise why nothing may happen. */
  async note(
    about: Noted,
    type: AuditEvent['event_type'],
    outcome: AuditOutcome,
    more: JsonObject,
  ): Promise<Refusal | undefined> {
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
      return unrecorded(error);
    }
  }

  #described({ tool, args, call }: Noted): JsonObject {
    const declared = this.#tools.get(tool);
    if (call === undefined || declared === undefined) return {};
    const secret = Object.hasOwn(this.#secret, tool) ? (this.#secret[tool] ?? []) : [];
    return {
      arguments: redacted(args, declared.definition.inputSchema, call, secret),
      hints: { ...fourHints(call) },
    };
  }
}
