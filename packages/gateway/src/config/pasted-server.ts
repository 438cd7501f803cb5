import { resolve } from 'node:path';
import type { Path } from '@callgate/policy/yaml';
import { aliasProblem } from '../disclose/names.ts';
import { childEnv } from '../dispatch/child-env.ts';
import type { Reach } from '../dispatch/upstream.ts';
import { aliasFrom, isAlias } from './alias.ts';
import type { ServerConfig } from './config.ts';
import { serverConfig } from './defaults.ts';
import type { PastedEntry } from './file-schema.ts';
import { pastedSchema } from './file-schema.ts';
import { looksSecret } from './looks-secret.ts';
import type { Problems } from './problems.ts';
import { checkHeaders, readUrl } from './reach-url.ts';
import { commandFrom, warnOfSecrets } from './server-entry.ts';
import type { Environment, ReadingPlace } from './values.ts';

const USED: ReadonlySet<string> = new Set([
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'type',
  'disabled',
]);

class Pasted {
  readonly #at: Path;
  readonly #env: Environment;
  readonly #problems: Problems;

  constructor(at: Path, env: Environment, problems: Problems) {
    this.#at = at;
    this.#env = env;
    this.#problems = problems;
  }

  /** `${NAME}`, `${NAME:-otherwise}` and `${env:NAME}`, as clients write them. Others are asked for by the client itself. */
  expanded(text: string, ...below: Path): string {
    return text.replaceAll(/\$\{([^}]*)\}/g, (whole, inner: string) => {
      const [, name = '', otherwise] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
      const value = (Object.hasOwn(this.#env, name) ? this.#env[name] : undefined) ?? otherwise;
      if (value !== undefined) return value;
      this.#problems.error(
        [...this.#at, ...below],
        'CONFIG_VARIABLE',
        name === '' ? `nothing stands for \`${whole}\` here` : `the variable \`${name}\` is not set`,
        name === '' ? 'write the value itself, or ${NAME}' : 'set it where Callgate is started',
      );
      return '';
    });
  }

  values(entries: Readonly<Record<string, string | number | boolean>>, key: string): Record<string, string> {
    return Object.fromEntries(
      Object.entries(entries).map(([name, written]) => {
        if (looksSecret(name, String(written)))
          this.#problems.warn(
            [...this.#at, key, name],
            'CONFIG_SECRET',
            `the value of \`${name}\` looks like a secret and stands in this file`,
            'move the server to `servers` and take it from the environment: {from: NAME}',
          );
        return [name, this.expanded(String(written), key, name)];
      }),
    );
  }
}

const reachOf = (
  entry: PastedEntry,
  pasted: Pasted,
  at: Path,
  { folder, env }: ReadingPlace,
  problems: Problems,
): Reach | undefined => {
  const key = (['url', 'serverUrl', 'httpUrl'] as const).find((name) => entry[name] !== undefined);
  if ((entry.command === undefined) === (key === undefined)) {
    problems.error(at, 'CONFIG_SERVER', 'a server needs `command` or `url`, and not both');
    return undefined;
  }
  if (entry.command !== undefined) {
    const args = (entry.args ?? []).map((arg, index) => pasted.expanded(String(arg), 'args', index));
    warnOfSecrets(args, [...at, 'args'], problems);
    return {
      kind: 'stdio',
      command: commandFrom(folder, pasted.expanded(entry.command, 'command')),
      args,
      env: childEnv(pasted.values(entry.env ?? {}, 'env'), env),
      cwd: resolve(folder, pasted.expanded(entry.cwd ?? '.', 'cwd')),
    };
  }
  if (entry.type === 'sse')
    problems.warn(
      [...at, 'type'],
      'CONFIG_SSE',
      'the old HTTP+SSE transport is not spoken; this url is tried as streamable HTTP',
      'see whether the server has another url for it, often /mcp in place of /sse',
    );
  const name = key ?? 'url';
  const url = readUrl(pasted.expanded(entry[name] ?? '', name), [...at, name], problems, 'warned');
  const headers = pasted.values(entry.headers ?? {}, 'headers');
  checkHeaders(headers, [...at, 'headers'], problems);
  return url === undefined ? undefined : { kind: 'http', url, headers };
};

/**
 * One entry of a block that was pasted from another client. What only that client understands is told and left;
 * undefined where it is switched off, or where something is wrong with it, which has been told then.
 */
export const readPasted = (
  name: string,
  content: Readonly<Record<string, unknown>>,
  place: ReadingPlace,
  problems: Problems,
): ServerConfig | undefined => {
  const at = ['mcpServers', name];
  const parsed = pastedSchema.safeParse(content);
  if (!parsed.success) {
    problems.shape(pastedSchema, parsed.error.issues, at);
    return undefined;
  }
  if (parsed.data.disabled === true) return undefined;
  const alias = isAlias(name) ? name : aliasFrom(name);
  if (alias !== name)
    problems.key(alias === undefined ? 'error' : 'warning', ['mcpServers'], name, {
      code: 'CONFIG_ALIAS',
      message:
        alias === undefined
          ? `a server cannot be called \`${name}\``
          : `\`${name}\` cannot be a name here; it is called \`${alias}\``,
      help: aliasProblem(name),
    });
  for (const key of Object.keys(content))
    if (!USED.has(key))
      problems.key('warning', at, key, {
        code: 'CONFIG_FOREIGN',
        message: `\`${key}\` means nothing to Callgate and is left out`,
        help: 'what may run by itself is said by the policy',
      });
  const pasted = new Pasted(at, place.env, problems);
  const reach = reachOf(parsed.data, pasted, at, place, problems);
  return reach === undefined || alias === undefined ? undefined : serverConfig(alias, reach);
};
