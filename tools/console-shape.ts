import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './list-pages.ts';

export const PICTURED_PAGES = ['inbox', 'phone', 'tools', 'sessions', 'record', 'policy'] as const;
export type PicturedPage = (typeof PICTURED_PAGES)[number];

/** What the pages of the console were like when their pictures were taken. */
export const SHAPES = 'docs/pictures/console.json';

export const picturePath = (page: PicturedPage): string => `docs/pictures/console-${page}.png`;

/** The texts and the folder of each. */
const SOURCES: Readonly<Record<PicturedPage, readonly [texts: string, folder: string]>> = {
  inbox: ['inbox', 'inbox'],
  phone: ['inbox', 'inbox'],
  tools: ['tools', 'tools'],
  sessions: ['sessions', 'sessions'],
  record: ['audit-log', 'record'],
  policy: ['policy', 'policy'],
};

/** A digest of the texts, components and styles of a page of the console. No browser is needed. */
export const consoleShape = (page: PicturedPage): string => {
  const [texts, folder] = SOURCES[page];
  const sources = globSync(`packages/console/web/src/${folder}/**/*.{tsx,css}`, { cwd: ROOT }).toSorted();
  const hash = createHash('sha256');
  for (const path of [`packages/messages/src/console/${texts}.ts`, ...sources])
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
