import type { FailedServer } from '@callgate/catalogue';
import type { Trust } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { childEnv, identityOf } from '@callgate/gateway';
import type { Reach } from '@callgate/gateway';
import { aliasFrom, serverConfig } from '@callgate/gateway/config';
import type { Client } from '../init/clients.ts';
import { CLIENTS } from '../init/clients.ts';
import type { FileProblem, FoundFile } from '../init/find-files.ts';
import { asProblem, findFiles } from '../init/find-files.ts';
import { FORMATS } from '../init/format.ts';
import type { Machine } from '../init/places.ts';
import { placesOf } from '../init/places.ts';
import type { ServerEntry } from '../init/server-entry.ts';
import { readServers } from '../init/server-entry.ts';
import type { MapNode } from '../init/tree.ts';
import { member } from '../init/tree.ts';
import { fromOf, wordsOf } from './from-config.ts';
import type { FreeNames, Target, Targets } from './target.ts';

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/gu;

type Environment = Readonly<Record<string, string | undefined>>;

const cannot = (message: string): CallgateError =>
  new CallgateError('CLIENT_ENTRY', message, { help: 'start it yourself: callgate scan -- COMMAND…' });

/** What its client would fill in. What only its client knows keeps it from being looked at. */
const filled = (text: string, env: Environment): string => {
  const made = text.replaceAll(VARIABLE, (_, name: string, otherwise: string | undefined) => {
    const value = env[name] ?? otherwise;
    if (value === undefined) throw cannot(`it needs the variable ${name}, which is not set here`);
    return value;
  });
  if (/\$\{(?:input|workspaceFolder|userHome|file)/u.test(made))
    throw cannot('it needs a value that only its client fills in');
  return made;
};

const textsIn = (map: MapNode, key: string, env: Environment): Record<string, string> => {
  const found = member(map, key)?.value;
  if (found?.kind !== 'map') return {};
  return Object.fromEntries(
    found.members.flatMap(({ key: name, value }): [string, string][] =>
      value.kind === 'text' ? [[name, filled(value.value, env)]] : [],
    ),
  );
};

const cwdOf = (map: MapNode, env: Environment): { readonly cwd?: string } => {
  const found = member(map, 'cwd')?.value;
  return found?.kind === 'text' ? { cwd: filled(found.value, env) } : {};
};

/** How the server itself is reached: where Callgate stands before it already, it is looked through. */
const reachOf = (client: Client, { what }: ServerEntry, env: Environment): Reach => {
  if (what.kind === 'unclear') throw cannot(what.why);
  if (what.kind === 'url') {
    if (what.speaksSse) throw cannot('it speaks the older HTTP+SSE transport, which is not spoken here');
    return {
      kind: 'http',
      url: filled(what.url.value.value, env),
      headers: textsIn(what.map, client.headers, env),
    };
  }
  const { invocation, words, map } = what;
  const given = textsIn(map, client.env, env);
  if (invocation?.kind === 'other') throw cannot('it is Callgate itself');
  if (invocation?.kind === 'url') {
    const headers = invocation.headers.map(({ header, variable }) => [
      header,
      given[variable] ?? env[variable] ?? '',
    ]);
    return { kind: 'http', url: filled(invocation.url, env), headers: Object.fromEntries(headers) };
  }
  const [command = '', ...args] = (invocation === undefined ? words : words.slice(invocation.at)).map(
    (word) => filled(word, env),
  );
  return { kind: 'stdio', command, args, env: childEnv(given, env), ...cwdOf(map, env) };
};

const entriesOf = (file: FoundFile, own: readonly string[]): readonly ServerEntry[] =>
  file.text.trim() === ''
    ? []
    : readServers(CLIENTS[file.client], FORMATS[CLIENTS[file.client].format].read(file.text), own);

export interface ClientTargets extends Targets {
  /** Files that cannot be read. */
  readonly problems: readonly FileProblem[];
}

/** Every server that the clients on this machine would start or call, each once. */
export const fromClients = (
  machine: Machine,
  own: readonly string[],
  trust: Trust,
  names: FreeNames,
): ClientTargets => {
  const { files, problems: unread } = findFiles(placesOf(machine));
  const problems: FileProblem[] = [...unread];
  const failed: FailedServer[] = [];
  const targets = new Map<string, Target>();
  for (const file of files) {
    const { title } = CLIENTS[file.client];
    let entries: readonly ServerEntry[] = [];
    try {
      entries = entriesOf(file, own);
    } catch (error) {
      problems.push({ path: file.path, problem: asProblem(error) });
    }
    for (const entry of entries)
      try {
        const reach = reachOf(CLIENTS[file.client], entry, machine.env);
        const identity = identityOf(reach);
        const known = targets.get(identity);
        if (known !== undefined) {
          targets.set(identity, { ...known, from: `${known.from}, ${title}` });
          continue;
        }
        const config = { ...serverConfig(names.take(aliasFrom(entry.name) ?? 'server'), reach), trust };
        targets.set(identity, { config, from: `${fromOf(config)} of ${title}`, exactly: wordsOf(config) });
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        const name = names.take(aliasFrom(entry.name) ?? 'server');
        failed.push({ name, trust, from: `${file.path} of ${title}`, problem: error.message });
      }
  }
  return { listed: [], targets: [...targets.values()], failed, problems };
};
