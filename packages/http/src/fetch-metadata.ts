import type { RequestHead } from './request-head.ts';

/** What another site may not do: embed a page, load a file of one, ask what only the page asks, change something. */
export type CrossSiteProblem = 'framed' | 'loaded' | 'read' | 'changed';

const FRAMES: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'embed',
  'object',
  'fencedframe',
]);

/** What is wrong with a request for a page or a part of one. People may come from anywhere, with a window of their own. */
export const findPageProblem = (
  { site, mode, dest }: RequestHead,
  asset: boolean,
): CrossSiteProblem | undefined => {
  if (FRAMES.has(dest)) return 'framed';
  if (site === undefined || site === 'none' || site === 'same-origin') return undefined;
  return asset || mode !== 'navigate' ? 'loaded' : undefined;
};

/** The same of what only the page itself asks for. */
export const findReadProblem = (
  { site, mode, dest }: RequestHead,
  download: boolean,
): CrossSiteProblem | undefined => {
  const comesFromPage = site === 'same-origin' || (download && site === 'none');
  const asksAsPage = mode === 'navigate' ? download && dest === 'document' : dest === 'empty';
  return comesFromPage && asksAsPage ? undefined : 'read';
};

/** The same of what changes something. */
export const findChangeProblem = ({ site, mode, dest }: RequestHead): CrossSiteProblem | undefined =>
  site === 'same-origin' && (mode === 'cors' || mode === 'same-origin') && dest === 'empty'
    ? undefined
    : 'changed';
