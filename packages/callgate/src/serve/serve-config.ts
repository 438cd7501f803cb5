import { CallgateError, display } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { ServedConsole } from '@callgate/console';
import type { Gateway } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import { systemClock } from '@callgate/gate';
import type { GatewayMeasurement } from '@callgate/gateway/metrics';
import type { GatewayTracing } from '@callgate/gateway/tracing';
import type { AuthConfig, ConfigProblem, GatewayConfig } from '@callgate/gateway/config';
import { serveConfiguredHttp, watchConfig } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import { serveOperations } from '@callgate/operations/socket';
import type { HomePaths } from '../home/home-paths.ts';
import { findConfig } from '../home/find-config.ts';
import type { GitConfig } from '../home/git-config.ts';
import { fetchGitConfig } from '../home/git-config.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { activePolicyNotice } from '../home/active-policy-notice.ts';
import { sharedPolicy } from '../home/shared-policy.ts';
import { writeLogLine } from '../show/log.ts';
import type { PolicyFollower } from './follow-policy-file.ts';
import { followPolicyFile } from './follow-policy-file.ts';
import { ownPipe, servePipe } from './serve-pipe.ts';
import { waitUntilStopped } from './wait-until-stopped.ts';

export interface ServeConfigOptions {
  readonly config: string | undefined;
  readonly stdio: boolean;
  readonly http: boolean;
  readonly console: boolean;
  readonly port: number | undefined;
  readonly consolePort: number | undefined;
  readonly reload: boolean;
  /** It answers programs that call tools themselves, and sends no call. */
  readonly intercepts?: boolean;
  /** In place of the candidate that the configuration names. */
  readonly shadow: readonly string[] | undefined;
  /** In place of the store that the configuration names. */
  readonly store: string | undefined;
  readonly home: HomePaths;
}

const warn = (warnings: readonly ConfigProblem[]): void => {
  for (const problem of warnings)
    writeLogLine({ level: 'warning', code: problem.code, message: formatProblem(problem) });
};

const badConfig = (error: unknown): void => {
  const code = error instanceof CallgateError ? error.code : 'CONFIG_UNUSABLE';
  const message = error instanceof Error ? error.message : String(error);
  writeLogLine({
    level: 'error',
    code,
    message: serveMessages.notReloaded({ why: display(message, { lines: true }) }),
  });
};

/** What cannot change while it is served. */
const fixedParts = ({ http, metrics, tracing, store, console }: GatewayConfig): string =>
  // roles are looked up as they are
  JSON.stringify([http, metrics, tracing, store, console === null ? null : { ...console, roles: {} }]);

const listening = (url: string, auth: AuthConfig): string => {
  switch (auth.kind) {
    case 'none':
      return serveMessages.listening.none({ url });
    case 'oauth':
      return serveMessages.listening.oauth({
        url,
        issuer: display(auth.issuer),
        audience: display(auth.audiences[0] ?? auth.resource),
      });
    default:
      return serveMessages.listening.token({ url, file: display(auth.file) });
  }
};

/** Loaded after everything else is served, so that no call waits for it. */
const serveConsole = async (
  gateway: Gateway,
  home: HomePaths,
  policies: PolicyFollower,
  port: number | undefined,
): Promise<ServedConsole | null> => {
  try {
    const { openConsole } = await import('../console/open-console.ts');
    const served = await openConsole({ gateway, home, policies, port, log: writeLogLine });
    if (served !== null)
      writeLogLine({
        level: 'info',
        code: 'CONSOLE',
        message: serveMessages.console({ url: served.url }),
      });
    return served;
  } catch (error) {
    if (port !== undefined || gateway.config().console?.fixed === true) throw error;
    const message = error instanceof Error ? error.message : String(error);
    writeLogLine({
      level: 'error',
      code: error instanceof CallgateError ? error.code : 'CONSOLE_UNSERVED',
      message: serveMessages.noConsole({ why: display(message, { max: 300 }) }),
    });
    return null;
  }
};

/** Loaded where metrics are wanted; nothing is measured otherwise. */
const measure = async ({ metrics }: GatewayConfig): Promise<GatewayMeasurement | null> =>
  metrics === undefined ? null : (await import('@callgate/gateway/metrics')).measureGateway(metrics);

/** Loaded where spans are wanted. */
const trace = async ({ tracing }: GatewayConfig): Promise<GatewayTracing | null> => {
  if (tracing === undefined) return null;
  const { GatewayTracing: Tracing } = await import('@callgate/gateway/tracing');
  return new Tracing({
    config: tracing,
    clock: systemClock,
    lost: (calls) =>
      writeLogLine({ level: 'warning', code: 'SPANS_LOST', message: serveMessages.spansLost({ calls }) }),
  });
};

const GIT_EVERY_MS = 60_000;

