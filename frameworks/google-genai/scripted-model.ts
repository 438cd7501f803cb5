import type { ModelEndpoint, EndpointReply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface GenAiScriptedCall {
  readonly id?: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, or a text. */
export type GenAiScriptStep = { readonly calls: readonly GenAiScriptedCall[] } | { readonly text: string };

export interface GenAiScriptedModel extends ModelEndpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly GenAiScriptStep[]) => void;
}

const partsOf = (step: GenAiScriptStep): readonly object[] =>
  'text' in step
    ? [{ text: step.text }]
    : step.calls.map(({ id, tool, input }) => ({
        functionCall: { ...(id === undefined ? {} : { id }), name: tool, args: input },
      }));

const chunkOf = (parts: readonly object[], last: boolean): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(last ? { finishReason: 'STOP' } : {}) }],
});

const replyOf = (step: GenAiScriptStep, stream: boolean): EndpointReply => {
  const parts = partsOf(step);
  if (!stream) return { json: chunkOf(parts, true) };
  // each call comes in a chunk of its own
  return {
    events: parts.map((part, at) => `data: ${JSON.stringify(chunkOf([part], at === parts.length - 1))}`),
  };
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (steps: readonly GenAiScriptStep[] = []): Promise<GenAiScriptedModel> => {
  let left = [...steps];
  const endpoint = await serveScript(({ path }) => {
    const step = left.shift() ?? { text: 'I have nothing more to say.' };
    return replyOf(step, path.includes(':streamGenerateContent'));
  });
  return {
    ...endpoint,
    plays: (next) => {
      left = [...next];
    },
  };
};
