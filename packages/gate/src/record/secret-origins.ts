import type { JsonObject, Origins } from '@callgate/core';
import { rewriteArguments } from './redact-path.ts';

const secretPaths = (args: JsonObject, redact: readonly string[]): readonly (readonly string[])[] => {
  const paths: (readonly string[])[] = [];
  rewriteArguments(args, redact, {
    protect: (_, path) => {
      paths.push(path);
      return null;
    },
    key: (name) => name,
  });
  return paths;
};

/** Origins that say which secret value could not be traced, and not what it is. */
export const withoutSecretTexts = (
  origins: Origins,
  args: JsonObject,
  redact: readonly string[],
): Origins => {
  if (redact.length === 0 || origins.unproven.length === 0) return origins;
  const secret = secretPaths(args, redact);
  const unproven = origins.unproven.map((value) => {
    if (!secret.some((path) => path.every((step, at) => String(value.path[at]) === step))) return value;
    const { text: _, ...rest } = value;
    return rest;
  });
  return { ...origins, unproven };
};
