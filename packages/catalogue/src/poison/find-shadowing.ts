import { getOwn } from '@callgate/core';
import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import { nameWords } from '../suggest/words.ts';
import type { ServerText } from './collect-texts.ts';

const { shadowing } = poisonMessages;

/** Names that are not written by chance. */
const isSpeaking = (name: string): boolean =>
  name.length >= 8 && nameWords(name).length >= 2 && /[_-]|[a-z][A-Z]/u.test(name);

/** Only what is put together of several words can be such a name. */
const TOKEN =
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,64}(?:[_./:-]{1,2}[A-Za-z0-9]{1,64}){1,32}|[a-z]{1,64}(?:[A-Z][a-z0-9]{0,64}){1,32})/gu;

/** Words that say how a tool is to be used. */
const TELLS =
  /\b(?:when(?:ever)?|if|before|after|instead of|in place of|rather than|replac\w{1,40}|must|always|never|first|do not|don'?t|deprecated|broken|obsolete|gone|removed|insecure|prefer)\b|statt|anstelle|vor jedem|au lieu|en lugar|代替|之前|вместо|の代わり/iu;

interface ToolNameIndex {
  readonly byServer: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whose it is; of several the first. */
  readonly owners: ReadonlyMap<string, string>;
}

const knownNames = (servers: readonly ListedServer[]): ToolNameIndex => {
  const byServer = new Map<string, ReadonlySet<string>>();
  const owners = new Map<string, string>();
  for (const { server, tools } of servers) {
    const names = tools.map((tool) => getOwn(tool, 'name')).filter((name) => typeof name === 'string');
    byServer.set(server, new Set(names));
    for (const name of names) if (!owners.has(name)) owners.set(name, server);
  }
  return { byServer, owners };
};

const LOOKED_AT: ReadonlySet<string> = new Set(
  'description instructions title other value example'.split(' '),
);

const sentenceAround = (text: string, at: number, end: number): string => {
  const before = Math.max(text.lastIndexOf('. ', at) + 1, text.lastIndexOf('\n', at) + 1, at - 160);
  const ends = [text.indexOf('. ', end), text.indexOf('\n', end), end + 160].filter((each) => each >= end);
  return text.slice(before, Math.min(...ends));
};

const named = (
  token: string,
  known: ToolNameIndex,
): { readonly name: string; readonly owner: string | undefined } => {
  const [, server, name] = /^([\w-]+?)(?:\/|__|\.|:)(.+)$/u.exec(token) ?? [];
  if (server !== undefined && name !== undefined && known.byServer.get(server)?.has(name) === true)
    return { name, owner: server };
  const plain = token.replaceAll(/[.:/-]+$/gu, '');
  return { name: plain, owner: isSpeaking(plain) ? known.owners.get(plain) : undefined };
};

/** Names of parameters and their values: a server that says these speaks of itself. */
const ownWords = (texts: readonly ServerText[]): ReadonlySet<string> =>
  new Set(
    texts
      .filter(({ place }) => place === 'key' || place === 'value')
      .map(({ server, text }) => `${server} ${text}`),
  );

/** Texts of one server about the tools of another. */
export const findShadowing = (
  servers: readonly ListedServer[],
  texts: readonly ServerText[],
): readonly Finding[] => {
  if (servers.length < 2) return [];
  const known = knownNames(servers);
  const vocabulary = ownWords(texts);
  const found: Finding[] = [];
  for (const { server, tool, path, place, text } of texts) {
    if (!LOOKED_AT.has(place)) continue;
    const ours = known.byServer.get(server);
    for (const match of text.matchAll(TOKEN)) {
      const { name, owner } = named(match[0], known);
      if (owner === undefined || owner === server || ours?.has(name) === true) continue;
      if (vocabulary.has(`${server} ${name}`)) continue;
      const [from, to] = [match.index, match.index + match[0].length];
      const tells = TELLS.test(sentenceAround(text, from, to));
      found.push({
        rule: 'poison/shadowing',
        severity: tells ? 'warning' : 'note',
        server,
        tool,
        path,
        span: [from, to],
        message: tells
          ? shadowing.tells({ name, owner, text: sentenceAround(text, from, to).trim().slice(0, 200) })
          : shadowing.names({ name, owner }),
        help: shadowing.help,
      });
      break;
    }
  }
  return found;
};
