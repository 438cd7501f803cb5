import type { Policy, Position } from '@callgate/core';
import { display } from '@callgate/core';
import type { People } from '@callgate/gate';
import { configErrors } from '@callgate/messages/errors/config';
import type { PolicyProblem } from '@callgate/policy';

/** Rules that ask for more people than there are: their calls would be blocked, and nobody would know before. */
export const checkApprovers = (
  { rules }: Policy,
  { all }: People,
  position: Position,
): readonly PolicyProblem[] =>
  rules.flatMap((rule) =>
    (rule.obligations.approvers ?? []).flatMap(({ count, group }): PolicyProblem[] => {
      const able = all.filter(
        ({ active, groups }) => active && (group === undefined || groups.includes(group)),
      ).length;
      if (able >= count) return [];
      const shown = group === undefined ? undefined : display(group, { max: 80 });
      const text = configErrors.policy.tooFewPeople({ rule: rule.id, count, group: shown, able });
      return [{ severity: 'warning', position, ...text }];
    }),
  );
