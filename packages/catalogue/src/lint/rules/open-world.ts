import { getOwn } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import type { InspectedServer, InspectedTool } from '../inspect-server.ts';
import type { LintRule } from '../lint-rule.ts';
import { serverRule } from '../lint-rule.ts';

/** Nouns of a name, so that `get_issue` and `update_issue` are known to be about the same. */
const subject = ({ shown }: InspectedTool): string => shown.words.slice(1).join(' ').replace(/s$/u, '');

const named = (tools: readonly InspectedTool[]): string => {
  const names = tools.slice(0, 3).map(({ name }) => name ?? '');
  return lintMessages.openWorld.tools({ names, more: tools.length - names.length });
};

const FEW = 0.25;

/** The few that say otherwise about things of which the many say the same. */
const outliers = ({
  tools,
}: InspectedServer): { readonly few: readonly InspectedTool[]; readonly many: readonly InspectedTool[] } => {
  const open = tools.filter(({ claimed }) => claimed.openWorld === 'yes');
  const closed = tools.filter(({ claimed }) => claimed.openWorld === 'no');
  const [few, many] = open.length < closed.length ? [open, closed] : [closed, open];
  if (few.length === 0 || few.length > (few.length + many.length) * FEW) return { few: [], many: [] };
  const subjects = new Set(many.map(subject).filter((words) => words !== ''));
  return { few: few.filter((tool) => subjects.has(subject(tool))), many };
};

export const openWorldInconsistent: LintRule = serverRule(
  {
    id: 'hints/open-world-inconsistent',
    severity: 'warning',
    ...lintMessages.rules.openWorldInconsistent,
  },
  (server) => {
    const { few, many } = outliers(server);
    const [first] = few;
    if (first === undefined) return [];
    const annotations = getOwn(first.definition, 'annotations');
    const value = first.claimed.openWorld === 'yes';
    return [
      {
        path: ['tools', first.at, ...(annotations === undefined ? [] : ['annotations', 'openWorldHint'])],
        message: lintMessages.openWorld.apart({
          tools: named(few),
          count: few.length,
          value,
          others: many.length,
        }),
        help: lintMessages.openWorld.help,
      },
    ];
  },
);
