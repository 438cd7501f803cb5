import { utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { AcceptedKind } from '@callgate/gateway/config';
import { loadConfig, lockParts } from '@callgate/gateway/config';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { YamlFile, readText } from '@callgate/policy/yaml';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import type { Offer } from './offer.ts';

const readOffered = (path: string): string => {
  try {
    return readText(path);
  } catch (error) {
    throw new CallgateError('ACCEPT_UNREADABLE', `${display(path)} cannot be read as text`, { cause: error });
  }
};

/** By what stands at its top. */
const kindOf = (text: string): AcceptedKind | undefined => {
  let content: unknown;
  try {
    const file = new YamlFile('', text);
    if (file.errors.length > 0) return undefined;
    content = file.content();
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  if ('version' in content && 'servers' in content) return 'lock';
  if ('serverVersion' in content && 'tools' in content) return 'pack';
  if ('servers' in content || 'mcpServers' in content) return 'config';
  return ['rules', 'extends', 'exceptions', 'hints', 'mode'].some((key) => key in content)
    ? 'policy'
    : undefined;
};

/** What is accepted must at least be usable. Variables that are not set here may be set elsewhere. */
const check = async (kind: AcceptedKind, path: string, text: string, home: string): Promise<void> => {
  if (kind === 'lock') {
    const read = (await lockParts()).readLock(path, text);
    if (!read.ok) throw new CallgateError('LOCK_INVALID', read.problems.map(formatProblem).join('\n'));
  }
  if (kind === 'pack') {
    const outcome = (await import('@callgate/catalogue/packs')).readPack(text, path);
    if (!outcome.ok) throw new CallgateError('PACK_INVALID', outcome.problems.map(formatProblem).join('\n'));
  }
  if (kind === 'policy') {
    const loaded = loadPolicy([{ name: path, text }]);
    if (!loaded.ok) throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
  }
  if (kind === 'config') {
    const read = await loadConfig(path, { home, env: process.env });
    const wrong = read.ok ? [] : read.problems.filter(({ code }) => code !== 'CONFIG_VARIABLE');
    if (wrong.some(({ severity }) => severity === 'error'))
      throw new CallgateError('CONFIG_INVALID', wrong.map(formatProblem).join('\n'));
  }
};

/** A gateway that waits for it looks at files that changed. */
const touch = (path: string): void => {
  try {
    const at = new Date(now().at);
    utimesSync(path, at, at);
  } catch {
    // it looks again when it is started
  }
};

/** A file as it is now, whole: what is accepted is what was looked at. */
export const offerFile = async (written: string, { folder }: HomePaths): Promise<Offer> => {
  const { AcceptedFiles, acceptedDigest } = await lockParts();
  const path = resolve(written);
  const text = readOffered(path);
  const kind = kindOf(text);
  if (kind === undefined)
    throw new CallgateError('ACCEPT_KIND', `${display(path)} is no configuration, policy, lock or pack`, {
      help: 'see docs/configuration.md',
    });
  await check(kind, path, text, folder);
  const digest = acceptedDigest(kind, text);
  return {
    text: `${display(path)}, a ${kind} file\n\n${display(text, { lines: true }).replaceAll(/^/gm, '  │ ')}`,
    json: { kind, path },
    digest,
    accept: () => {
      new AcceptedFiles(folder).accept(kind, text, { path, at: now().at });
      touch(path);
    },
    done: `accepted on this machine: ${display(path)} as it is now`,
  };
};
