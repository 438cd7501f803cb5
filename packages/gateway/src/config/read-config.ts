import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { StorePlace } from '@callgate/gate/store';
import type { GatewayConfig } from './config.ts';
import { gatewayConfig } from './defaults.ts';
import { configFileSchema, storeLineSchema } from './file-schema.ts';
import { Problems } from './problems.ts';
import { Reading } from './reading.ts';
import { readStore } from './store-entry.ts';
import type { ConfigProblem } from './yaml-file.ts';
import { YamlFile } from './yaml-file.ts';

/** What a configuration is read with. */
export interface ReadOptions {
  /** Callgate's own folder: where the store and the token are if the file does not say. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called before anything of the text is used; throws where it must not be. */
  readonly check?: (text: string) => void;
}

export interface GoodConfig {
  readonly ok: true;
  readonly config: GatewayConfig;
  readonly warnings: readonly ConfigProblem[];
  /** The text it was read from: what an operator accepts. */
  readonly text: string;
  /** The file and the policy files it names; whoever watches one watches all. */
  readonly files: readonly string[];
}

export type ConfigOutcome = GoodConfig | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

const contentOf = (source: YamlFile): { readonly content: unknown } | readonly ConfigProblem[] => {
  const syntax = source.syntaxProblems();
  if (syntax.length > 0) return syntax;
  try {
    return { content: source.content() ?? {} };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ severity: 'error', code: 'CONFIG_YAML', message, position: source.at(0) }];
  }
};

/** Reads the text of a configuration: everything that is wrong with it, or what it says with nothing left open. */
export const readConfig = (path: string, text: string, { home, env, check }: ReadOptions): ConfigOutcome => {
  check?.(text);
  const whole = resolve(path);
  const source = new YamlFile(path, text);
  const read = contentOf(source);
  if (!('content' in read)) return { ok: false, problems: read };
  const parsed = configFileSchema.safeParse(read.content, { reportInput: true });
  if (!parsed.success) {
    const problems = new Problems(source);
    problems.shape(configFileSchema, parsed.error.issues);
    return { ok: false, problems: problems.all };
  }
  const reading = new Reading(source, parsed.data, { folder: dirname(whole), env }, home);
  const config = reading.config(whole);
  const { errors, warnings } = reading.problems;
  if (errors.length > 0) return { ok: false, problems: reading.problems.all };
  const layers = config.policy.filter((name) => isAbsolute(name));
  return { ok: true, config, warnings, text, files: [whole, ...layers] };
};

/** Where a configuration says that its store is. Nothing else in it need be usable here. */
export const readStoreLine = (
  path: string,
  text: string,
  { home, env }: ReadOptions,
): { readonly ok: true; readonly store: StorePlace } | Extract<ConfigOutcome, { ok: false }> => {
  const source = new YamlFile(path, text);
  const read = contentOf(source);
  if (!('content' in read)) return { ok: false, problems: read };
  const problems = new Problems(source);
  const parsed = storeLineSchema.safeParse(read.content, { reportInput: true });
  if (!parsed.success) {
    problems.shape(storeLineSchema, parsed.error.issues);
    return { ok: false, problems: problems.all };
  }
  const usual = gatewayConfig(home, []).store;
  const store = readStore(parsed.data.store, usual, { folder: dirname(resolve(path)), env }, problems);
  return problems.errors.length > 0 ? { ok: false, problems: problems.all } : { ok: true, store };
};

export const configText = (path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new CallgateError('CONFIG_UNREADABLE', `${display(path)} cannot be read as text`, {
      help: 'name the file with -c',
      cause: error,
    });
  }
};

/** Reads a configuration file. What is wrong inside it comes back; throws where there is no file to read. */
export const loadConfig = (path: string, options: ReadOptions): ConfigOutcome =>
  readConfig(path, configText(path), options);

/** The same for the one line about its store. */
export const loadStoreLine = (path: string, options: ReadOptions): ReturnType<typeof readStoreLine> =>
  readStoreLine(path, configText(path), options);
