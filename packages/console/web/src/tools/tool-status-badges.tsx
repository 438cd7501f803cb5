import { consoleMessages } from '@callgate/messages/console';
import { contractMessages } from '@callgate/messages/contract';
import type { ServerState, SessionProfile, ToolRow } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import type { Option } from '../parts/form.tsx';

const TEXT = consoleMessages.tools;

/** The sessions a tool is judged in where nobody names one. */
export const SITUATIONS: readonly Option<SessionProfile>[] = (
  ['plain', 'private', 'untrusted', 'both'] as const
).map((value) => ({ value, name: TEXT.situations[value] }));

export const serverStateText = (state: Exclude<ServerState, 'served'>): string => TEXT.serverStates[state];

const driftText = ({ keptOut, loosened }: NonNullable<ToolRow['drift']>): string => {
  if (keptOut) return TEXT.badges.changedBlocked;
  return loosened > 0 ? TEXT.badges.changedLooser : TEXT.badges.changed;
};

/** It is kept from something, for sure. */
const isHeld = ({ level, writes, network }: NonNullable<ToolRow['sandbox']>): boolean =>
  level === 'enforced' && !(writes && network);

/** How a tool stands, besides what is believed of it. */
export const ToolStatusBadges = ({ row, state }: { row: ToolRow; state: ServerState }) => {
  const { drift, disabled, quarantine } = row;
  return (
    <>
      {disabled === null || drift?.keptOut === true ? null : (
        <Badge tone="block" icon="cross" words={TEXT.badges.disabled} />
      )}
      {drift === null ? null : (
        <Badge
          tone={drift.verdict === 'loosened' ? 'danger' : 'warning'}
          icon="warning"
          words={driftText(drift)}
        />
      )}
      {quarantine === null || drift !== null ? null : (
        <Badge tone="danger" icon="stop" words={TEXT.badges.quarantined} />
      )}
      {row.conflicts === 0 ? null : <Badge tone="warning" icon="warning" words={TEXT.badges.conflicting} />}
      {row.malformed === 0 ? null : <Badge tone="warning" icon="warning" words={TEXT.badges.malformed} />}
      {row.described ? null : <Badge quiet words={TEXT.badges.undescribed} />}
      {row.overridden ? <Badge quiet icon="person" words={TEXT.badges.overridden} /> : null}
      {row.reviewed ? <Badge quiet icon="check" words={TEXT.badges.reviewed} /> : null}
      {row.sandbox === null ? null : (
        <Badge
          quiet={!isHeld(row.sandbox)}
          tone={isHeld(row.sandbox) ? 'good' : 'neutral'}
          words={contractMessages.level(row.sandbox)}
        />
      )}
      {state === 'served' ? null : <Badge quiet icon="unplug" words={serverStateText(state)} />}
      {row.exposed === null && disabled === null && quarantine === null ? (
        <Badge quiet words={TEXT.badges.notOffered} />
      ) : null}
    </>
  );
};
