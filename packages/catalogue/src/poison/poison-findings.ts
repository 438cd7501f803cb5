import { own } from '@callgate/core';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';
import { encodedIn } from './encoded.ts';
import { hiddenIn } from './hidden-characters.ts';
import { instructionsIn } from './instructions.ts';
import { linksIn } from './links.ts';
import { lookAlikes } from './look-alike.ts';
import { shadowing } from './shadowing.ts';
import { smuggledIn } from './smuggled.ts';
import type { Spotted } from './spotted.ts';
import type { WrittenText } from './texts.ts';
import { textsOf } from './texts.ts';
import { definitionsUnused } from './unused-definitions.ts';

const CHECKS: readonly ((text: WrittenText) => readonly Spotted[])[] = [
  hiddenIn,
  instructionsIn,
  smuggledIn,
  encodedIn,
  linksIn,
];

const SHORTEST = 3;

/** The same text in the same kind of place says the same: servers repeat themselves a lot. */
const spotter = (): ((written: WrittenText) => readonly Spotted[]) => {
  const known = new Map<string, readonly Spotted[]>();
  return (written) => {
    const key = `${written.place} ${written.text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = CHECKS.flatMap((check) => check(written));
    known.set(key, made);
    return made;
  };
};

const spotAll = (texts: readonly WrittenText[]): readonly Finding[] => {
  const spot = spotter();
  const told = new Set<string>();
  return texts
    .filter(({ text }) => text.length >= SHORTEST)
    .flatMap((written) => {
      const { server, tool, path } = written;
      return spot(written).flatMap(({ once, ...spotted }) => {
        const key = `${server} ${spotted.rule} ${once ?? ''}`;
        if (once !== undefined && told.has(key)) return [];
        if (once !== undefined) told.add(key);
        return [{ server, tool, path, ...spotted }];
      });
    });
};

const LEAST_PROSE = 60;

/** Prose where no reference leads: people who read the parameters never come there. */
const unreferenced = ({ server, tools }: ListedServer, texts: readonly WrittenText[]): readonly Finding[] =>
  tools.flatMap((definition) => {
    const paths = definitionsUnused(definition);
    const tool = own(definition, 'name');
    if (paths.length === 0 || typeof tool !== 'string') return [];
    const within = texts.filter(
      (text) =>
        text.tool === tool &&
        text.text.length >= LEAST_PROSE &&
        paths.some((path) => path.every((step, at) => text.path[at] === step)),
    );
    return within.slice(0, 1).map(({ path, text }) => ({
      rule: 'poison/smuggled-text',
      severity: 'warning',
      server,
      tool,
      path,
      span: [0, text.length],
      message: `prose stands in a part of the schema that nothing refers to: \`${text.slice(0, 120)}\``,
      help: 'models read the whole definition, people the parameters: have its author take out what is not used',
    }));
  });

/** What in these lists is written for models and not for people. */
export const poisonFindings = (servers: readonly ListedServer[]): readonly Finding[] => {
  const texts = servers.map(textsOf);
  const all = texts.flat();
  return [
    ...spotAll(all),
    ...servers.flatMap((server, at) => unreferenced(server, texts[at] ?? [])),
    ...shadowing(servers, all),
    ...lookAlikes(servers),
  ];
};
