import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './list-pages.ts';

export const PICTURED_PAGES = ['inbox', 'tools', 'sessions', 'record', 'policy'] as const;
export type PicturedPage = (typeof PICTURED_PAGES)[number];

/** What the pages of the console were like when their pictures were taken. */
export const SHAPES = 'docs/pictures/console.json';

export const picturePath = (page: PicturedPage): string => `docs/pictures/console-${page}.png`;

const TEXTS: Readonly<Record<PicturedPage, string>> = {
  inbox: 'inbox',
  tools: 'tools',
  sessions: 'sessions',
  record: 'audit-log',
  policy: 'policy',
};

/** A digest of the texts, components and styles of a page of the console. No browser is needed. */
export const consoleShape = (page: PicturedPage): string => {
  const sources = globSync(`packages/console/web/src/${page}/**/*.{tsx,css}`, { cwd: ROOT }).toSorted();
  const hash = createHash('sha256');
  for (const path of [`packages/messages/src/console/${TEXTS[page]}.ts`, ...sources])
    hash.update(readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+/g, ' '));
  return hash.digest('hex').slice(0, 16);
};

/** The pictures that show an earlier console. */
export const outdatedPictures = (): readonly string[] => {
  const path = join(ROOT, SHAPES);
  const taken = existsSync(path)
    ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
    : {};
  return PICTURED_PAGES.filter(
    (page) => taken[page] !== consoleShape(page) || !existsSync(join(ROOT, picturePath(page))),
  ).map(picturePath);
};
