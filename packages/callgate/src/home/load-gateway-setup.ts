import type { Policy } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import { CallgateError, display } from '@callgate/core';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type {
  AcceptedFileKind,
  ConfigProblem,
  GatewayConfig,
  ReloadResult,
  Lock,
} from '@callgate/gateway/config';
import { loadConfig, loadLockModule } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import { getStoreAddress, isPostgresUrl } from '@callgate/gate/store';
import { readNamedStore } from './locate-home-store.ts';
import type { HomePaths } from './home-paths.ts';
import type { FoundConfig } from './find-config.ts';
import type { LayeredPolicy } from './layered-policy.ts';
import { loadLayeredPolicy } from './layered-policy.ts';
import type { GitConfig } from './git-config.ts';
import { fetchGitConfig, readGitConfig } from './git-config.ts';
import { lockBeside, readLockFile } from './lock-file.ts';
import { activePolicyNotice } from './active-policy-notice.ts';
import { readPolicyFile } from './policy-file.ts';
import { refuseWritableHome } from './refuse-writable-home.ts';
import { fileWarning, applyPacks } from './apply-packs.ts';

export interface GatewaySetup {
  /** The repository that it is in, if it is in one. */
  readonly git?: GitConfig;
  readonly config: GatewayConfig;
  /** What calls are judged by: what an operator activated, else what the configuration names. */
  readonly policy: Policy;
  /** What the configuration itself names, used or not. */
  readonly configured: LayeredPolicy;
  /** A candidate that is evaluated beside it; null where none is, or where it cannot be used. */
  readonly shadow: Policy | null;
  /** What must be there and nothing else; null where there is no lock. */
  readonly lock: Lock | null;
  /** Told and not in the way. */
  readonly warnings: readonly ConfigProblem[];
}

export interface GatewaySetupOptions {
  /** Ignores a policy that was activated in place of the configuration's: for a restore. */
  readonly ownOnly?: boolean;
  /** Leaves out packs: for a lock, which holds only decisions of people. */
  readonly withoutPacks?: boolean;
  /** In place of the candidate that the configuration names. */
  readonly shadow?: readonly string[] | undefined;
  /** In place of the store that the configuration names. */
  readonly store?: string | undefined;
}

/** A file that merely lay in a folder may be anybody's. */
const unacceptedError = (kind: AcceptedFileKind, path: string): CallgateError =>
  new CallgateError(acceptErrors.unaccepted({ kind, path: display(path) }));

type AcceptanceCheck = (kind: AcceptedFileKind, path: string, text: string) => void;

/** A candidate changes no outcome, so one that cannot be used keeps nothing from being served. */
const loadShadow = (
  config: string,
  names: readonly string[] | undefined,
): { readonly policy: Policy | null; readonly warnings: readonly ConfigProblem[] } => {
  if (names === undefined) return { policy: null, warnings: [] };
  try {
    return { policy: loadLayeredPolicy(names).policy, warnings: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = serveMessages.shadowUnusable({ why: display(why, { max: 1000, lines: true }) });
    return {
      policy: null,
      warnings: [fileWarning(config, 'SHADOW_UNUSABLE', message, serveMessages.shadowHelp)],
    };
  }
};

/**
 * Reads the configuration, the policy it names or what was activated in its place, and the lock beside it. What merely lay in a folder counts once it was
 * accepted, and what a lock relaxes in any case only then. Throws CONFIG_INVALID, whose message is every problem in a
 * line of its own, and whatever else keeps it from being used.
 */
export const loadGatewaySetup = async (
  { path: given, own }: FoundConfig,
  { folder }: HomePaths,
  { ownOnly = false, withoutPacks = false, store, shadow }: GatewaySetupOptions = {},
): Promise<Extract<ReloadResult<GatewaySetup>, { ok: true }>> => {
  const { AcceptedFiles, applyLock } = await loadLockModule();
  refuseWritableHome(folder);
  const git = own ? readGitConfig(given) : undefined;
  const path = git === undefined ? given : (await fetchGitConfig(folder, git)).path;
  const accepted = new AcceptedFiles(folder);
  const check: AcceptanceCheck = (kind, where, text) => {
    refuseWritableByOthers(where);
    if (!own && !accepted.isAccepted(kind, text)) throw unacceptedError(kind, where);
  };
  const read = await loadConfig(path, {
    home: folder,
    env: process.env,
    check: (text) => check('config', path, text),
  });
  if (!read.ok) throw new CallgateError('CONFIG_INVALID', read.problems.map(formatProblem).join('\n'));
  const configured = loadLayeredPolicy(read.config.policy, (where, text) => check('policy', where, text));
  const { active } = ownOnly ? { active: null } : readPolicyFile(folder, given);
  const candidate = loadShadow(path, shadow ?? read.config.shadow);
  const beside = lockBeside(path);
  const locked = await readLockFile(beside);
  const counts = locked !== null && accepted.isAccepted('lock', locked.text);
  const warnings = [...read.warnings, ...candidate.warnings];
  if (locked !== null && !counts)
    warnings.push(
      fileWarning(
        beside,
        'LOCK_UNACCEPTED',
        serveMessages.lockIgnored,
        serveMessages.readAndAccept({ path: display(beside) }),
      ),
    );
  const decided = counts ? applyLock(read.config.servers, locked.lock) : read.config.servers;
  const packed = withoutPacks
    ? { servers: decided, warnings: [], files: [] }
    : await applyPacks(path, decided, (text) => accepted.isAccepted('pack', text));
  warnings.push(...packed.warnings);
  const named = readNamedStore(process.env, store);
  const config = {
    ...read.config,
    servers: packed.servers,
    ...(named === undefined ? {} : { store: named }),
  };
  // what was activated on a database is known where it is open
  if (active !== null && !isPostgresUrl(getStoreAddress(config.store)))
    warnings.push(activePolicyNotice(given, active, configured.policy));
  return {
    ok: true,
    value: {
      config,
      policy: active?.policy ?? configured.policy,
      configured,
      shadow: candidate.policy,
      lock: locked?.lock ?? null,
      warnings,
      ...(git === undefined ? {} : { git }),
    },
    files: [...(git === undefined ? [] : [given]), ...read.files, beside, ...packed.files],
  };
};
