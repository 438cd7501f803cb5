/** Compiled and never run: what the adapter takes and gives, against ADK's own types. */
import type { BasePolicyEngine, BaseTool, Event, Session } from '@google/adk';
import { BasePlugin, LlmAgent, PolicyOutcome, Runner, SecurityPlugin } from '@google/adk';
import type { Content, Part } from '@google/genai';
import type { AdkSessionLike, AdkToolLike, AdkPolicyAnswer } from '@callgate/adapters/google';
import {
  answerConfirmation,
  catalogueOf,
  confirmationsOf,
  gatePlugin,
  recordUserMessages,
  mcpDefinitionsOf,
  policyEngine,
} from '@callgate/adapters/google';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { AdkScriptedModel } from './scripted-model.ts';

declare const gate: Gate;
const who = { principal: LOCAL_PRINCIPAL, context: 'session-1' };

const plugin = gatePlugin(gate, { BasePlugin, server: 'app', ...who });
plugin satisfies BasePlugin;
const engine = policyEngine(gate);
engine satisfies BasePolicyEngine;

/** The words of ADK for auto, confirm and block. */
export const words: Record<AdkPolicyAnswer['outcome'], `${PolicyOutcome}`> = {
  ALLOW: PolicyOutcome.ALLOW,
  CONFIRM: PolicyOutcome.CONFIRM,
  DENY: PolicyOutcome.DENY,
};

type RunnerConfig = ConstructorParameters<typeof Runner>[0];

/** The gate alone, or behind the security plugin; of one session, or of all sessions of a runner. */
export const runners = (sessionService: RunnerConfig['sessionService']): readonly Runner[] => {
  const agent = new LlmAgent({ name: 'assistant', model: new AdkScriptedModel([]) });
  const shared = gatePlugin(gate, {
    BasePlugin,
    server: 'app',
    who: ({ id, userId }) => ({ principal: { ...LOCAL_PRINCIPAL, subject: userId }, context: id }),
    reviewer: ({ userId }) => userId,
  });
  return [
    new Runner({ appName: 'a', agent, sessionService, plugins: [plugin] }),
    new Runner({
      appName: 'a',
      agent,
      sessionService,
      plugins: [new SecurityPlugin({ policyEngine: engine }), shared],
    }),
  ];
};

export const fits = async (
  session: Session,
  tools: BaseTool[],
  event: Event,
  content: Content,
): Promise<Content> => {
  session satisfies AdkSessionLike;
  tools satisfies readonly AdkToolLike[];
  await recordUserMessages(gate, who, content);
  catalogueOf(mcpDefinitionsOf(tools), { server: 'app' });
  const question = { call: 'id', binding: 'what was seen' };
  const parts: Part[] = [];
  for (const confirmation of confirmationsOf(event)) {
    const word = { confirmation, question, approved: true, subject: 'ann', opened: true };
    const { part } = await answerConfirmation(gate, word);
    if (part !== undefined) parts.push(part);
  }
  return { role: 'user', parts };
};

// @ts-expect-error a plugin of ADK extends its class
gatePlugin(gate, { server: 'app', ...who });
// @ts-expect-error whose session is it
gatePlugin(gate, { BasePlugin, server: 'app' });
// @ts-expect-error which tools are these
gatePlugin(gate, { BasePlugin, ...who });
