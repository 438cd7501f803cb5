import type { PackFile, PackedTool } from '@callgate/catalogue/packs';
import { findJudgement, findMatchingPack, readShippedPacks } from '@callgate/catalogue/packs';
import { CallgateError, display } from '@callgate/core';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import type { KnownServer, ReviewNeed, ToolDetail } from '@callgate/operations/tools';
import { REVIEW_NEEDS, toolDetail, toolRow } from '@callgate/operations/tools';
import { findNearestName } from '@callgate/policy';
import type { FoundTool, HomeTools } from '../tools/home-tools.ts';
import { findTool } from '../tools/home-tools.ts';

/** What a pack that comes with Callgate says of exactly this definition. It is shown, and counts for nothing. */
export interface PackClassification {
  readonly name: string;
  readonly judged: PackedTool;
}

const readValidPacks = (): readonly PackFile[] => {
  try {
    return readShippedPacks();
  } catch (error) {
    if (error instanceof CallgateError) return [];
    throw error;
  }
};

/** Looks for the pack of each server once. */
const packedOf = (): ((found: FoundTool) => PackClassification | null) => {
  const packs = readValidPacks();
  const fitting = new Map<KnownServer, ReturnType<typeof findMatchingPack>>();
  return ({ known, tool }) => {
    if (!fitting.has(known)) {
      const tools = known.tools.map(({ definition }) => definition);
      fitting.set(known, findMatchingPack({ tools }, packs));
    }
    const found = fitting.get(known);
    const judged = found === undefined ? undefined : findJudgement(found.pack, tool.definition);
    return found === undefined || judged === undefined ? null : { name: found.name, judged };
  };
};

/** A tool that needs a review, or that the user named. */
export interface ReviewItem extends FoundTool {
  readonly detail: ToolDetail;
  /** null where the user named a tool that needs no review. */
  readonly need: ReviewNeed | null;
  readonly packed: PackClassification | null;
}

type KnownTools = Pick<HomeTools, 'judge' | 'servers'>;

const toReviewItem = (
  tools: KnownTools,
  found: FoundTool,
  packed: ReturnType<typeof packedOf>,
): ReviewItem => {
  const detail = toolDetail(found.known, found.tool, tools.judge);
  return { ...found, detail, need: detail.needs, packed: packed(found) };
};

const rank = ({ need }: ReviewItem): number =>
  need === null ? REVIEW_NEEDS.length : REVIEW_NEEDS.indexOf(need);

/** Everything that needs review, or what is named as `SERVER` or `SERVER/TOOL`. Most pressing first. */
export const findToolsToReview = (
  tools: KnownTools,
  written: string | undefined,
  identity?: string,
): readonly ReviewItem[] => {
  const packed = packedOf();
  if (written?.includes('/') === true)
    return [toReviewItem(tools, findTool(tools, written, identity), packed)];
  const servers = tools.servers.filter(({ server }) => written === undefined || server === written);
  if (written !== undefined && servers.length === 0)
    throw new CallgateError(
      toolReviewErrors.serverUnknown({
        server: display(written, { max: 80 }),
        near: findNearestName(
          written,
          tools.servers.map(({ server }) => server),
        ),
      }),
    );
  return servers
    .flatMap((known) => known.tools.map((tool) => ({ known, tool })))
    .filter(({ known, tool }) => toolRow(known, tool, tools.judge).needs !== null)
    .map((found) => toReviewItem(tools, found, packed))
    .toSorted((a, b) => rank(a) - rank(b));
};
