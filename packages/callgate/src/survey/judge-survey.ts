import { canonical } from '@callgate/core';
import { findJudgement } from '@callgate/catalogue/packs';
import { digestDefinition } from '@callgate/core/disclose';
import { defaultServerConfig } from '@callgate/gateway/config';
import type { ServerConfig } from '@callgate/gateway/config';
import type { OperatorDecisionStore, ToolDecisions } from '@callgate/gateway/tools';
import { MemoryPinStore, pinListedTools } from '@callgate/gateway/tools';
import { initMessages } from '@callgate/messages/cli/init';
import type { KnownServer, ToolDetail, ToolJudge } from '@callgate/operations/tools';
import { pinnedServer, toolDetail } from '@callgate/operations/tools';
import type { ClientMachine } from '../init/clients.ts';
import type { InitServer } from './find-init-servers.ts';
import { runEndpoint } from './find-init-servers.ts';
import type { SurveyedServer } from './survey-servers.ts';

/** How the tools of a server are judged from now on. */
export type ReviewChoice = 'pack' | 'trust' | 'review' | 'unreviewed';

/** A review of one tool that a pack gives. */
export interface PackReview {
  readonly tool: string;
  readonly definition: string;
  readonly set: Readonly<Record<string, 'yes' | 'no'>>;
  readonly reason: string;
}

export interface PackReviews {
  /** Reviews that are not saved yet. */
  readonly reviews: readonly PackReview[];
  /** Tools that a person reviewed: a pack never replaces that. */
  readonly kept: readonly string[];
}

/** What a pack says of the tools of a server, beside what was decided about the same server before. */
export const packReviews = (
  { tools, pack }: SurveyedServer,
  decisions: readonly ToolDecisions[],
): PackReviews => {
  const reviews: PackReview[] = [];
  const kept: string[] = [];
  for (const definition of pack === undefined ? [] : (tools ?? [])) {
    const judged = pack === undefined ? undefined : findJudgement(pack.pack, definition);
    if (pack === undefined || judged === undefined) continue;
    const tool = String(definition['name']);
    const { digest } = digestDefinition(definition);
    const known = decisions.find((each) => each.tool === tool)?.review;
    const isOfPack = known?.reason.startsWith(initMessages.reason({ pack: pack.name, why: '' })) === true;
    if (known !== undefined && !isOfPack) kept.push(tool);
    else if (known?.definition !== digest || canonical(known.set) !== canonical(judged.set))
      reviews.push({
        tool,
        definition: digest,
        set: judged.set,
        reason: initMessages.reason({
          pack: pack.name,
          why: judged.doubt === undefined ? judged.why : `${judged.why} In doubt: ${judged.doubt}`,
        }),
      });
  }
  return { reviews, kept };
};

/** Decisions that are kept nowhere. */
const memoryDecisions = (all: readonly ToolDecisions[]): OperatorDecisionStore => ({
  read: () => all,
  change: () => undefined,
  together: () => Promise.resolve(),
  print: () => '',
  lost: () => null,
});

/** The server as `callgate run` knows it under one alias. */
export const runConfig = (
  server: InitServer,
  alias: string,
  choice: ReviewChoice,
  env: ClientMachine['env'],
): ServerConfig => ({
  ...defaultServerConfig(alias, runEndpoint(server, env)),
  trust: choice === 'trust' ? 'trusted' : 'untrusted',
});

export interface SurveyJudge {
  readonly judge: ToolJudge;
  readonly env: ClientMachine['env'];
  /** What the operator decided before. */
  readonly decisions: readonly ToolDecisions[];
}

/** What Callgate thinks of each tool after this choice. Nothing is written. */
export const judgeSurvey = (
  surveyed: SurveyedServer,
  choice: ReviewChoice,
  { judge, env, decisions }: SurveyJudge,
): readonly ToolDetail[] => {
  const [alias = 'server'] = surveyed.server.aliases;
  const config = runConfig(surveyed.server, alias, choice, env);
  const pinned = pinListedTools({
    pins: new MemoryPinStore(),
    operator: memoryDecisions([]),
    config,
    tools: surveyed.tools ?? [],
    at: 0,
  });
  const isOwn = ({ server, identity }: ToolDecisions): boolean =>
    server === alias && identity === pinned.identity;
  const own = decisions.filter(isOwn);
  const reviews = choice === 'pack' ? packReviews(surveyed, own).reviews : [];
  const reviewed = reviews.map(({ tool, definition, set, reason }): ToolDecisions => ({
    ...own.find((each) => each.tool === tool),
    server: alias,
    identity: pinned.identity,
    tool,
    review: { by: 'local', at: 0, reason, definition, set },
  }));
  const names = new Set(reviewed.map(({ tool }) => tool));
  const known: KnownServer | undefined = pinnedServer(pinned, 'elsewhere', {
    operator: memoryDecisions([...own.filter(({ tool }) => !names.has(tool)), ...reviewed]),
    customHints: judge.policy.hints,
    config,
  });
  return known === undefined ? [] : known.tools.map((tool) => toolDetail(known, tool, judge));
};
