import type { InBandSettings } from '@callgate/gate/confirm';
import type { HomeSettings } from '../config/read-config.ts';

/** What the operator set for answers over agents' own connections, as the gate takes it. */
export const inBandSettings = ({
  approvals,
  clients,
}: Pick<HomeSettings, 'approvals' | 'clients'>): InBandSettings => ({
  ...(approvals.answersInBand === undefined ? {} : { answersInBand: approvals.answersInBand }),
  clients,
});
