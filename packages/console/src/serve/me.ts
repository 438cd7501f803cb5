import type { Caller, OperationParts, Me } from '@callgate/operations';

const VERSION = '0.1.0';

/** The aliases under which hooks report what hosts run by themselves. */
const HOSTS = ['host-claude-code', 'host-codex'];

/** Says whether any hook has ever reported. One that has is not forgotten. */
export const hostToolsSeen = ({ gateway }: Pick<OperationParts, 'gateway'>): (() => Promise<boolean>) => {
  let seen = false;
  return async () => {
    for (const server of HOSTS) {
      if (seen) break;
      seen = (await gateway.gate.desk.read.search({ server }, { limit: 1 })).items.length > 0;
    }
    return seen;
  };
};

export const meOf = (
  { gateway, config }: Pick<OperationParts, 'gateway' | 'config'>,
  caller: Caller,
  csrf: string,
  hostTools: boolean,
): Me => ({
  caller,
  csrf,
  version: VERSION,
  selfApproval: config().people.selfApproval,
  observing: gateway.gate.policy.mode === 'observe',
  hostToolsUnseen: !hostTools,
});
