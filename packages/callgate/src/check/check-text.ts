import { readPack } from '@callgate/catalogue/packs';
import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { loadLockModule, readConfigText } from '@callgate/gateway/config';
import { readManifest } from '@callgate/manifest';
import { authorMessages } from '@callgate/messages/cli/authors';
import type { PolicyProblem } from '@callgate/policy';
import { YamlFile } from '@callgate/policy/yaml';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { homePaths } from '../home/home-paths.ts';
import { openPolicy } from '../input/open-policy.ts';
import { checkApprovers } from './check-approvers.ts';
import { formatCount } from '../show/format-columns.ts';

const { check: texts } = authorMessages;

/** What is wrong with the text of a file, and what is in it; no content where it cannot be used. */
export interface CheckedText {
  readonly problems: readonly PolicyProblem[];
  readonly content: string | undefined;
  /** Other files that were read. */
  readonly files?: readonly string[];
}

type CheckText = (name: string, text: string) => CheckedText | Promise<CheckedText>;

/** What is wrong with the policy itself is said where it is checked. */
const readNamedPolicy = (names: readonly string[]): Policy | undefined => {
  try {
    return openPolicy(names);
  } catch (error) {
    if (error instanceof CallgateError) return undefined;
    throw error;
  }
};

const checkConfig: CheckText = async (name, text) => {
  const { folder: home } = homePaths(process.env);
  const read = await readConfigText(name, text, { home, env: process.env, isLookedAt: true });
  if (!read.ok) return { problems: read.problems, content: undefined };
  const { config, files } = read;
  const position = new YamlFile(name, text).positionOf(['policy']);
  const policy = readNamedPolicy(config.policy);
  const warnings = [
    ...read.warnings,
    ...(policy === undefined ? [] : checkApprovers(policy, config.people, position)),
  ];
  const content = texts.configured({ servers: config.servers.length, warnings: warnings.length });
  return { problems: warnings, content, files };
};

const checkLock: CheckText = async (name, text) => {
  const { readLock } = await loadLockModule();
  const read = readLock(name, text);
  if (!read.ok) return { problems: read.problems, content: undefined };
  const servers = Object.values(read.lock.servers);
  const tools = servers.reduce((sum, server) => sum + Object.keys(server.tools).length, 0);
  return { problems: [], content: texts.servers({ servers: servers.length, tools }) };
};

const checkPack: CheckText = (name, text) => {
  const read = readPack(text, name);
  if (!read.ok) return { problems: read.problems, content: undefined };
  const { server, tools } = read.pack;
  const content = texts.packed({ server: display(server, { max: 200 }), tools: Object.keys(tools).length });
  return { problems: [], content };
};

const checkManifest: CheckText = (name, text) => {
  const read = readManifest(text, name);
  const start = { file: name, line: 1, column: 1 };
  const found = read.ok ? read.warnings : read.problems;
  const problems = found.map(({ severity, code, message, position = start, help }) => ({
    severity,
    code,
    message,
    position,
    ...(help === undefined ? {} : { help }),
  }));
  if (!read.ok) return { problems, content: undefined };
  const warnings = formatCount(problems.length, 'warning');
  return { problems, content: `${formatCount(read.manifest.tools.length, 'tool')}, ${warnings}` };
};

/** Files that are checked one by one, each by its text alone. */
export const TEXT_CHECKS: { readonly [K in ReadFileKind]?: CheckText } = {
  config: checkConfig,
  lock: checkLock,
  pack: checkPack,
  manifest: checkManifest,
};
