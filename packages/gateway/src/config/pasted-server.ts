import { configErrors } from '@callgate/messages/errors/config';
import type { YamlPath } from '@callgate/policy/yaml';
import { aliasFrom, isAlias } from './alias.ts';
import type { ServerEndpoint, ServerConfig } from './gateway-config.ts';
import { defaultServerConfig } from './defaults.ts';
import type { PastedServerEntry } from './config-file-schema.ts';
import { pastedServerSchema } from './config-file-schema.ts';
import { isLikelySecret } from './is-likely-secret.ts';
import { readHttpEndpoint, readStdioEndpoint } from './read-endpoint.ts';
import type { ConfigReader } from './config-reader.ts';

/** `${NAME}`, `${NAME:-otherwise}` and `${env:NAME}`, as clients write them. Others are asked for by the client itself. */
const expand = (text: string, at: YamlPath, reading: ConfigReader): string =>
  text.replaceAll(/\$\{([^}]*)\}/g, (whole, inner: string) => {
    const [, name = '', otherwise] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
    const value = (Object.hasOwn(reading.env, name) ? reading.env[name] : undefined) ?? otherwise;
    if (value !== undefined) return value;
    reading.error(
      at,
      name === ''
        ? configErrors.values.placeholder({ text: whole })
        : configErrors.values.variableUnset({ name }),
    );
    return '';
  });

const expandAll = (
  entries: Readonly<Record<string, string | number | boolean>>,
  at: YamlPath,
  reading: ConfigReader,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, written]) => {
      if (isLikelySecret(name, String(written)))
        reading.warn([...at, name], configErrors.values.secretPasted({ name }));
      return [name, expand(String(written), [...at, name], reading)];
    }),
  );

const readPastedEndpoint = (
  entry: PastedServerEntry,
  at: YamlPath,
  reading: ConfigReader,
): ServerEndpoint | undefined => {
  const { command, args = [], env = {}, cwd = '.', headers = {} } = entry;
  const key = (['url', 'serverUrl', 'httpUrl'] as const).find((name) => entry[name] !== undefined);
  if ((command === undefined) === (key === undefined)) {
    reading.error(
      at,
      command === undefined ? configErrors.servers.commandOrUrl() : configErrors.servers.commandAndUrl(),
    );
    return undefined;
  }
  if (command !== undefined)
    return readStdioEndpoint(
      expand(command, [...at, 'command'], reading),
      args.map((arg, index) => expand(String(arg), [...at, 'args', index], reading)),
      { env: expandAll(env, [...at, 'env'], reading), cwd: expand(cwd, [...at, 'cwd'], reading) },
      at,
      reading,
    );
  if (entry.type === 'sse') reading.warn([...at, 'type'], configErrors.servers.sse());
  const name = key ?? 'url';
  const url = expand(entry[name] ?? '', [...at, name], reading);
  return readHttpEndpoint(url, [at, name], (below) => expandAll(headers, below, reading), reading, 'warned');
};

/**
 * One entry of a block that was pasted from another client. What only that client understands is told and left;
 * undefined where it is switched off, or where something is wrong with it, which has been told then.
 */
export const readPastedServer = (
  name: string,
  content: Readonly<Record<string, unknown>>,
  reading: ConfigReader,
): ServerConfig | undefined => {
  const at = ['mcpServers', name];
  const entry = reading.shape(pastedServerSchema, content, at);
  if (entry === undefined || entry.disabled === true) return undefined;
  const alias = isAlias(name) ? name : aliasFrom(name);
  if (alias !== name)
    reading.key(
      alias === undefined ? 'error' : 'warning',
      ['mcpServers'],
      name,
      alias === undefined
        ? configErrors.servers.alias({ alias: name })
        : configErrors.servers.renamed({ name, alias }),
    );
  for (const key of Object.keys(content))
    if (!Object.hasOwn(pastedServerSchema.shape, key))
      reading.key('warning', at, key, configErrors.servers.foreign({ key }));
  const reach = readPastedEndpoint(entry, at, reading);
  return reach === undefined || alias === undefined ? undefined : defaultServerConfig(alias, reach);
};
