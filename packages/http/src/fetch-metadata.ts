import type { Head } from './head.ts';

const FRAMES: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
]);

/** What is wrong with a request for a page or a part of one. People may come from anywhere, with a window of their own. */
export const pageProblem = ({ site, mode, dest }: Head, asset: boolean): string | undefined => {
  if (FRAMES.has(dest)) return 'the console is not shown inside other pages';
  if (site === undefined || site === 'none' || site === 'same-origin') return undefined;
  return asset || mode !== 'navigate' ? 'other pages load nothing from here' : undefined;
};

/** The same of what only the page itself asks for. */
export const readProblem = ({ site, mode, dest }: Head, download: boolean): string | undefined => {
  const comesFromPage = site === 'same-origin' || (download && site === 'none');
  const asksAsPage = mode === 'navigate' ? download && dest === 'document' : dest === 'empty';
  return comesFromPage && asksAsPage ? undefined : 'only the page of the console may ask this';
};

/** The same of what changes something. */
export const changeProblem = ({ site, mode, dest }: Head): string | undefined =>
  site === 'same-origin' && (mode === 'cors' || mode === 'same-origin') && dest === 'empty'
    ? undefined
    : 'only the page of the console may change anything';
