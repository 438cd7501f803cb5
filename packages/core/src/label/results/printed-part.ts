import type { OpenPage } from '../open-page.ts';
import { holdsWhole } from './find-first-occurrence.ts';
import { listScalars } from './list-scalars.ts';
import type { SeenResult } from './seen-result.ts';

const MAX_NODES = 10_000;

/** What was looked at by a name or number may be another page. */
const isOfPage = ({ call, filled, about }: SeenResult, { opened }: OpenPage): boolean =>
  call === opened || filled === true || (about ?? []).length === 0;

const prints = ({ result, whole }: SeenResult, part: string): boolean =>
  whole && listScalars(result, MAX_NODES).some((text) => holdsWhole(text, part));

/** Whether the open page printed a part when it was last looked at. Results of filling need not print it again. */
export const isPrintedPart = (seen: readonly SeenResult[], page: OpenPage, part: string): boolean => {
  const opened = seen.findIndex(({ call }) => call === page.opened);
  if (opened === -1 || part.trim() === '') return false;
  const results = seen.slice(opened).filter(({ server }) => server === page.server);
  const last = results.findLastIndex(({ filled }) => filled !== true);
  return results.slice(last).some((result) => isOfPage(result, page) && prints(result, part));
};
