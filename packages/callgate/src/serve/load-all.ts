import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { AcceptedKind, ConfigProblem, GatewayConfig, Loaded, Lock } from '@callgate/gateway/config';
import { loadConfig, lockParts } from '@callgate/gateway/config';
import type { PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, loadPolicy, presetPolicy } from '@callgate/policy';
import type { HomePaths } from '../home.ts';
import { readPolicySource } from '../policy-source.ts';
import type { FoundConfig } from './find-config.ts';
import { lockBeside, readLockFile } from './lock-file.ts';

/** Everything a gateway runs by. */
export interface Everything {
  readonly config: GatewayConfig;
  readonly policy: Policy;
  /** What must be there and nothing else; null where there is no lock. */
  readonly lock: Lock | null;
  /** Told and not in the way. */
  readonly warnings: readonly ConfigProblem[];
}

const KINDS: Readonly<Record<AcceptedKind, string>> = {
  config: 'a configuration',
  policy: 'a policy',
  lock: 'a lock',
};

/** A file that merely lay in a folder may be anybody's. */
const unaccepted = (kind: AcceptedKind, path: string): CallgateError =>
  new CallgateError(
    `${kind.toUpperCase()}_UNACCEPTED`,
    `${display(path)} is ${KINDS[kind]} that lies in this folder, and nobody has accepted it as it is now`,
    {
      help: `read it, then: callgate accept ${display(path)}${kind === 'config' ? '; or name it with -c if it is yours' : ''}`,
    },
  );

type Check = (kind: AcceptedKind, path: string, text: string) => void;

const policyFrom = (names: readonly string[], check: Check): Policy => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const sources = names.map((name): PolicySource => {
    if (isPreset(name)) return { name, text: `extends: ${name}` };
    const source = readPolicySource(name);
    check('policy', name, source.text);
    return source;
  });
  const loaded = loadPolicy(sources);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
};

/**
 * Reads the configuration, the policy it names and the lock beside it. What merely lay in a folder counts once it was
 * accepted, and what a lock relaxes in any case only then. Throws CONFIG_INVALID, whose message is every problem in a
 * line of its own, and whatever else keeps it from being used.
 */
export const loadAll = async (
  { path, own }: FoundConfig,
  { folder }: HomePaths,
): Promise<Extract<Loaded<Everything>, { ok: true }>> => {
  const { AcceptedFiles, withLock } = await lockParts();
  const accepted = new AcceptedFiles(folder);
  const check: Check = (kind, where, text) => {
    if (!own && !accepted.isAccepted(kind, text)) throw unaccepted(kind, where);
  };
  const read = await loadConfig(path, {
    home: folder,
    env: process.env,
    check: (text) => check('config', path, text),
  });
  if (!read.ok) throw new CallgateError('CONFIG_INVALID', read.problems.map(formatProblem).join('\n'));
  const policy = policyFrom(read.config.policy, check);
  const beside = lockBeside(path);
  const locked = await readLockFile(beside);
  const counts = locked !== null && accepted.isAccepted('lock', locked.text);
  const warnings = [...read.warnings];
  if (locked !== null && !counts)
    warnings.push({
      severity: 'warning',
      code: 'LOCK_UNACCEPTED',
      message: 'what is decided in this lock does not count here: nobody has accepted it as it is now',
      position: { file: beside, line: 1, column: 1 },
      help: `read it, then: callgate accept ${display(beside)}`,
    });
  const config = counts
    ? { ...read.config, servers: withLock(read.config.servers, locked.lock) }
    : read.config;
  return {
    ok: true,
    value: { config, policy, lock: locked?.lock ?? null, warnings },
    files: [...read.files, beside],
  };
};
