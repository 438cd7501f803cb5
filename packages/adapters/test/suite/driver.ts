import type { JsonObject, ToolAnnotations } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { ConversationRef } from '../../src/host/host-options.ts';

/** A tool of the suite. A driver makes a tool of its framework from it, with the hints where that framework can carry them. */
export interface SuiteTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  readonly _meta?: JsonObject;
  /** Does what the tool does and notes that it did. May throw; may take long and then looks at the signal. */
  readonly run: (input: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/** One tool call that the scripted model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** One answer of the scripted model: calls, made at once, or the text that ends the turn. */
export type Step = { readonly calls: readonly ScriptedCall[] } | { readonly text: string };

/** What came of a turn. */
export interface Turn {
  /** What the model was told for each call, as text, by the call's id. Calls that wait are not in it, unless the model was told that they wait. */
  readonly told: Readonly<Record<string, string>>;
  /** Ids of the calls for which the framework has paused the turn. Always empty for a driver that holds. */
  readonly paused: readonly string[];
  /** What the host must keep to go on, in this process or another: JSON only. */
  readonly kept: unknown;
}

/** What the host tells the framework when it goes on. What people really decided is at the gate alone. */
export interface ResumeInput {
  /** Of the call that waited. */
  readonly id: string;
  /** The framework's yes or no. */
  readonly approved: boolean;
  /** The host, or the framework's own edit, puts these arguments in the place of those that were approved. */
  readonly input?: JsonObject;
}

/** A conversation of an agent of the framework, with a scripted model and no network. */
export interface Conversation {
  /** The person says something; the model answers by the script until the turn ends or pauses. */
  readonly say: (text: string, script: readonly Step[]) => Promise<Turn>;
  /**
   * Goes on from what was kept, perhaps in a new process with a new conversation object. A pausing framework is given its
   * own answer; to a holding one the host brings the same call once more, under the same id, or the model makes it again.
   */
  readonly goOn: (kept: unknown, answer: ResumeInput, script: readonly Step[]) => Promise<Turn>;
  readonly close?: () => Promise<void>;
}

export interface ConversationOptions {
  readonly who: ConversationRef;
  /** The suite's server is always called `app`. */
  readonly server: 'app';
  /** Answers are streamed, where the framework can. */
  readonly stream: boolean;
  /** For a driver that holds: how long a call waits inside the turn. */
  readonly waitMs: number;
}

/** Runs the shared suite on one framework, through the adapter and nothing else. */
export interface Driver {
  readonly framework: string;
  /** `pause`: a confirm ends the turn, which is resumed. `hold`: the call waits inside the turn. */
  readonly style: 'pause' | 'hold';
  readonly canStream: boolean;
  /** The model can make several calls in one step. */
  readonly canParallel: boolean;
  /** The adapter's own catalogue, made from the framework's own tool objects (or the manifest where these carry no hints). */
  readonly catalogue: (tools: readonly SuiteTool[], trust: 'owned' | 'untrusted') => Promise<ToolCatalogue>;
  readonly converse: (
    gate: Gate,
    tools: readonly SuiteTool[],
    options: ConversationOptions,
  ) => Promise<Conversation>;
  /** The same agent without a gate, to measure what the gate adds. */
  readonly bare?: (
    tools: readonly SuiteTool[],
    options: ConversationOptions,
  ) => Promise<Pick<Conversation, 'say' | 'close'>>;
}
