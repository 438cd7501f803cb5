import type { RequestHead } from './request-head.ts';

const FRAMES: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
]);

/** What is wrong with a request for a page or a part of one. People may come from anywhere, with a window of their own. */
export const findPageProblem = ({ site, mode, dest }: RequestHead, asset: boolean): string | undefined => {
  if (FRAMES.has(dest)) return 'the console is not shown inside other pages';
  if (site === undefined || site === 'none' || site === 'same-origin') return undefined;
  return asset || mode !== 'navigate' ? 'other pages load nothing from here' : undefined;
};

/** The same of what only the page itself asks for. */
export const findReadProblem = ({ site, mode, dest }: RequestHead, download: boolean): string | undefined => {
  const comesFromPage = site === 'same-origin' || (download && site === 'none');
  const asksAsPage = mode === 'navigate' ? download && dest === 'document' : dest === 'empty';
  return comesFromPage && asksAsPage ? undefined : 'only the page of the console may ask this';
};

/** The same of what changes something. */
export const findChangeProblem = ({ site, mode, dest }: RequestHead): string | undefined =>
  site === 'same-origin' && (mode === 'cors' || mode === 'same-origin') && dest === 'empty'
    ? undefined
    : 'only the page of the console may change anything';
