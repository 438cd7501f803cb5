import { dirname, isAbsolute, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { refuseWritableByOthers } from '@callgate/gate';
import type { StorePlace } from '@callgate/gate/store';
import { loadYaml, readText } from '@callgate/policy/yaml';
import type { GatewayConfig } from './config.ts';
import { gatewayConfig } from './defaults.ts';
import { answerLinesSchema, configFileSchema, storeLineSchema } from './file-schema.ts';
import type { ConfigProblem } from './problems.ts';
import { Problems, partName } from './problems.ts';
import { Reading, answersOf, clientRules, labelAgesOf, peopleOf } from './reading.ts';
import { readStore } from './store-entry.ts';

/** What a configuration is read with. */
export interface ReadOptions {
  /** Callgate's own folder: where the store and the token are if the file does not say. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called before anything of the text is used; throws where it must not be. */
  readonly check?: (text: string) => void;
  /** It is looked at and decides nothing: others may write it. */
  readonly isLookedAt?: boolean;
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

const SHAPE = { code: 'CONFIG', name: partName };

/** Reads the text of a configuration: everything that is wrong with it, or what it says with nothing left open. */
export const readConfig = (path: string, text: string, { home, env, check }: ReadOptions): ConfigOutcome => {
  check?.(text);
  const whole = resolve(path);
  const read = loadYaml(configFileSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new Reading(read.source, read.content, { folder: dirname(whole), env }, home);
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
  const read = loadYaml(storeLineSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const problems = new Problems(read.source);
  const usual = gatewayConfig(home, []).store;
  const store = readStore(read.content.store, usual, { folder: dirname(resolve(path)), env }, problems);
  return problems.errors.length > 0 ? { ok: false, problems: problems.all } : { ok: true, store };
};

/** Who is asked, what counts of answers over agents' own connections, what is set for clients, how long labels live, and files that run later. */
export interface AnswerSettings extends Pick<GatewayConfig, 'labelAgeMs' | 'storeLabelAgeMs'> {
  readonly people: GatewayConfig['people'];
  readonly approvals: Pick<GatewayConfig['approvals'], 'answersInBand' | 'readingMs'>;
  readonly clients: GatewayConfig['clients'];
  readonly autorunFiles?: readonly string[];
}

/** What a configuration says about people and about answers over agents' own connections. Nothing else in it need be usable here. */
export const readAnswerLines = (
  path: string,
  text: string,
  { home }: ReadOptions,
): { readonly ok: true; readonly answers: AnswerSettings } | Extract<ConfigOutcome, { ok: false }> => {
  const read = loadYaml(answerLinesSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const { clients = [], autorunFiles } = read.content;
  const usual = gatewayConfig(home, []);
  return {
    ok: true,
    answers: {
      people: peopleOf(read.content.approvals ?? {}),
      approvals: answersOf(read.content, usual),
      clients: clientRules(clients),
      ...labelAgesOf(read.content, usual),
      ...(autorunFiles === undefined ? {} : { autorunFiles }),
    },
  };
};

/** The text of a file that decides. Checked at every read: it may have become writable by others since the last. */
export const configText = (path: string, isLookedAt = false): string => {
  if (!isLookedAt) refuseWritableByOthers(path);
  try {
    return readText(path);
  } catch (error) {
    throw new CallgateError('CONFIG_UNREADABLE', `${display(path)} cannot be read as text`, {
      help: 'name the file with -c',
      cause: error,
    });
  }
};

/** Reads a configuration file. What is wrong inside it comes back; throws where there is no file to read. */
export const loadConfig = (path: string, options: ReadOptions): ConfigOutcome =>
  readConfig(path, configText(path, options.isLookedAt), options);

/** The same for the one line about its store. */
export const loadStoreLine = (path: string, options: ReadOptions): ReturnType<typeof readStoreLine> =>
  readStoreLine(path, configText(path), options);

/** The same for the lines about answers over agents' own connections. */
export const loadAnswerLines = (path: string, options: ReadOptions): ReturnType<typeof readAnswerLines> =>
  readAnswerLines(path, configText(path), options);
