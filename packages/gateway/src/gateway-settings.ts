import { delimiter } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '@callgate/core';
import { pathFolders } from '@callgate/core/host-tools';
import type { ApprovalChannel, Gate, GateLimits, GateOptions } from '@callgate/gate';
import { systemClock, webhookChannel } from '@callgate/gate';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { HomeSettings } from './config/read-config.ts';
import { inBandSettings } from './confirm/in-band-settings.ts';
import type { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import type { GatewayOptions } from './gateway.ts';
import { createNotifiers } from './notify/create-notifiers.ts';

const limitsOf = ({
  approvals,
  labelAgeMs,
  storeLabelAgeMs,
  timeoutMs,
  slowTimeoutMs,
  durability,
}: GatewayConfig): Partial<GateLimits> => ({
  approvalMs: approvals.expiryMs,
  questionsAnHour: approvals.questionsAnHour,
  pendingPerPrincipal: approvals.pendingPerPrincipal,
  readingMs: approvals.readingMs,
  labelAgeMs,
  storeLabelAgeMs,
  timeoutMs,
  slowTimeoutMs,
  durability,
});

const channelsOf = (
  { approvals, console }: GatewayConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly ApprovalChannel[] => [
  ...approvals.webhooks.map(({ url, secretEnv }) =>
    webhookChannel({
      url,
      secret: env[secretEnv ?? ''] ?? '',
      ...(console?.url === undefined ? {} : { console: console.url }),
    }),
  ),
  ...createNotifiers(approvals.notify, { console: console?.url, env, clock: systemClock }),
];

interface SettingsUsers {
  readonly gate: Gate;
  readonly catalogue: GatewayCatalogue;
}

/** What the gateway runs by now, and how gate and catalogue change to something else. */
export class GatewaySettings {
  /** Replaced whole, and only here. */
  config: GatewayConfig;
  /** The same list while it does not change. */
  autorunFiles: readonly string[];
  /** The folders of programs on the path. */
  readonly programFolders: readonly string[];
  readonly #env: GatewayOptions['env'];

  constructor({ config, env }: Pick<GatewayOptions, 'config' | 'env'>) {
    this.config = config;
    this.#env = env;
    this.autorunFiles = config.autorunFiles ?? [];
    this.programFolders = pathFolders((env ?? process.env)['PATH'], delimiter);
  }

  /** What a gate is created with. */
  gateOptions(): Pick<GateOptions, 'people' | 'inBand' | 'channels' | 'limits'> {
    return {
      people: this.config.people,
      inBand: inBandSettings(this.config),
      channels: channelsOf(this.config, this.#env),
      limits: limitsOf(this.config),
    };
  }

  /** What cannot be used is refused, and everything stays as it was. */
  async replace(config: GatewayConfig, policy: Policy, { gate, catalogue }: SettingsUsers): Promise<void> {
    const channels = channelsOf(config, this.#env);
    if (policy.revision !== gate.policy.revision) await gate.usePolicy(policy);
    this.#use(config, gate);
    gate.useChannels(channels);
    this.#useAutorunFiles(config.autorunFiles, catalogue);
    catalogue.setListing(config.listing, policy.hints);
  }

  /** From now on by other people and settings for answers over agents' own connections. */
  useAnswers(
    { people, approvals: { answersInBand, readingMs }, clients, autorunFiles }: HomeSettings,
    { gate, catalogue }: SettingsUsers,
  ): void {
    const { answersInBand: _, ...approvals } = this.config.approvals;
    const config = {
      ...this.config,
      people,
      clients,
      approvals: { ...approvals, readingMs, ...(answersInBand === undefined ? {} : { answersInBand }) },
    };
    this.#use(config, gate);
    this.#useAutorunFiles(autorunFiles, catalogue);
  }

  #use(config: GatewayConfig, gate: Gate): void {
    gate.usePeople(config.people);
    gate.useInBand(inBandSettings(config));
    gate.useLimits(limitsOf(config));
    this.config = config;
  }

  #useAutorunFiles(files: readonly string[] = [], catalogue: GatewayCatalogue): void {
    if (isDeepStrictEqual(files, this.autorunFiles)) return;
    this.autorunFiles = files;
    catalogue.setAutorunFiles([...files, ...this.programFolders]);
  }
}
