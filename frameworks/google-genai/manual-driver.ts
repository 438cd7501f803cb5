import { answerFunctionCalls, catalogueOf, recordUserMessages } from '@callgate/adapters/google';
import type { Content, FunctionCall, FunctionDeclaration, GenerateContentResponse } from '@google/genai';
import { GoogleGenAI } from '@google/genai';
import type { Driver, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';
import { scriptedModel } from './scripted-model.ts';
import { readCallAnswers } from './read-call-answers.ts';

const callsIn = ({ parts }: Content): FunctionCall[] =>
  (parts ?? []).flatMap(({ functionCall }) => functionCall ?? []);

const contentOf = ({ candidates }: GenerateContentResponse): Content => candidates?.[0]?.content ?? {};

/** A loop of one's own over function calls. */
export const driver: Driver = {
  framework: 'google genai, by hand',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const model = await scriptedModel();
    const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model.url } });
    const handlers = handlersOf(tools);
    const host = { ...who, server, waitMs };
    const functionDeclarations = tools.map(({ name, description, inputSchema }): FunctionDeclaration => ({
      name,
      description,
      parametersJsonSchema: inputSchema,
    }));
    const ask = async (contents: Content[]): Promise<Content> => {
      const request = { model: 'scripted', contents, config: { tools: [{ functionDeclarations }] } };
      if (!stream) return contentOf(await ai.models.generateContent(request));
      const parts: NonNullable<Content['parts']> = [];
      for await (const chunk of await ai.models.generateContentStream(request))
        parts.push(...(contentOf(chunk).parts ?? []));
      return { role: 'model', parts };
    };
    const goOnWith = async (contents: Content[]): Promise<Turn> => {
      for (;;) {
        const content = await ask(contents);
        contents.push(content);
        const parts = await answerFunctionCalls(gate, host, callsIn(content), handlers);
        if (parts.length === 0) break;
        contents.push({ role: 'user', parts });
      }
      return { told: readCallAnswers(contents), paused: [], kept: contents };
    };
    return {
      say: async (text, script) => {
        model.plays(script);
        await recordUserMessages(gate, who, text);
        return await goOnWith([{ role: 'user', parts: [{ text }] }]);
      },
      goOn: async (kept, answer, script) => {
        model.plays(script);
        const history = kept as Content[];
        const at = history.findIndex((content) => callsIn(content).some(({ id }) => id === answer.id));
        const call = history.flatMap(callsIn).find(({ id }) => id === answer.id);
        if (call === undefined) throw new Error(`there was no call ${answer.id}`);
        if (answer.input !== undefined) call.args = { ...answer.input };
        const parts = await answerFunctionCalls(gate, host, [call], handlers);
        return await goOnWith([...history.slice(0, at + 1), { role: 'user', parts }]);
      },
      close: model.close,
    };
  },
};
