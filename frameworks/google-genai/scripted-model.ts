import type { Endpoint, Reply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface ScriptedCall {
  readonly id?: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, or a text. */
export type Step = { readonly calls: readonly ScriptedCall[] } | { readonly text: string };

export interface ScriptedModel extends Endpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly Step[]) => void;
}

const partsOf = (step: Step): readonly object[] =>
  'text' in step
    ? [{ text: step.text }]
    : step.calls.map(({ id, tool, input }) => ({
        functionCall: { ...(id === undefined ? {} : { id }), name: tool, args: input },
      }));

const chunkOf = (parts: readonly object[], last: boolean): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(last ? { finishReason: 'STOP' } : {}) }],
});

const replyOf = (step: Step, stream: boolean): Reply => {
  const parts = partsOf(step);
  if (!stream) return { json: chunkOf(parts, true) };
  // each call comes in a chunk of its own
  return {
    events: parts.map((part, at) => `data: ${JSON.stringify(chunkOf([part], at === parts.length - 1))}`),
  };
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (steps: readonly Step[] = []): Promise<ScriptedModel> => {
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
