import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Json, Policy } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { digest, digestText, parseStrict } from '@callgate/core/receive';
import { homeErrors } from '@callgate/messages/errors/home';
import type { SettingsFile, SettingsFolder } from '@callgate/gateway/tools';
import { refuseWritableByOthers } from '@callgate/gate/host';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { readText } from '@callgate/policy/yaml';
import { z } from 'zod';

const { damaged } = homeErrors.policy;

export interface PolicyFileLayer {
  readonly name: string;
  readonly text: string;
}

/** What an operator last said about the policy that stands in place of a configuration's. */
export interface PolicyOverride {
  /** null: back to what the configuration says. */
  readonly layers: readonly PolicyFileLayer[] | null;
  readonly by: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The revision of the configuration's own policy when this was said. */
  readonly instead: string;
}

export interface ActivePolicy extends PolicyOverride {
  readonly layers: readonly PolicyFileLayer[];
  readonly policy: Policy;
}

export interface PolicyFileContent {
  /** null where nobody ever said anything. */
  readonly word: PolicyOverride | null;
  /** null where the configuration's own policy counts. */
  readonly active: ActivePolicy | null;
}

const MIB = 1_048_576;
const LIMITS = { bytes: 16 * MIB, depth: 8, keys: 1000, string: 2 * MIB, array: 100 };

const shape = z.strictObject({
  v: z.literal(1),
  config: z.string(),
  layers: z
    .array(z.strictObject({ name: z.string().min(1), text: z.string() }))
    .min(1)
    .max(100)
    .nullable(),
  by: z.string().min(1),
  reason: z.string().min(1),
  at: z.number(),
  instead: z.string(),
  digest: z.string(),
});

const nameOf = (config: string): string =>
  digestText('policy-of', resolve(config)).slice('sha256:'.length, 'sha256:'.length + 16);

/** Where the word about the policy of one configuration stands. Another configuration of the same home has another. */
export const policyFilePath = (home: string, config: string): string =>
  join(home, 'policies', `${nameOf(config)}.json`);

/** The same where replicas share it. Their configurations have the same path. */
const sharedFile = (folder: SettingsFolder, config: string): SettingsFile =>
  folder.folder('policies').file(nameOf(config));

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const parsePolicyFile = (path: string, config: string, text: string): PolicyOverride => {
  let content: Json;
  try {
    content = parseStrict(text, LIMITS);
  } catch (cause) {
    throw new CallgateError(damaged.content({ path: display(path) }), { cause });
  }
  const parsed = shape.safeParse(content);
  if (!parsed.success)
    throw new CallgateError(damaged.content({ path: display(path) }), { cause: parsed.error });
  const { v: _, digest: written, ...rest } = parsed.data;
  if (digest('policy-file', { ...rest }) !== written)
    throw new CallgateError(damaged.digest({ path: display(path) }));
  if (rest.config !== resolve(config)) throw new CallgateError(damaged.otherConfig({ path: display(path) }));
  const { config: _path, ...word } = rest;
  return word;
};

/**
 * What an operator put in place of a configuration's policy. A file that is there and cannot be used is never taken
 * for none: the configuration may be the looser of the two. Throws POLICY_FILE_DAMAGED or POLICY_INVALID.
 */
export const readPolicyFile = (home: string | SettingsFolder, config: string): PolicyFileContent => {
  if (typeof home !== 'string') {
    const { path, ...file } = sharedFile(home, config);
    return parseContent(path, config, file.read().text);
  }
  const path = policyFilePath(home, config);
  refuseWritableByOthers(path);
  let text: string | null;
  try {
    text = readText(path);
  } catch (error) {
    if (!isAbsent(error))
      throw new CallgateError(damaged.unreadable({ path: display(path) }), { cause: error });
    text = null;
  }
  return parseContent(path, config, text);
};

const parseContent = (path: string, config: string, text: string | null): PolicyFileContent => {
  if (text === null) return { word: null, active: null };
  const word = parsePolicyFile(path, config, text);
  if (word.layers === null) return { word, active: null };
  const loaded = loadPolicy(word.layers);
  if (!loaded.ok)
    throw new CallgateError(
      damaged.layer({ path: display(path), problems: loaded.problems.map(formatProblem).join('; ') }),
    );
  return { word, active: { ...word, layers: word.layers, policy: loaded.policy } };
};

const unwritableFileError = (path: string, cause: unknown): CallgateError =>
  new CallgateError(homeErrors.policy.unwritable({ path: display(path) }), { cause });

const textOf = (config: string, { by, reason, at, instead, ...word }: PolicyOverride): string => {
  const layers = word.layers?.map(({ name, text }) => ({ name, text })) ?? null;
  const content = { config: resolve(config), layers, by, reason, at, instead };
  return `${canonical({ v: 1, ...content, digest: digest('policy-file', content) })}\n`;
};

/** Counts for every replica once it resolves. Throws POLICY_CHANGED where another of them was first. */
export const sharePolicy = async (
  folder: SettingsFolder,
  config: string,
  word: PolicyOverride,
): Promise<void> => {
  const file = sharedFile(folder, config);
  const { text: before } = file.read();
  const after = textOf(config, word);
  await folder.together(() =>
    file.change((text) => {
      if (text !== before && text !== after) throw new CallgateError(homeErrors.policy.changed());
      return after;
    }),
  );
};

/** All of it or nothing, for its owner alone. Who reads meanwhile sees the old or the new. */
export const writePolicyFile = (home: string, config: string, word: PolicyOverride): void =>
  savePolicyText(home, nameOf(config), textOf(config, word));

/** The same for a text that was written before. */
export const savePolicyText = (home: string, name: string, text: string): void => {
  const path = join(home, 'policies', `${name}.json`);
  const draft = `${path}.${process.pid}.draft`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(draft, 'w', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (cause) {
    try {
      unlinkSync(draft);
    } catch {
      // it was never made
    }
    throw unwritableFileError(path, cause);
  }
};
