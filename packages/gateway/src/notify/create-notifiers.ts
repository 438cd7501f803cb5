import type { ApprovalChannel, Clock } from '@callgate/gate';
import type { NotifyConfig } from '../config/gateway-config.ts';
import { desktopCommand, desktopNotifier } from './desktop-notifier.ts';
import { emailNotifier } from './email-notifier.ts';
import type { Notifier } from './notifier.ts';
import { notifierChannel } from './notifier-channel.ts';
import { pagerDutyNotifier, slackNotifier, teamsNotifier, webhookNotifier } from './post-notifiers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that it needs. */
const secretsOf = (entry: NotifyConfig): readonly string[] => {
  if (entry.by === 'slack' || entry.by === 'teams')
    return [entry.urlEnv, ...(entry.secretEnv === undefined ? [] : [entry.secretEnv])];
  if (entry.by === 'webhook') return [entry.secretEnv];
  if (entry.by === 'pagerduty') return [entry.keyEnv];
  return entry.by === 'email' && entry.passwordEnv !== undefined ? [entry.passwordEnv] : [];
};

/** Undefined where this machine or this process has not what it needs. A client may start a process without secrets. */
const notifierOf = (entry: NotifyConfig, env: Environment, clock: Clock): Notifier | undefined => {
  const secret = (name: string): string => env[name] ?? '';
  if (secretsOf(entry).some((name) => secret(name) === '')) return undefined;
  switch (entry.by) {
    case 'desktop': {
      const command = desktopCommand(process.platform, env);
      if (command === undefined) return undefined;
      const desktop = desktopNotifier(command);
      if (entry.isOptional !== true) return desktop;
      return {
        ...desktop,
        tell: (notification, signal) => desktop.tell(notification, signal).catch(() => {}),
      };
    }
    case 'slack':
    case 'teams': {
      const signs = entry.secretEnv === undefined ? {} : { secret: secret(entry.secretEnv) };
      const to = { url: secret(entry.urlEnv), clock, ...signs };
      return entry.by === 'slack' ? slackNotifier(to) : teamsNotifier(to);
    }
    case 'webhook':
      return webhookNotifier({ url: entry.url, secret: secret(entry.secretEnv), clock });
    case 'pagerduty':
      return pagerDutyNotifier(secret(entry.keyEnv), { url: entry.url, clock });
    case 'email': {
      const { server, user, passwordEnv, from, to } = entry;
      const password = passwordEnv === undefined ? undefined : secret(passwordEnv);
      return emailNotifier({ server, user, password, from, to });
    }
  }
};

/** The channels by which people are told that a call waits. */
export const createNotifiers = (
  entries: readonly NotifyConfig[],
  {
    console,
    env,
    clock,
  }: { readonly console: string | undefined; readonly env: Environment; readonly clock: Clock },
): readonly ApprovalChannel[] =>
  entries.flatMap((entry) => {
    const notifier = notifierOf(entry, env, clock);
    if (notifier === undefined) return [];
    const { name, afterMs, mostAnHour, withArguments } = entry;
    return [notifierChannel(notifier, { console, clock, name, afterMs, mostAnHour, withArguments })];
  });
