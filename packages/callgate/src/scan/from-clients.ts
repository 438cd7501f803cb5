import { basename } from 'node:path';
import type { FailedServer } from '@callgate/catalogue';
import type { Trust } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { childEnv } from '@callgate/gateway/config';
import type { Reach } from '@callgate/gateway/config';
import { aliasFrom, serverConfig } from '@callgate/gateway/config';
import type { Client, Machine } from '../init/clients.ts';
import { CLIENTS, placesOf } from '../init/clients.ts';
import type { FileProblem } from '../init/find-files.ts';
import { asProblem, findFiles } from '../init/find-files.ts';
import type { ServerEntry } from '../init/server-entry.ts';
import { serversIn } from '../init/server-entry.ts';
import type { MapNode } from '../init/tree.ts';
import { member } from '../init/tree.ts';
import type { Draft } from './said.ts';
import { fromOf, saidOf } from './said.ts';
import type { FreeNames, Target, Targets } from './target.ts';
import { NOTHING } from './target.ts';

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/gu;

type Environment = Readonly<Record<string, string | undefined>>;

const cannot = (message: string): CallgateError =>
  new CallgateError('CLIENT_ENTRY', message, { help: 'start it yourself: callgate scan -- COMMAND…' });

/** What its client would fill in. What only its client knows keeps it from being looked at. */
const filled = (text: string, env: Environment): string => {
  if (/\$\{(?:input|workspaceFolder|userHome|file)/u.test(text))
    throw cannot('it needs a value that only its client fills in');
  return text.replaceAll(VARIABLE, (_, name: string, otherwise: string | undefined) => {
    const value = env[name] ?? otherwise;
    if (value === undefined) throw cannot(`it needs the variable ${name}, which is not set here`);
    return value;
  });
};

const allFilled = (texts: Readonly<Record<string, string>>, env: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, env)]));

const textsIn = (map: MapNode, key: string): Record<string, string> => {
  const found = member(map, key)?.value;
  if (found?.kind !== 'map') return {};
  return Object.fromEntries(
    found.members.flatMap(({ key: name, value }): [string, string][] =>
      value.kind === 'text' ? [[name, value.value]] : [],
    ),
  );
};

/** How the server itself is reached: where Callgate stands before it already, it is looked through. */
const draftFrom = (client: Client, { what }: ServerEntry, folder: string): Draft => {
  if (what.kind === 'unclear') throw cannot(what.why);
  if (what.kind === 'url') {
    if (what.speaksSse) throw cannot('it speaks the older HTTP+SSE transport, which is not spoken here');
    return { kind: 'http', url: what.url.value.value, headers: textsIn(what.map, client.headers) };
  }
  const { invocation, words, map } = what;
  const given = textsIn(map, client.env);
  if (invocation?.kind === 'other') throw cannot('it is Callgate itself');
  if (invocation?.kind === 'url') {
    const headers = invocation.headers.map(({ header, variable }) => [
      header,
      given[variable] ?? `\${${variable}:-}`,
    ]);
    return { kind: 'http', url: invocation.url, headers: Object.fromEntries(headers) };
  }
  const cwd = member(map, 'cwd')?.value;
  return {
    kind: 'stdio',
    words: invocation === undefined ? words : words.slice(invocation.at),
    env: given,
    cwd: cwd?.kind === 'text' ? cwd.value : folder,
  };
};

const reachOf = (draft: Draft, env: Environment): Reach => {
  if (draft.kind === 'http')
    return { kind: 'http', url: filled(draft.url, env), headers: allFilled(draft.headers, env) };
  const [command = '', ...args] = draft.words.map((word) => filled(word, env));
  return {
    kind: 'stdio',
    command,
    args,
    env: childEnv(allFilled(draft.env, env), env),
    cwd: filled(draft.cwd, env),
  };
};

/** Throws where something could not be filled in, so that nobody is asked about it. */
const refuseUnfillable = (draft: Draft, env: Environment): void => {
  const texts =
    draft.kind === 'http'
      ? [draft.url, ...Object.values(draft.headers)]
      : [...draft.words, ...Object.values(draft.env), draft.cwd];
  for (const text of texts) filled(text, env);
};

/** Every server that the clients on this machine would start or call, each once. */
export const fromClients = (
  machine: Machine,
  own: readonly string[],
  trust: Trust,
  names: FreeNames,
): Targets => {
  const { files, problems: unread } = findFiles(placesOf(machine));
  // what an unreadable file would have named is not shown to be fine
  const lost = ({ path, problem }: FileProblem): FailedServer => ({
    name: names.take(aliasFrom(basename(path)) ?? 'client'),
    trust,
    from: path,
    problem: `${display(path)}: ${problem.message}`,
  });
  const failed: FailedServer[] = unread.map(lost);
  const targets = new Map<string, Target>();
  for (const file of files) {
    const { title } = CLIENTS[file.client];
    let entries: readonly ServerEntry[] = [];
    try {
      entries = serversIn(CLIENTS[file.client], file.text, own);
    } catch (error) {
      failed.push(lost({ path: file.path, problem: asProblem(error) }));
    }
    for (const entry of entries)
      try {
        const draft = draftFrom(CLIENTS[file.client], entry, machine.cwd);
        refuseUnfillable(draft, machine.env);
        // the same command in another environment may be another program
        const key = canonical({ ...draft });
        const known = targets.get(key);
        if (known !== undefined) {
          targets.set(key, { ...known, from: `${known.from}, ${title}` });
          continue;
        }
        const server = names.take(aliasFrom(entry.name) ?? 'server');
        targets.set(key, {
          server,
          trust,
          from: `${fromOf(draft)} of ${title}`,
          said: saidOf(draft),
          config: () => ({ ...serverConfig(server, reachOf(draft, machine.env)), trust }),
        });
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        const name = names.take(aliasFrom(entry.name) ?? 'server');
        failed.push({ name, trust, from: `${file.path} of ${title}`, problem: error.message });
      }
  }
  return { ...NOTHING, targets: [...targets.values()], failed };
};