/** Fetches again and again what a branch or tag names: another commit changes the files that are watched. */
const followGit = (home: HomePaths, git: () => GitConfig | undefined): (() => void) => {
  const timer = setInterval(() => {
    const at = git();
    if (at !== undefined) fetchGitConfig(home.folder, at).catch(badConfig);
  }, GIT_EVERY_MS).unref();
  return () => clearInterval(timer);
};

/** Serves everything a configuration names until it is stopped, and follows the configuration. */
export const serveConfig = async (wanted: ServeConfigOptions): Promise<void> => {
  const { config: given, stdio, http, port, reload, home } = wanted;
  const found = findConfig(given, { here: process.cwd(), home: home.folder });
  const load = (): ReturnType<typeof loadGatewaySetup> =>
    loadGatewaySetup(found, home, { store: wanted.store, shadow: wanted.shadow });
  const { value, files } = await load();
  let { configured, git } = value;
  warn(value.warnings);
  const unfollow = reload ? followGit(home, () => git) : () => {};
  const measured = await measure(value.config);
  const traced = await trace(value.config);
  const opening = createGateway({
    config: value.config,
    policy: value.policy,
    shadow: value.shadow,
    ...(wanted.intercepts === true ? { intercepts: true } : {}),
    home,
    log: writeLogLine,
    servePeople: serveOperations,
    ...(measured === null && traced === null
      ? {}
      : {
          observe: (gate) => {
            const followed = traced?.observe(gate) ?? gate;
            return measured?.observe(followed) ?? followed;
          },
        }),
    ...(traced === null ? {} : { joinTrace: traced.joinClient }),
    policyIn: (folder) =>
      sharedPolicy(
        folder,
        found.path,
        () => configured,
        (active) => warn([activePolicyNotice(found.path, active, configured.policy)]),
      ),
  });
  let policies: PolicyFollower | undefined;
  const watch = reload
    ? watchConfig({
        files,
        load,
        onGood: async ({ config, policy, shadow, lock, warnings, ...rest }) => {
          const gateway: Gateway = await opening;
          warn(warnings);
          gateway.catalogue.setLock(lock);
          ({ configured, git } = rest);
          // what was activated stays in force where its file is gone
          await gateway.reload(config, policies?.effective() ?? policy, shadow);
          await policies?.follow();
          writeLogLine({
            level: 'info',
            code: 'RELOADED',
            message: serveMessages.reloaded,
          });
          if (fixedParts(config) !== fixedParts(value.config))
            writeLogLine({
              level: 'warning',
              code: 'RESTART_NEEDED',
              message: serveMessages.restartNeeded,
            });
        },
        onBad: badConfig,
        // what was fetched is in place, but a second fetch failed
        isPassing: (reason) => reason instanceof CallgateError && reason.code === 'CONFIG_GIT',
      })
    : undefined;
  const gateway = await opening;
  gateway.catalogue.setLock(value.lock);
  const closers = [() => gateway.close()];
  const ended = Promise.withResolvers<void>();
  // before anybody is told that it listens: a signal must find it
  const stopped = waitUntilStopped(ended.promise);
  try {
    const place = http ? value.config.http : null;
    policies = followPolicyFile({
      home,
      shared: gateway.folder.isShared ? gateway.folder : null,
      config: found.path,
      configured: () => configured,
      gateway,
      log: writeLogLine,
    });
    if (place !== null) {
      const server = await serveConfiguredHttp(
        gateway.protocol,
        { ...place, port: port ?? place.port },
        {
          log: writeLogLine,
          now: () => gateway.clock.now(),
          readiness: () => gateway.readiness(),
          replica: gateway.replica,
        },
      );
      closers.unshift(() => server.close());
      writeLogLine({ level: 'info', code: 'LISTENING', message: listening(server.url, place.auth) });
    }
    if (measured !== null) {
      const { url, close } = await measured.serve(gateway);
      closers.unshift(close);
      writeLogLine({ level: 'info', code: 'METRICS', message: serveMessages.metrics({ url }) });
    }
    if (traced !== null) {
      closers.unshift(() => traced.close());
      const url = display(value.config.tracing?.url ?? '');
      writeLogLine({ level: 'info', code: 'TRACING', message: serveMessages.tracing({ url }) });
    }
    const pipe = stdio ? await servePipe(gateway, ownPipe()) : undefined;
    // the program at the other end of the pipe started this process, which ends with it
    pipe?.ended.then(ended.resolve, ended.reject);
    const served = wanted.console ? await serveConsole(gateway, home, policies, wanted.consolePort) : null;
    const closeConsole = served?.close;
    if (closeConsole !== undefined) closers.unshift(closeConsole);
    await stopped;
    await pipe?.close();
  } finally {
    unfollow();
    watch?.close();
    policies?.close();
    for (const close of closers) await close();
  }
  process.exit(0);
};
