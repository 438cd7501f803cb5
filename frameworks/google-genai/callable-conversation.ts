import { recordUserMessages } from '@callgate/adapters/google';
import type { Gate } from '@callgate/gate';
import type { CallableTool, Content, Part } from '@google/genai';
import { GoogleGenAI } from '@google/genai';
import type { Conversation, ConversationOptions, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel } from './scripted-model.ts';
import { readCallAnswers } from './read-call-answers.ts';

const partsOf = (contents: readonly Content[]): Part[] => contents.flatMap(({ parts }) => parts ?? []);

/** A conversation in which the SDK calls the tool by itself. Without a gate nobody hears the person. */
export const callableConversation = async (
  gate: Gate | undefined,
  tool: CallableTool,
  { who, stream }: ConversationOptions,
): Promise<Conversation & { readonly close: () => Promise<void> }> => {
  const model = await scriptedModel();
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model.url } });
  const goOnWith = async (contents: Content[]): Promise<Turn> => {
    const request = { model: 'scripted', contents, config: { tools: [tool] } };
    if (stream) {
      const all = [...contents];
      for await (const { candidates } of await ai.models.generateContentStream(request))
        for (const { content } of candidates ?? []) if (content !== undefined) all.push(content);
      return { told: readCallAnswers(all), paused: [], kept: all };
    }
    const { automaticFunctionCallingHistory: history } = await ai.models.generateContent(request);
    const all = history ?? contents;
    return { told: readCallAnswers(all), paused: [], kept: all };
  };
  return {
    say: async (text, script) => {
      model.plays(script);
      const contents: Content[] = [{ role: 'user', parts: [{ text }] }];
      if (gate !== undefined) await recordUserMessages(gate, who, contents);
      return await goOnWith(contents);
    },
    goOn: async (kept, answer, script) => {
      model.plays(script);
      const history = kept as Content[];
      const isCall = ({ functionCall }: Part): boolean => functionCall?.id === answer.id;
      const at = history.findIndex((content) => partsOf([content]).some(isCall));
      const call = partsOf(history).find(isCall)?.functionCall;
      if (call === undefined) throw new Error(`there was no call ${answer.id}`);
      if (answer.input !== undefined) call.args = { ...answer.input };
      const parts = await tool.callTool([call]);
      return await goOnWith([...history.slice(0, at + 1), { role: 'user', parts }]);
    },
    close: model.close,
  };
};
