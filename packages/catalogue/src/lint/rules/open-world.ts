import { getOwn } from '@callgate/core';
import type { InspectedServer, InspectedTool } from '../inspect-server.ts';
import type { LintRule } from '../lint-rule.ts';
import { serverRule } from '../lint-rule.ts';

/** Nouns of a name, so that `get_issue` and `update_issue` are known to be about the same. */
const subject = ({ shown }: InspectedTool): string => shown.words.slice(1).join(' ').replace(/s$/u, '');

const named = (tools: readonly InspectedTool[]): string => {
  const shown = tools.slice(0, 3).map(({ name }) => `\`${name ?? ''}\``);
  return tools.length > shown.length
    ? `${shown.join(', ')} and ${tools.length - shown.length} more`
    : shown.join(', ');
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
    title: 'Tools of one server that reach equally far say different things about it.',
    explanation:
      'Whether an outside service is an open world is a property of the server: `get_issue` cannot be open if `update_issue` is closed. Operators must override the whole server.',
    repair: null,
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
        message: `${named(few)} ${few.length === 1 ? 'says' : 'say'} openWorldHint: ${String(value)}, while ${many.length} tools about the same things say ${String(!value)}`,
        help: 'decide once for the server whether what it works with is open, and say it of every tool',
      },
    ];
  },
);
