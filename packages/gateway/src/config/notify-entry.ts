import { MIN_WEBHOOK_SECRET } from '@callgate/gate/confirm';
import { configErrors } from '@callgate/messages/errors/config';
import type { YamlPath } from '@callgate/policy/yaml';
import type { NotifyEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';
import { isLoopback } from './defaults.ts';
import type { NotifyConfig } from './gateway-config.ts';

export const notifyConfigOf = (entry: NotifyEntry): NotifyConfig => {
  const { name, after, mostAnHour, arguments: withArguments } = entry;
  const options = {
    ...(name === undefined ? {} : { name }),
    ...(after === undefined ? {} : { afterMs: after }),
    ...(mostAnHour === undefined ? {} : { mostAnHour }),
    ...(withArguments === undefined ? {} : { withArguments }),
  };
  switch (entry.by) {
    case 'desktop':
      return { ...options, by: 'desktop' };
    case 'slack':
    case 'teams': {
      const { by, url, secret } = entry;
      return {
        ...options,
        by,
        urlEnv: url.from,
        ...(secret === undefined ? {} : { secretEnv: secret.from }),
      };
    }
    case 'webhook':
      return { ...options, by: 'webhook', url: entry.url, secretEnv: entry.secret.from };
    case 'pagerduty': {
      const { by, key, url } = entry;
      return { ...options, by, keyEnv: key.from, ...(url === undefined ? {} : { url }) };
    }
    case 'email': {
      const { by, server, user, password, from, to } = entry;
      return {
        ...options,
        by,
        server,
        ...(user === undefined ? {} : { user }),
        ...(password === undefined ? {} : { passwordEnv: password.from }),
        from,
        to,
      };
    }
  }
};

const isEncrypted = (text: string): boolean => {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

const isMailServer = (text: string): boolean => {
  const { protocol = '', hostname = '', password = '' } = URL.parse(text) ?? {};
  return (protocol === 'smtps:' || protocol === 'smtp:') && hostname !== '' && password === '';
};

/** The value; undefined where it is not set, which is a problem where this process must have it. */
const checkVariable = (
  variable: string,
  at: YamlPath,
  reading: ConfigReader,
  isNeeded: boolean,
): string | undefined => {
  const value = reading.env[variable] ?? '';
  if (value !== '') return value;
  if (isNeeded) reading.error([...at, 'from'], configErrors.notify.variableUnset({ variable }));
  return undefined;
};

const checkSecret = (variable: string, at: YamlPath, reading: ConfigReader, isNeeded: boolean): void => {
  const value = checkVariable(variable, at, reading, isNeeded);
  if (value !== undefined && value.length < MIN_WEBHOOK_SECRET)
    reading.error(
      [...at, 'from'],
      configErrors.values.secretTooShort({ name: variable, characters: MIN_WEBHOOK_SECRET }),
    );
};

const checkEntry = (entry: NotifyEntry, at: YamlPath, reading: ConfigReader, isNeeded: boolean): void => {
  if (entry.by === 'slack' || entry.by === 'teams') {
    const url = checkVariable(entry.url.from, [...at, 'url'], reading, isNeeded);
    if (url !== undefined && !isEncrypted(url))
      reading.error([...at, 'url'], configErrors.notify.url({ what: `\`${entry.url.from}\`` }));
    if (entry.secret !== undefined) checkSecret(entry.secret.from, [...at, 'secret'], reading, isNeeded);
  }
  if (entry.by === 'webhook') {
    if (!isEncrypted(entry.url)) reading.error([...at, 'url'], configErrors.notify.url({ what: '`url`' }));
    checkSecret(entry.secret.from, [...at, 'secret'], reading, isNeeded);
  }
  if (entry.by === 'pagerduty') {
    checkVariable(entry.key.from, [...at, 'key'], reading, isNeeded);
    if (entry.url !== undefined && !isEncrypted(entry.url))
      reading.error([...at, 'url'], configErrors.notify.url({ what: '`url`' }));
  }
  if (entry.by === 'email') {
    if (!isMailServer(entry.server)) reading.error([...at, 'server'], configErrors.notify.mailServer());
    if (entry.password !== undefined)
      checkVariable(entry.password.from, [...at, 'password'], reading, isNeeded);
  }
};

/** Adds what is wrong. A gateway that would tell nobody does not start; a process of a client may lack the secrets. */
export const checkNotify = (
  entries: readonly NotifyEntry[],
  reading: ConfigReader,
  { secrets }: { readonly secrets: 'needed' | 'optional' },
): void => {
  for (const [index, entry] of entries.entries())
    checkEntry(entry, ['approvals', 'notify', index], reading, secrets === 'needed');
};
