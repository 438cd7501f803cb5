import type { Client } from './clients.ts';
import type { Editor } from './edit.ts';
import type { Invocation } from './invocation.ts';
import type { Plain } from './plain.ts';
import { plainOf, plainWith } from './plain.ts';
import type { ServerEntry } from './server-entry.ts';
import { member } from './tree.ts';
import type { Change } from './wrap-server.ts';

type CommandEntry = Extract<ServerEntry['what'], { readonly kind: 'command' }>;
type UrlInvocation = Extract<Invocation, { readonly kind: 'url' }>;

const left = (why: string): Change => ({ kind: 'left', why });

const unwrapCommand = (entry: CommandEntry, at: number, editor: Editor): Change => {
  const { command, args, words, map } = entry;
  const program = words[at];
  if (program === undefined || args === undefined) return left('nothing is wrapped in it');
  editor.setText(command.value, program);
  editor.dropFirst(args, at);
  return {
    kind: 'changed',
    map,
    says: plainWith(map, { [command.key]: program, args: words.slice(at + 1) }),
  };
};

const unwrapUrl = (
  client: Client,
  { command, map }: CommandEntry,
  { url, headers }: UrlInvocation,
  editor: Editor,
): Change => {
  const args = member(map, 'args');
  const env = member(map, client.env);
  if (args === undefined) return left('nothing is wrapped in it');
  const values = env?.value.kind === 'map' ? env.value.members : [];
  const headerOf = (variable: string): string | undefined =>
    headers.find((each) => each.variable === variable)?.header;
  if (headers.some(({ variable }) => !values.some(({ key }) => key === variable)))
    return left(`a header comes from a variable that is not in ${client.env}: put the address back by hand`);
  if (headers.length > 0 && values.some(({ key }) => headerOf(key) === undefined))
    return left(`${client.env} holds more than headers: put the address back by hand`);
  const type = member(map, 'type');
  const key = type === undefined ? client.urlBack.untyped : client.urlBack.typed;
  const [httpType] = client.httpTypes;
  editor.rename(command, key);
  editor.setText(command.value, url);
  editor.remove(args);
  if (type?.value.kind === 'text') editor.setText(type.value, httpType);
  const changes: Record<string, Plain | undefined> = {
    [command.key]: undefined,
    args: undefined,
    [key]: url,
    ...(type === undefined ? {} : { type: httpType }),
  };
  if (env !== undefined && headers.length > 0) {
    editor.rename(env, client.headers);
    for (const each of values) editor.rename(each, headerOf(each.key) ?? each.key);
    changes[client.env] = undefined;
    changes[client.headers] = {
      map: values
        .map((each): [string, Plain] => [headerOf(each.key) ?? each.key, plainOf(each.value)])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    };
  }
  return { kind: 'changed', map, says: plainWith(map, changes) };
};

/** Takes Callgate off a server again, by changes to the text of its file. */
export const unwrapServer = (client: Client, entry: ServerEntry, editor: Editor): Change => {
  const { what } = entry;
  if (what.kind !== 'command' || what.invocation === undefined)
    return { kind: 'already', why: 'it does not go through Callgate' };
  if (what.invocation.kind === 'other') return left('it is Callgate itself, and wraps nothing');
  return what.invocation.kind === 'command'
    ? unwrapCommand(what, what.invocation.at, editor)
    : unwrapUrl(client, what, what.invocation, editor);
};
