import type { ScanReport, ScannedPreset } from '@callgate/catalogue';
import { scan } from '@callgate/catalogue';
import type { Trust } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ServerConfig } from '@callgate/gateway/config';
import type { HomePaths } from '../home/home-paths.ts';
import type { Machine } from '../init/clients.ts';
import { counted } from '../show/columns.ts';
import type { Bar } from './fail-on.ts';
import { reachedBars } from './fail-on.ts';
import type { FormatOptions, ScanFormat } from './formats.ts';
import { formatted } from './formats.ts';
import { fromClients } from './from-clients.ts';
import { fromConfig } from './from-config.ts';
import { fromTools } from './from-tools.ts';
import { lookAtAll } from './look.ts';
import { MASK } from './mask-secrets.ts';
import { writtenTarget } from './said.ts';
import type { Target, Targets } from './target.ts';
import { FreeNames, NOTHING, joinLooked } from './target.ts';

export interface ScanWishes {
  readonly name: string | undefined;
  readonly reach: ServerConfig['reach'] | undefined;
  readonly allowPrivate: readonly string[];
  readonly config: string | undefined;
  readonly tools: readonly string[];
  readonly allClients: boolean;
  readonly trust: Trust | undefined;
  readonly yes: boolean;
  readonly seconds: number;
  readonly format: ScanFormat;
  readonly failOn: readonly Bar[];
  readonly under: ScannedPreset;
}

export interface ScanWorld {
  readonly machine: Machine;
  readonly home: HomePaths;
  own(): readonly string[];
  /** Asks a person; absent where there is no terminal. */
  readonly ask?: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Where the report is shown, if a person looks at it right away. */
  readonly terminal?: NonNullable<FormatOptions['terminal']>;
  out(text: string): Promise<void>;
  err(text: string): void;
}

const found = async (wishes: ScanWishes, world: ScanWorld, names: FreeNames): Promise<Targets> => {
  if (wishes.config !== undefined) return await fromConfig(wishes.config, wishes.trust, world.home, names);
  if (!wishes.allClients) return NOTHING;
  return fromClients(world.machine, world.own(), wishes.trust ?? 'untrusted', names);
};

const saidText = ({ server, said: [first = '', ...rest] }: Target): string =>
  [`  ${display(server)}: ${first}`, ...rest.map((line) => `    ${line}`), ''].join('\n');

/** A command or an address in a file may be anybody's: it is used after a person saw it and all that goes with it. */
const refuseUnasked = async (
  targets: readonly Target[],
  wishes: ScanWishes,
  world: ScanWorld,
): Promise<void> => {
  if (targets.length === 0) return;
  world.err(
    `${counted(targets.length, 'server')} out of files: commands are run on this machine, as you, and addresses are sent what stands below them. ${MASK} is what looks like a secret.\n`,
  );
  for (const target of targets) world.err(saidText(target));
  if (wishes.yes) return;
  if (world.ask === undefined)
    throw new CallgateError(
      'SCAN_UNASKED',
      `there is no terminal to ask at whether to contact ${counted(targets.length, 'server')}`,
      { help: 'look at the commands and addresses above; to go on with them, give --yes' },
    );
  if (!(await world.ask()))
    throw new CallgateError('SCAN_REFUSED', 'nothing was contacted, and nothing was looked at');
};

const NOTHING_NAMED = new CallgateError('ARGUMENT_MISSING', 'scan needs something to look at', {
  help: 'callgate scan -- COMMAND…, --url URL, --config FILE, --tools FILE or --all-clients',
});

const exitCode = (report: ScanReport, { failOn, under }: ScanWishes, world: ScanWorld): number => {
  const reached = reachedBars(report, failOn, under);
  if (reached.length === 0) return 0;
  world.err(`--fail-on: ${reached.join(', ')}\n`);
  return 2;
};

export const runScan = async (wishes: ScanWishes, world: ScanWorld): Promise<number> => {
  const { reach, config, tools, allClients } = wishes;
  if (reach === undefined && config === undefined && tools.length === 0 && !allClients) throw NOTHING_NAMED;
  const names = new FreeNames();
  const typed = reach === undefined ? [] : [writtenTarget(reach, names, wishes)];
  const saved = fromTools(tools, wishes.trust, names);
  const others = await found(wishes, world, names);
  await refuseUnasked(others.targets, wishes, world);
  const looked = await lookAtAll([...typed, ...others.targets], wishes.seconds, (name) =>
    world.err(`looking at ${display(name)}\n`),
  );
  const { listed, failed, findings } = joinLooked(saved, others, looked);
  if (listed.length === 0 && failed.length === 0)
    throw new CallgateError('SCAN_NOTHING', 'no server was found', {
      help: 'name one: callgate scan -- COMMAND…',
    });
  const report = scan(listed, { failed, findings });
  await world.out(
    formatted(report, wishes.format, {
      ...(wishes.failOn.includes('error') && !wishes.failOn.includes('warning') ? { failOn: 'error' } : {}),
      at: world.now(),
      saved: saved.listed,
      ...(world.terminal === undefined ? {} : { terminal: world.terminal }),
    }),
  );
  for (const { name, problem } of failed)
    world.err(`${display(name)} could not be looked at: ${display(problem, { max: 400 })}\n`);
  return listed.length === 0 ? 1 : exitCode(report, wishes, world);
};
