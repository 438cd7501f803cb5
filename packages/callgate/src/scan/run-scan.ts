import type { ScanReport, ScannedPreset } from '@callgate/catalogue';
import { scanServers } from '@callgate/catalogue';
import type { TrustLevel } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { commandErrors } from '@callgate/messages/errors/command';
import { scanErrors } from '@callgate/messages/errors/scan';
import { authorMessages } from '@callgate/messages/cli/authors';
import type { ServerConfig } from '@callgate/gateway/config';
import type { HomePaths } from '../home/home-paths.ts';
import type { ClientMachine } from '../init/clients.ts';
import { formatCount } from '../show/format-columns.ts';
import type { ScanThreshold } from './scan-threshold.ts';
import { findReachedThresholds } from './scan-threshold.ts';
import type { ScanFormatOptions, ScanFormat } from './format-scan-report.ts';
import { formatScanReport } from './format-scan-report.ts';
import { findClientTargets } from './find-client-targets.ts';
import { findConfigTargets } from './find-config-targets.ts';
import { readSavedLists } from './read-saved-lists.ts';
import { listServers } from './list-servers.ts';
import { MASK } from './mask-secrets.ts';
import { buildCommandLineTarget } from './server-draft.ts';
import type { ScanTarget, ScanTargets } from './scan-target.ts';
import { FreeNames, NO_TARGETS, mergeListings } from './scan-target.ts';

export interface ScanRequest {
  readonly name: string | undefined;
  readonly reach: ServerConfig['reach'] | undefined;
  readonly allowPrivate: readonly string[];
  readonly config: string | undefined;
  readonly tools: readonly string[];
  readonly allClients: boolean;
  readonly trust: TrustLevel | undefined;
  readonly yes: boolean;
  readonly seconds: number;
  readonly format: ScanFormat;
  readonly failOn: readonly ScanThreshold[];
  readonly under: ScannedPreset;
}

export interface ScanEnvironment {
  readonly machine: ClientMachine;
  readonly home: HomePaths;
  own(): readonly string[];
  /** Asks a person; absent where there is no terminal. */
  readonly ask?: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Where the report is shown, if a person looks at it right away. */
  readonly terminal?: NonNullable<ScanFormatOptions['terminal']>;
  out(text: string): Promise<void>;
  err(text: string): void;
}

const findTargets = async (
  wishes: ScanRequest,
  world: ScanEnvironment,
  names: FreeNames,
): Promise<ScanTargets> => {
  if (wishes.config !== undefined)
    return await findConfigTargets(wishes.config, wishes.trust, world.home, names);
  if (!wishes.allClients) return NO_TARGETS;
  return findClientTargets(world.machine, world.own(), wishes.trust ?? 'untrusted', names);
};

const saidText = ({ server, said: [first = '', ...rest] }: ScanTarget): string =>
  [`  ${display(server)}: ${first}`, ...rest.map((line) => `    ${line}`), ''].join('\n');

/** A command or an address in a file may be anybody's: it is used after a person saw it and all that goes with it. */
const requireConsent = async (
  targets: readonly ScanTarget[],
  wishes: ScanRequest,
  world: ScanEnvironment,
): Promise<void> => {
  if (targets.length === 0) return;
  world.err(`${texts.consent({ servers: formatCount(targets.length, 'server'), mask: MASK })}\n`);
  for (const target of targets) world.err(saidText(target));
  if (wishes.yes) return;
  if (world.ask === undefined) throw new CallgateError(scanErrors.noTerminal({ count: targets.length }));
  if (!(await world.ask())) throw new CallgateError(scanErrors.declined());
};

const { scan: texts } = authorMessages;

const NOTHING_NAMED = new CallgateError(commandErrors.nothingToScan());

const exitCode = (report: ScanReport, { failOn, under }: ScanRequest, world: ScanEnvironment): number => {
  const reached = findReachedThresholds(report, failOn, under);
  if (reached.length === 0) return 0;
  world.err(`${texts.thresholds({ reached: reached.join(', ') })}\n`);
  return 2;
};

export const runScan = async (wishes: ScanRequest, world: ScanEnvironment): Promise<number> => {
  const { reach, config, tools, allClients } = wishes;
  if (reach === undefined && config === undefined && tools.length === 0 && !allClients) throw NOTHING_NAMED;
  const names = new FreeNames();
  const typed = reach === undefined ? [] : [buildCommandLineTarget(reach, names, wishes)];
  const saved = readSavedLists(tools, wishes.trust, names);
  const others = await findTargets(wishes, world, names);
  await requireConsent(others.targets, wishes, world);
  const looked = await listServers([...typed, ...others.targets], wishes.seconds, (name) =>
    world.err(`${texts.contacting({ server: display(name) })}\n`),
  );
  const { listed, failed, findings } = mergeListings(saved, others, looked);
  if (listed.length === 0 && failed.length === 0) throw new CallgateError(scanErrors.noServer());
  const report = scanServers(listed, { failed, findings });
  await world.out(
    formatScanReport(report, wishes.format, {
      ...(wishes.failOn.includes('error') && !wishes.failOn.includes('warning') ? { failOn: 'error' } : {}),
      at: world.now(),
      saved: saved.listed,
      ...(world.terminal === undefined ? {} : { terminal: world.terminal }),
    }),
  );
  for (const { name, problem } of failed)
    world.err(`${texts.failed({ server: display(name), why: display(problem, { max: 400 }) })}\n`);
  return listed.length === 0 ? 1 : exitCode(report, wishes, world);
};
