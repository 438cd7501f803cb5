import type { YamlPath } from '@callgate/policy/yaml';
import { aliasFrom, aliasProblem, isAlias } from './alias.ts';
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
      'CONFIG_VARIABLE',
      name === '' ? `nothing stands for \`${whole}\` here` : `the variable \`${name}\` is not set`,
      name === '' ? 'write the value itself, or ${NAME}' : 'set it where Callgate is started',
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
        reading.warn(
          [...at, name],
          'CONFIG_SECRET',
          `the value of \`${name}\` looks like a secret and stands in this file`,
          'move the server to `servers` and take it from the environment: {from: NAME}',
        );
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
    reading.error(at, 'CONFIG_SERVER', 'a server needs `command` or `url`, and not both');
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
  if (entry.type === 'sse')
    reading.warn(
      [...at, 'type'],
      'CONFIG_SSE',
      'the old HTTP+SSE transport is not spoken; this url is tried as streamable HTTP',
      'see whether the server has another url for it, often /mcp in place of /sse',
    );
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
  const parsed = pastedServerSchema.safeParse(content);
  if (!parsed.success) {
    reading.shape(pastedServerSchema, parsed.error.issues, at);
    return undefined;
  }
  if (parsed.data.disabled === true) return undefined;
  const alias = isAlias(name) ? name : aliasFrom(name);
  if (alias !== name)
    reading.key(alias === undefined ? 'error' : 'warning', ['mcpServers'], name, {
      code: 'CONFIG_ALIAS',
      message:
        alias === undefined
          ? `a server cannot be called \`${name}\``
          : `\`${name}\` cannot be a name here; it is called \`${alias}\``,
      help: aliasProblem(name),
    });
  for (const key of Object.keys(content))
    if (!Object.hasOwn(pastedServerSchema.shape, key))
      reading.key('warning', at, key, {
        code: 'CONFIG_FOREIGN',
        message: `\`${key}\` means nothing to Callgate and is left out`,
        help: 'what may run by itself is said by the policy',
      });
  const reach = readPastedEndpoint(parsed.data, at, reading);
  return reach === undefined || alias === undefined ? undefined : defaultServerConfig(alias, reach);
};
