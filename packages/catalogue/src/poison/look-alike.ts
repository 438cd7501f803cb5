import { own } from '@callgate/core';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';
import { deedOf } from '../suggest/deeds.ts';
import { nameWords } from '../suggest/words.ts';
import { isOneApart, withoutOne } from './near-names.ts';
import { lookOf } from './plain-reading.ts';

interface Named {
  readonly server: string;
  readonly order: number;
  readonly name: string;
}

const namesOf = (servers: readonly ListedServer[]): readonly Named[] =>
  servers.flatMap(({ server, tools }, order) =>
    tools.flatMap((tool) => {
      const name = own(tool, 'name');
      return typeof name === 'string' ? [{ server, order, name }] : [];
    }),
  );

const HELP =
  'look at which of the two is meant wherever the name is used; give the server an alias that tells them apart, or disable the tool';

const finding = ({ server, name }: Named, severity: Finding['severity'], message: string): Finding => ({
  rule: 'poison/look-alike',
  severity,
  server,
  tool: name,
  path: ['name'],
  message,
  help: HELP,
});

const NOT_ASCII = /[^ -~]/u;
const MIXED = /\p{sc=Latin}/u;
const OTHER_SCRIPT = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]|[\uFF01-\uFF5E]/u;

/** Letters of two scripts in one name are there to be mistaken. */
const mixed = (all: readonly Named[]): readonly Finding[] =>
  all
    .filter(({ name }) => MIXED.test(name) && OTHER_SCRIPT.test(name))
    .map((named) =>
      finding(named, 'error', `the name \`${named.name}\` mixes letters of scripts that look alike`),
    );

const spelling = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Names that look the same and are not. */
const sameLook = (all: readonly Named[]): readonly Finding[] =>
  [...Map.groupBy(all, ({ name }) => lookOf(name)).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) return [];
    const told = new Set<string>();
    return others.flatMap((other) => {
      const like = group.find(
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
      return [finding(other, severity, `\`${other.name}\` looks like \`${like.name}\` of ${like.server}`)];
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
  return deedOf(one) !== undefined && deedOf(other) !== undefined;
};

/** Names of different servers that differ by one letter. */
const nearNames = (all: readonly Named[]): readonly Finding[] => {
  const byPart = new Map<string, Named[]>();
  const found = new Map<string, Finding>();
  for (const named of all) {
    const plain = named.name.toLowerCase();
    if (plain.length < LEAST) continue;
    for (const part of withoutOne(plain)) {
      const others = byPart.get(part) ?? [];
      byPart.set(part, others);
      for (const other of others) {
        if (other.server === named.server || !isOneApart(other.name.toLowerCase(), plain)) continue;
        if (isMeant(other.name, named.name) || lookOf(other.name) === lookOf(named.name)) continue;
        const key = `${named.server} ${named.name}`;
        if (!found.has(key))
          found.set(
            key,
            finding(
              named,
              'warning',
              `\`${named.name}\` is one letter away from \`${other.name}\` of ${other.server}`,
            ),
          );
      }
      others.push(named);
    }
  }
  return [...found.values()];
};

/** Tools of one server that are called exactly like tools of an earlier one: told once for each pair of servers. */
const sameNames = (all: readonly Named[]): readonly Finding[] => {
  const pairs = new Map<string, { readonly named: Named; readonly first: Named; count: number }>();
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
    message: `${count === 1 ? `its tool \`${named.name}\` is` : `${count} of its tools, \`${named.name}\` among them, are`} called like ${count === 1 ? 'one' : 'those'} of ${first.server}`,
    help: 'an agent that sees both may take one for the other: names with the alias in front tell them apart',
  }));
};

/** Names that are taken for others. */
export const lookAlikes = (servers: readonly ListedServer[]): readonly Finding[] => {
  const all = namesOf(servers);
  const strange = mixed(all);
  const told = new Set(strange.map(({ server, tool }) => `${server} ${tool}`));
  const more = [...sameLook(all), ...nearNames(all)].filter(
    ({ server, tool }) => !told.has(`${server} ${tool}`),
  );
  return [...strange, ...more, ...sameNames(all)];
};
