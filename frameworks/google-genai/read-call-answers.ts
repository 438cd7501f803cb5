import type { Content } from '@google/genai';

/** What the model is told for each call: the function responses of the history. */
export const readCallAnswers = (contents: readonly Content[]): Record<string, string> =>
  Object.fromEntries(
    contents
      .flatMap(({ parts }) => parts ?? [])
      .flatMap(({ functionResponse }) =>
        functionResponse?.id === undefined
          ? []
          : [[functionResponse.id, JSON.stringify(functionResponse.response)]],
      ),
  );
