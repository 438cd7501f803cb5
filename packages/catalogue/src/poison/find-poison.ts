import { getOwn } from '@callgate/core';
import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import { findEncodedText } from './find-encoded-text.ts';
import { findHiddenCharacters } from './find-hidden-characters.ts';
import { findInstructions } from './find-instructions.ts';
import { findLinks } from './find-links.ts';
import { findLookAlikes } from './find-look-alikes.ts';
import { findShadowing } from './find-shadowing.ts';
import { findSmuggledProse } from './find-smuggled-prose.ts';
import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';
import { collectTexts } from './collect-texts.ts';
import { findUnusedDefinitions } from './find-unused-definitions.ts';

const CHECKS: readonly ((text: ServerText) => readonly TextFinding[])[] = [
  findHiddenCharacters,
  findInstructions,
  findSmuggledProse,
  findEncodedText,
  findLinks,
];

/** The same text in the same kind of place says the same: servers repeat themselves a lot. */
const spotter = (): ((written: ServerText) => readonly TextFinding[]) => {
  const known = new Map<string, readonly TextFinding[]>();
  return (written) => {
    const key = `${written.place} ${written.text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = CHECKS.flatMap((check) => check(written));
    known.set(key, made);
    return made;
  };
};

const spotAll = (texts: readonly ServerText[]): readonly Finding[] => {
  const spot = spotter();
  const told = new Set<string>();
  return texts.flatMap((written) => {
    const { server, tool, path } = written;
    return spot(written).flatMap(({ once, ...spotted }) => {
      const key = `${server} ${spotted.rule} ${once ?? ''}`;
      if (once !== undefined && told.has(key)) return [];
      if (once !== undefined) told.add(key);
      return [{ server, tool, path, ...spotted }];
    });
  });
};

const { smuggled } = poisonMessages;

const LEAST_PROSE = 60;

const stepsTo = (path: readonly (string | number)[]): string => JSON.stringify(path.slice(0, 3));

/** Prose where no reference leads: people who read the parameters never come there. One of each tool is told. */
const unreferenced = ({ server, tools }: ListedServer, texts: readonly ServerText[]): readonly Finding[] => {
  const unused = new Map<string, Set<string>>();
  for (const definition of tools) {
    const tool = getOwn(definition, 'name');
    if (typeof tool !== 'string') continue;
    for (const path of findUnusedDefinitions(definition)) {
      const known = unused.get(tool) ?? new Set();
      unused.set(tool, known.add(stepsTo(path)));
    }
  }
  if (unused.size === 0) return [];
  return texts.flatMap(({ tool, path, text }): readonly Finding[] => {
    if (tool === null || text.length < LEAST_PROSE || unused.get(tool)?.has(stepsTo(path)) !== true)
      return [];
    unused.delete(tool);
    return [
      {
        rule: 'poison/smuggled-text',
        severity: 'warning',
        server,
        tool,
        path,
        span: [0, text.length],
        message: smuggled.found({ what: smuggled.unreferenced, text: text.slice(0, 120) }),
        help: smuggled.unreferencedHelp,
      },
    ];
  });
};

/** What in these lists is written for models and not for people. */
export const findPoison = (servers: readonly ListedServer[]): readonly Finding[] => {
  const texts = servers.map(collectTexts);
  const all = texts.flat();
  return [
    ...spotAll(all),
    ...servers.flatMap((server, at) => unreferenced(server, texts[at] ?? [])),
    ...findShadowing(servers, all),
    ...findLookAlikes(servers),
  ];
};
