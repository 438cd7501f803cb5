import { display } from '@callgate/core';
import type { ToolReview } from '@callgate/core/disclose';
import { compareDefinitions } from '@callgate/core/disclose';
import { isAutorunOverride } from '@callgate/core/host-tools';
import type { InventoryTool } from '@callgate/gateway/tools';
import type { ToolDetail } from '../api/tools.ts';
import type { ToolJudge } from './tool-judge.ts';
import type { KnownServer } from './known-servers.ts';
import { reviewAdvice } from './review-advice.ts';
import { hintsOf, attributionOf, toolRow } from './tool-rows.ts';

const decisionsOf = ({
  words,
}: InventoryTool): Pick<ToolDetail, 'use' | 'override' | 'review' | 'accepted'> => {
  const { use, override, review, accepted } = words ?? {};
  return {
    use:
      use === undefined
        ? null
        : { ...attributionOf(use), allowed: use.allowed, definition: use.definition ?? null },
    override:
      override === undefined
        ? null
        : { ...attributionOf(override), set: override.set, definition: override.definition ?? null },
    review:
      review === undefined
        ? null
        : { ...attributionOf(review), set: review.set, definition: review.definition },
    accepted: accepted === undefined ? null : { ...attributionOf(accepted), definition: accepted.definition },
  };
};

const momentOf = (at: string | undefined): number | null => {
  const moment = Date.parse(at ?? '');
  return Number.isNaN(moment) ? null : moment;
};

/** Whether it is the one that was said in the console or by command. */
const isOwn = ({ words }: InventoryTool, { definition, by, at, reason }: ToolReview): boolean => {
  const own = words?.review;
  return (
    own !== undefined &&
    own.definition === definition &&
    own.by === by &&
    own.at === momentOf(at) &&
    own.reason === reason
  );
};

/** What else is said of the tool on the operator's side, than in the console or by command. */
const configuredOf = (tool: InventoryTool): ToolDetail['configured'] => {
  const { overrides, reviews } = tool.traced().tool;
  const { override } = tool.words ?? {};
  const ours = override === undefined ? undefined : `${override.by}: ${override.reason}`;
  return [
    ...overrides
      .filter((each) => each.reason !== ours || ours === undefined)
      .filter((each) => !isAutorunOverride(each))
      .map(({ set, reason, when }) => ({
        set,
        reason: reason ?? null,
        conditional: when !== undefined,
        review: null,
      })),
    ...reviews
      .filter((review) => !isOwn(tool, review))
      .map(({ set, by, at, reason }) => ({
        set,
        reason: [by, reason].filter((each) => each !== undefined).join(': ') || null,
        conditional: false,
        review: { by: by ?? null, at: momentOf(at), reason: reason ?? null },
      })),
  ];
};

/** Everything there is to know of one tool. */
export const toolDetail = (known: KnownServer, tool: InventoryTool, judge: ToolJudge): ToolDetail => {
  const traced = tool.traced();
  const { disclosure, decisions } = judge.judge(traced);
  const drifted = tool.digest !== tool.pinnedDigest;
  const what = `tool ${display(tool.name, { max: 80 })}`;
  return {
    ...toolRow(known, tool, judge),
    state: known.state,
    trust: known.trust,
    definition: tool.definition,
    pinnedDigest: tool.pinnedDigest,
    pinned: drifted ? tool.pinned : null,
    changes: drifted ? compareDefinitions(tool.pinned, tool.definition, judge.policy.hints).changes : [],
    beliefs: hintsOf(disclosure, traced.tool.claims.other, judge.policy.hints),
    claims: disclosure.claims,
    malformedClaims: disclosure.malformed,
    conflicting: disclosure.conflicts,
    sets: disclosure.sets,
    facts: decisions.plain.facts,
    problems: known.problems.filter((problem) => problem.what === what),
    ...decisionsOf(tool),
    ...reviewAdvice(known, tool),
    affected: null,
    configured: configuredOf(tool),
  };
};
