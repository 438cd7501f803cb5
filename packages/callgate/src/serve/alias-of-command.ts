import { basename } from 'node:path';
import type { ServerConfig } from '@callgate/gateway/config';
import { aliasFrom } from '@callgate/gateway/config';

/** Programs that run another one, which says more. */
const LAUNCHERS = new Set(
  'npx npm pnpm pnpx yarn bun bunx deno node python python3 uv uvx pipx docker podman env cmd sh bash tsx'.split(
    ' ',
  ),
);
/** Words by which launchers are told what to do. */
const VERBS = new Set('run exec dlx x tool start -c /c'.split(' '));
/** Options of launchers that take the next word. */
const TAKES = new Set(
  '-e --env -v --volume -p --package --name --network --mount -w --directory --from --with --python'.split(
    ' ',
  ),
);

const FILLER = /^(?:mcp|server|index|main|cli|dist|src|build|js|py)$/;

const stem = (word: string): string =>
  basename(word.replace(/(?<=.)@[^/@]*$/, '').replace(/:[\w.-]+$/, '')).replace(
    /\.(?:[cm]?[jt]s|py|exe|cmd|jar)$/i,
    '',
  );

/** `server-filesystem`, `mcp-server-git` and `github-mcp-server` are the filesystem, git and github. */
const told = (word: string): string => {
  const parts = stem(word).split(/[-_.]+/);
  const said = parts.filter((part) => !FILLER.test(part.toLowerCase()));
  return said.join('-');
};

export const aliasOfCommand = (words: readonly string[]): string => {
  const named = words.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !TAKES.has(words[at - 1] ?? '') &&
      !VERBS.has(word) &&
      !LAUNCHERS.has(stem(word)),
  );
  // of a path that says nothing by its end, the folder does
  const candidates = named.slice(0, 1).flatMap((word) => word.split(/[\\/]/).toReversed());
  for (const word of candidates) {
    const alias = aliasFrom(told(word));
    if (alias !== undefined) return alias;
  }
  return 'server';
};

export const aliasOfUrl = (url: string): string => {
  const host = (URL.parse(url)?.hostname ?? '').split('.').filter((part) => !/^(?:www|mcp|api)$/.test(part));
  return aliasFrom(host.length > 1 ? host.slice(0, -1).join('-') : (host[0] ?? '')) ?? 'server';
};

export const aliasOfReach = (reach: ServerConfig['reach']): string =>
  reach.kind === 'http' ? aliasOfUrl(reach.url) : aliasOfCommand([reach.command, ...reach.args]);
