import type { ServerState, SessionProfile, ToolRow } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import type { Option } from '../parts/form.tsx';

/** The sessions a tool is judged in where nobody names one. */
export const SITUATION_NAMES: readonly Option<SessionProfile>[] = [
  { value: 'plain', name: 'nothing yet' },
  { value: 'private', name: 'private data' },
  { value: 'untrusted', name: 'untrusted content' },
  { value: 'both', name: 'both' },
];

export const serverStateWords = (state: ServerState): string =>
  state === 'unreached' ? 'not reached' : 'not served here';

/** How a tool stands, besides what is believed of it. */
export const ToolStatusBadges = ({ row, state }: { row: ToolRow; state: ServerState }) => {
  const { drift, disabled, quarantine } = row;
  return (
    <>
      {disabled === null || drift?.keptOut === true ? null : (
        <Badge tone="block" icon="cross" words="disabled" />
      )}
      {drift === null ? null : (
        <Badge
          tone={drift.verdict === 'loosened' ? 'danger' : 'warning'}
          icon="warning"
          words={drift.keptOut ? 'changed, kept out' : drift.loosened > 0 ? 'changed, loosened' : 'changed'}
        />
      )}
      {quarantine === null || drift !== null ? null : <Badge tone="danger" icon="stop" words="set apart" />}
      {row.conflicts === 0 ? null : <Badge tone="warning" icon="warning" words="claims conflict" />}
      {row.malformed === 0 ? null : <Badge tone="warning" icon="warning" words="malformed claims" />}
      {row.described ? null : <Badge quiet words="undescribed" />}
      {row.overridden ? <Badge quiet icon="person" words="overridden" /> : null}
      {row.reviewed ? <Badge quiet icon="check" words="reviewed" /> : null}
      {state === 'served' ? null : <Badge quiet icon="unplug" words={serverStateWords(state)} />}
      {row.exposed === null && disabled === null && quarantine === null ? (
        <Badge quiet words="not offered" />
      ) : null}
    </>
  );
};
