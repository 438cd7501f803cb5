import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { ServerHello } from '../dispatch/upstream.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { Era } from '../wire/eras.ts';
import { TASKS_EXTENSION } from '../wire/extensions.ts';

const texts = agentMessages.server;

export const SERVER_INFO: JsonObject = { name: 'callgate', title: 'Callgate', version: '0.1.0' };

const hellos = (parts: GatewayParts): readonly ServerHello[] =>
  parts.servers.all.flatMap(({ hello }) => (hello === undefined ? [] : [hello]));

const hasCapability = (all: readonly ServerHello[], name: string): boolean =>
  all.some(({ capabilities }) => Object.hasOwn(capabilities, name));

const canSubscribe = (all: readonly ServerHello[]): boolean =>
  all.some(({ era, capabilities }) => {
    const resources = getOwn(capabilities, 'resources');
    return (
      resources !== undefined &&
      isJsonObject(resources) &&
      (era === 'modern' || getOwn(resources, 'subscribe') === true)
    );
  });

/** What the servers behind us can do together, in the words of that era. */
export const gatewayCapabilities = (parts: GatewayParts, era: Era): JsonObject => {
  const all = hellos(parts);
  const legacy = era === 'legacy';
  return {
    tools: { listChanged: true },
    ...(hasCapability(all, 'prompts') ? { prompts: { listChanged: true } } : {}),
    ...(hasCapability(all, 'resources')
      ? { resources: { listChanged: true, subscribe: canSubscribe(all) } }
      : {}),
    ...(hasCapability(all, 'completions') ? { completions: {} } : {}),
    ...(hasCapability(all, 'logging') || all.some((hello) => hello.era === 'modern') ? { logging: {} } : {}),
    ...(legacy
      ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : { extensions: { [TASKS_EXTENSION]: {} } }),
  };
};

/** A sentence for the model on each server that is not ready. Nothing a server wrote is in it. */
export const unavailableServers = (parts: GatewayParts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts.servers.all.flatMap((server) => {
      const { state, tools } = server.status();
      if (state === 'ready') return [];
      const effect = tools === 0 ? texts.toolsMissing : texts.callsFail;
      const next = state === 'sign-in' ? texts.tellUser : texts.retried;
      return [[server.name, texts.state({ server: server.name, state: texts[state], effect, next })]];
    }),
  );

/** What servers tell models about themselves, each under its own name where there are several, and which are missing. */
export const gatewayInstructions = (parts: GatewayParts): string | undefined => {
  const { all } = parts.servers;
  const words = all.flatMap(({ name, instructions: text }) => {
    if (text === null) return [];
    return [all.length === 1 ? text : texts.instructions({ server: name, text })];
  });
  const sentences = [...words, ...Object.values(unavailableServers(parts))];
  return sentences.length === 0 ? undefined : sentences.join('\n\n');
};
