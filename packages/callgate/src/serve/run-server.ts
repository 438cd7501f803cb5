import type { Policy, TrustLevel } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { optionErrors } from '@callgate/messages/errors/option';
import { serveMessages } from '@callgate/messages/cli/serve';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import type { GatewayConfig, Lock, ServerConfig } from '@callgate/gateway/config';
import {
  defaultGatewayConfig,
  isAlias,
  loadLockModule,
  parseAllowedHost,
  readDuration,
  defaultServerConfig,
  USUAL_CONTRACT,
} from '@callgate/gateway/config';
import { serveOperations } from '@callgate/operations/socket';
import { followHomeAnswers } from '../home/follow-home-answers.ts';
import { readNamedStore } from '../home/locate-home-store.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { openNamedPolicy } from '../input/open-named-policy.ts';
import { aliasOfReach } from './alias-of-command.ts';
import { readLockFile } from '../home/lock-file.ts';
import { writeLogLine } from '../show/log.ts';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';
import { ownPipe, servePipe } from './serve-pipe.ts';
import { waitUntilStopped } from './wait-until-stopped.ts';

export interface RunServerOptions {
  readonly name?: string | undefined;
  readonly policy: readonly string[];
  /** A candidate that is evaluated beside it. */
  readonly shadow?: readonly string[] | undefined;
  readonly trust: TrustLevel;
  readonly lock?: string | undefined;
  readonly reach: ServerConfig['reach'];
  /** Private hosts that may be reached, besides an address that stands in the url. */
  readonly allowPrivate: readonly string[];
  readonly home: HomePaths;
  /** In place of the file in Callgate's folder. */
  readonly store?: string | undefined;
  /** How long a pending call keeps its client waiting; the default of the configuration if absent. */
  readonly wait?: string | undefined;
  /** How long labels outlive the last call of a session, or `never`; the default of the configuration if absent. */
  readonly labelAge?: string | undefined;
  /** Whether it runs in a sandbox. */
  readonly contract: 'require' | 'prefer' | 'off';
}

const aliasFor = ({ name, reach }: RunServerOptions): string => {
  if (name === undefined) return aliasOfReach(reach);
  if (isAlias(name)) return name;
  throw new CallgateError(optionErrors.serverName({ name: display(name, { max: 80 }) }));
};

const waitFrom = (written: string | undefined): number | undefined => {
  const waitMs = readDuration(written ?? '');
  if (written === undefined || waitMs !== undefined) return waitMs;
  throw new CallgateError(optionErrors.wait());
};

const labelAgeFrom = (written: string | undefined): Partial<GatewayConfig> => {
  if (written === undefined) return {};
  if (written === 'never') return { labelAgeMs: null, storeLabelAgeMs: null };
  const labelAgeMs = readDuration(written);
  if (labelAgeMs !== undefined) return { labelAgeMs, storeLabelAgeMs: labelAgeMs };
  throw new CallgateError(optionErrors.labelAge());
};

/** The process that wants the server: this one, or one that handed its pipe over. */
export interface RunningClient {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths of policies are below it. */
  readonly folder: string;
  readonly log: (entry: LogEntry) => void;
}

const readServerLock = async (
  path: string,
  server: ServerConfig,
  home: string,
  log: RunningClient['log'],
): Promise<{ readonly lock: Lock; readonly server: ServerConfig }> => {
  const read = await readLockFile(path);
  if (read === null) throw new CallgateError(acceptErrors.lock.absent({ path: display(path) }));
  const { AcceptedFiles, applyLock } = await loadLockModule();
  if (new AcceptedFiles(home).isAccepted('lock', read.text))
    return { lock: read.lock, server: applyLock([server], read.lock)[0] ?? server };
  log({
    level: 'warning',
    code: 'LOCK_UNACCEPTED',
    message: serveMessages.lockAtIgnored({ path: display(path) }),
  });
  return { lock: read.lock, server };
};

/** A candidate changes no outcome, so one that cannot be used keeps no server from its client. */
const openCandidate = async (
  names: readonly string[] | undefined,
  folder: string,
  log: RunningClient['log'],
): Promise<Policy | null> => {
  if (names === undefined) return null;
  try {
    return await openNamedPolicy(names, refuseWritableByOthers, folder);
  } catch (error) {
    const why = display(error instanceof Error ? error.message : String(error), { max: 1000 });
    log({ level: 'warning', code: 'SHADOW_UNUSABLE', message: serveMessages.shadowUnusable({ why }) });
    return null;
  }
};

/** Opens the gateway of one server. */
export const openServerGateway = async (
  wanted: RunServerOptions,
  client: RunningClient,
): Promise<Gateway> => {
  const { home, trust, reach } = wanted;
  const { env, folder, log } = client;
  for (const host of wanted.allowPrivate) parseAllowedHost(host);
  refuseWritableHome(home.folder);
  const usual = defaultServerConfig(aliasFor(wanted), reach);
  const plain: ServerConfig = {
    ...usual,
    trust,
    allowPrivate: [...usual.allowPrivate, ...wanted.allowPrivate],
    ...(wanted.contract === 'off' ? {} : { contract: { ...USUAL_CONTRACT, contract: wanted.contract } }),
  };
  const { lock, server } =
    wanted.lock === undefined
      ? { lock: null, server: plain }
      : await readServerLock(wanted.lock, plain, home.folder, log);
  const named = readNamedStore(env, wanted.store);
  const defaults = defaultGatewayConfig(home.folder, [server]);
  const answers = followHomeAnswers(env);
  const { approvals, clients, people, labelAgeMs, storeLabelAgeMs, autorunFiles } = await answers();
  const config = {
    ...defaults,
    labelAgeMs,
    storeLabelAgeMs,
    ...labelAgeFrom(wanted.labelAge),
    approvals: {
      ...defaults.approvals,
      ...approvals,
      waitMs: waitFrom(wanted.wait) ?? defaults.approvals.waitMs,
    },
    clients,
    people,
    ...(autorunFiles === undefined ? {} : { autorunFiles }),
    policy: wanted.policy,
    http: null,
    ...(named === undefined ? {} : { store: named }),
  };
  const gateway = await createGateway({
    config,
    policy: await openNamedPolicy(wanted.policy, refuseWritableByOthers, folder),
    shadow: await openCandidate(wanted.shadow, folder, log),
    home,
    log,
    env,
    trustAsWritten: true,
    ...(wanted.name === undefined ? {} : { serverKey: wanted.name }),
    answers,
    servePeople: serveOperations,
  });
  gateway.catalogue.setLock(lock);
  return gateway;
};

/** Serves one server to the program that started this process. */
export const runServer = async (wanted: RunServerOptions): Promise<void> => {
  const client = { env: process.env, folder: '', log: writeLogLine };
  const gateway = await openServerGateway(wanted, client);
  const pipe = await servePipe(gateway, ownPipe());
  await waitUntilStopped(pipe.ended);
  await pipe.close();
  await gateway.close();
  // a pipe that nobody reads any more would keep the process
  process.exit(0);
};
