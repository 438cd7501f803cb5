import type { ModelRequest } from '@openai/agents';
import { setTracingDisabled } from '@openai/agents';
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing';

// traces would be sent to the vendor
setTracingDisabled(true);

/** One call that the model makes. */
export interface AgentsScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** One thing the model says: calls, made at once, or a text. */
export type AgentsScriptStep = { readonly calls: readonly AgentsScriptedCall[] } | { readonly text: string };

const NOTHING_MORE: AgentsScriptStep = { text: 'There is nothing more to say.' };

/** A model that says these things, one after the other, whatever it is told. No network. */
export const scriptedModel = (script: readonly AgentsScriptStep[]): ScriptedModel =>
  new ScriptedModel(
    [...script, NOTHING_MORE].map((step) =>
      'text' in step
        ? [assistantMessage(step.text)]
        : step.calls.map(({ id, tool, input }) => functionCall(tool, input, { callId: id })),
    ),
  );

const textOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'text' in output && typeof output.text === 'string'
    ? output.text
    : JSON.stringify(output);

/** What the model was told for each call, by the call's id, when it was asked for the last time. */
export const readCallAnswers = (model: ScriptedModel): Readonly<Record<string, string>> => {
  const input: ModelRequest['input'] = model.lastCall?.request.input ?? [];
  if (typeof input === 'string') return {};
  const told: Record<string, string> = {};
  for (const item of input) if (item.type === 'function_call_result') told[item.callId] = textOf(item.output);
  return told;
};
