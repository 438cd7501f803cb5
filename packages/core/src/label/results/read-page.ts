import { getLinkSite, isWebLink } from '../../user-message/address.ts';
import type { TracedTool } from '../traced-tool.ts';
import { holdsWhole } from './find-first-occurrence.ts';
import { listResultTexts } from './result-data.ts';
import type { SeenResult } from './seen-result.ts';

const LINK_GOES_ON = /^[\p{L}\p{N}\p{M}/?#&=%+_~:@$*-]|^[.,;!'’)\]](?=[\p{L}\p{N}/?#&=%])/u;

/** Whether a text prints a link, and not one that only begins with it. */
const prints = (text: string, link: string): boolean => {
  for (let at = text.indexOf(link); at !== -1; at = text.indexOf(link, at + 1))
    if (
      !LINK_GOES_ON.test(text.slice(at + link.length, at + link.length + 2)) &&
      holdsWhole(text.slice(Math.max(0, at - 1)), link)
    )
      return true;
  return false;
};

/** Whether a page that may be read on prints this link, which stays on its host and is only read. */
export const isPrintedLink = (seen: readonly SeenResult[], tool: TracedTool, link: string): boolean => {
  if (tool.mutates || !isWebLink(link)) return false;
  const site = getLinkSite(link);
  return seen.some(
    (result) =>
      result.page !== undefined &&
      result.page === site &&
      result.server === tool.tool.server.name &&
      listResultTexts(result.result).some((text) => prints(text, link)),
  );
};
