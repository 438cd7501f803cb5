import type { ServerState, ToolRow } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';

/** How a tool stands, besides what is believed of it. */
export const StandingBadges = ({ row, state }: { row: ToolRow; state: ServerState }) => (
  <>
    {row.disabled === null || row.drift?.keptOut === true ? null : (
      <Badge tone="block" icon="cross">
        disabled
      </Badge>
    )}
    {row.drift === null ? null : (
      <Badge tone={row.drift.verdict === 'loosened' ? 'danger' : 'warning'} icon="warning">
        {row.drift.keptOut ? 'changed, kept out' : row.drift.loosened > 0 ? 'changed, loosened' : 'changed'}
      </Badge>
    )}
    {row.quarantine === null || row.drift !== null ? null : (
      <Badge tone="danger" icon="stop">
        set apart
      </Badge>
    )}
    {row.conflicts === 0 ? null : (
      <Badge tone="warning" icon="warning">
        claims conflict
      </Badge>
    )}
    {row.malformed === 0 ? null : (
      <Badge tone="warning" icon="warning">
        malformed claims
      </Badge>
    )}
    {row.described ? null : <Badge quiet>undescribed</Badge>}
    {row.overridden ? (
      <Badge quiet icon="person">
        overridden
      </Badge>
    ) : null}
    {row.reviewed ? (
      <Badge quiet icon="check">
        reviewed
      </Badge>
    ) : null}
    {state === 'served' ? null : (
      <Badge quiet icon="unplug">
        {state === 'unreached' ? 'not reached' : 'not served here'}
      </Badge>
    )}
    {row.exposed === null && row.disabled === null && row.quarantine === null ? (
      <Badge quiet>not offered</Badge>
    ) : null}
  </>
);
