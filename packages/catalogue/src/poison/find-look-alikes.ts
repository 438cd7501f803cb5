import { getOwn } from '@callgate/core';
import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import { findVerbEffect } from '../suggest/verb-effect.ts';
import { nameWords } from '../suggest/words.ts';
import { visualForm } from './plain-reading.ts';

/** Two names of which one becomes the other by one letter more, less, changed or swapped. */
const isOneApart = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
};

/** Longer names are not compared letter by letter. */
const MOST_COMPARED = 64;

/** The names that are left when one letter is taken out: near names share one of them. */
const withoutOne = (name: string): readonly string[] => [
  name,
  ...Array.from({ length: name.length }, (_, at) => name.slice(0, at) + name.slice(at + 1)),
];

interface ToolNameOccurrence {
  readonly server: string;
  readonly order: number;
  readonly name: string;
}

const namesOf = (servers: readonly ListedServer[]): readonly ToolNameOccurrence[] =>
  servers.flatMap(({ server, tools }, order) =>
    tools.flatMap((tool) => {
      const name = getOwn(tool, 'name');
      return typeof name === 'string' ? [{ server, order, name }] : [];
    }),
  );

/** Each name of a server once, however often it is listed. */
const distinct = (all: readonly ToolNameOccurrence[]): readonly ToolNameOccurrence[] => [
  ...new Map(all.map((named) => [`${named.order} ${named.name}`, named] as const)).values(),
];

const { names: texts } = poisonMessages;

const MAX_SHOWN = 200;
const cut = (name: string): string => name.slice(0, MAX_SHOWN);

const finding = (
  { server, name }: ToolNameOccurrence,
  severity: Finding['severity'],
  message: string,
): Finding => ({
  rule: 'poison/look-alike',
  severity,
  server,
  tool: name,
  path: ['name'],
  message,
  help: texts.help,
});

const NOT_ASCII = /[^ -~]/u;
const MIXED = /\p{sc=Latin}/u;
const OTHER_SCRIPT = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]|[\uFF01-\uFF5E]/u;

/** Letters of two scripts in one name are there to be mistaken. */
const mixed = (all: readonly ToolNameOccurrence[]): readonly Finding[] =>
  all
    .filter(({ name }) => MIXED.test(name) && OTHER_SCRIPT.test(name))
    .map((named) => finding(named, 'error', texts.mixed({ name: cut(named.name) })));

const spelling = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const MOST_CANDIDATES = 50;

/** Those a name is compared with: the first of its group, and the first by the alphabet. */
const candidatesOf = (group: readonly ToolNameOccurrence[]): readonly ToolNameOccurrence[] => {
  if (group.length <= MOST_CANDIDATES) return group;
  const least = group.reduce((a, b) => (b.name < a.name ? b : a));
  return [...group.slice(0, MOST_CANDIDATES), least];
};

/** Names that look the same and are not. */
const sameLook = (all: readonly ToolNameOccurrence[]): readonly Finding[] =>
  [...Map.groupBy(all, ({ name }) => visualForm(name)).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) return [];
    const told = new Set<string>();
    const compared = candidatesOf(group);
    return others.flatMap((other) => {
      const like = compared.find(
        ({ name, server }) => name !== other.name && (server !== other.server || name < other.name),
      );
      if (like === undefined || told.has(`${other.server} ${other.name}`)) return [];
      told.add(`${other.server} ${other.name}`);
      const severity =
        NOT_ASCII.test(other.name) || NOT_ASCII.test(like.name)
          ? 'error'
          : spelling(other.name) !== spelling(like.name) || other.server === like.server
            ? 'warning'
            : 'note';
      return [
        finding(
          other,
          severity,
          texts.looksLike({ name: cut(other.name), other: cut(like.name), server: like.server }),
        ),
      ];
    });
  });

const LEAST = 7;

/** A plural, a number or another verb is a difference that people mean. */
const isMeant = (a: string, b: string): boolean => {
  const [left, right] = [nameWords(a), nameWords(b)];
  if (/\d/u.test(a + b)) return true;
  if (left.length !== right.length) return true;
  const at = left.findIndex((word, index) => word !== right[index]);
  const [one, other] = [left[at] ?? '', right[at] ?? ''];
  if (`${one}s` === other || one === `${other}s`) return true;
  if (one.length < 4 || other.length < 4) return true;
  return findVerbEffect(one) !== undefined && findVerbEffect(other) !== undefined;
};

/** Of the names of one server that share a part, as many are compared. */
const MOST_OF_SERVER = 8;

/** Names of different servers that differ by one letter. */
const nearNames = (all: readonly ToolNameOccurrence[]): readonly Finding[] => {
  const byPart = new Map<string, ToolNameOccurrence[]>();
  const found = new Map<string, Finding>();
  for (const named of all) {
    const plain = named.name.toLowerCase();
    if (plain.length < LEAST || plain.length > MOST_COMPARED) continue;
    for (const part of withoutOne(plain)) {
      const others = byPart.get(part) ?? [];
      byPart.set(part, others);
      for (const other of others) {
        if (other.server === named.server || !isOneApart(other.name.toLowerCase(), plain)) continue;
        if (isMeant(other.name, named.name) || visualForm(other.name) === visualForm(named.name)) continue;
        const key = `${named.server} ${named.name}`;
        if (!found.has(key))
          found.set(
            key,
            finding(
              named,
              'warning',
              texts.nearly({ name: cut(named.name), other: cut(other.name), server: other.server }),
            ),
          );
      }
      if (others.filter(({ order }) => order === named.order).length < MOST_OF_SERVER) others.push(named);
    }
  }
  return [...found.values()];
};

/** Tools of one server that are called exactly like tools of an earlier one: told once for each pair of servers. */
const sameNames = (all: readonly ToolNameOccurrence[]): readonly Finding[] => {
  const pairs = new Map<
    string,
    { readonly named: ToolNameOccurrence; readonly first: ToolNameOccurrence; count: number }
  >();
  for (const group of Map.groupBy(all, ({ name }) => name).values()) {
    const [first] = group;
    if (first === undefined) continue;
    for (const named of group.filter(({ server }) => server !== first.server)) {
      const key = `${named.server} ${first.server}`;
      const pair = pairs.get(key) ?? { named, first, count: 0 };
      pair.count += 1;
      pairs.set(key, pair);
    }
  }
  return [...pairs.values()].map(({ named, first, count }) => ({
    rule: 'poison/same-name',
    severity: 'note',
    server: named.server,
    tool: null,
    path: ['tools'],
    message: texts.same({ count, name: cut(named.name), server: first.server }),
    help: texts.sameHelp,
  }));
};

/** Names that are taken for others. */
export const findLookAlikes = (servers: readonly ListedServer[]): readonly Finding[] => {
  const every = namesOf(servers);
  const all = distinct(every);
  const strange = mixed(all);
  const told = new Set(strange.map(({ server, tool }) => `${server} ${tool}`));
  const more = [...sameLook(all), ...(servers.length > 1 ? nearNames(all) : [])].filter(
    ({ server, tool }) => !told.has(`${server} ${tool}`),
  );
  return [...strange, ...more, ...sameNames(every)];
};
