import type { JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Hello } from '../dispatch/upstream.ts';
import type { GatewayParts } from '../parts.ts';
import type { Era } from '../wire/eras.ts';
import { TASKS_EXTENSION } from './handlers/tool-task.ts';

export const SERVER_INFO: JsonObject = { name: 'callgate', title: 'Callgate', version: '0.1.0' };

const hellos = (parts: GatewayParts): readonly Hello[] =>
  parts.servers.all.flatMap(({ hello }) => (hello === undefined ? [] : [hello]));

const has = (all: readonly Hello[], name: string): boolean =>
  all.some(({ capabilities }) => Object.hasOwn(capabilities, name));

const subscribes = (all: readonly Hello[]): boolean =>
  all.some(({ era, capabilities }) => {
    const resources = own(capabilities, 'resources');
    return (
      resources !== undefined &&
      isJsonObject(resources) &&
      (era === 'modern' || own(resources, 'subscribe') === true)
    );
  });

/** What the servers behind us can do together, in the words of that era. */
export const offered = (parts: GatewayParts, era: Era): JsonObject => {
  const all = hellos(parts);
  const legacy = era === 'legacy';
  return {
    tools: { listChanged: true },
    ...(has(all, 'prompts') ? { prompts: { listChanged: true } } : {}),
    ...(has(all, 'resources') ? { resources: { listChanged: true, subscribe: subscribes(all) } } : {}),
    ...(has(all, 'completions') ? { completions: {} } : {}),
    ...(has(all, 'logging') || all.some((hello) => hello.era === 'modern') ? { logging: {} } : {}),
    ...(legacy
      ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : { extensions: { [TASKS_EXTENSION]: {} } }),
  };
};

/** What servers tell models about themselves, each under its own name where there are several. */
export const instructions = (parts: GatewayParts): string | undefined => {
  const said = parts.servers.all.flatMap(({ name, instructions: text }) =>
    text === null ? [] : [{ name, text }],
  );
  if (said.length === 0) return undefined;
  if (parts.servers.all.length === 1) return said[0]?.text;
  return said.map(({ name, text }) => `The server ${name} says of itself:\n${text}`).join('\n\n');
};
