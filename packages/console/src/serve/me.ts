import type { OperationCaller, OperationParts, CurrentUser } from '@callgate/operations';

const VERSION = '0.1.0';

/** The aliases under which hooks report what hosts run by themselves. */
const HOSTS = ['host-claude-code', 'host-codex'];

/** Says whether any hook has ever reported. One that has is not forgotten. */
export const createHostToolsCheck = ({
  gateway,
}: Pick<OperationParts, 'gateway'>): (() => Promise<boolean>) => {
  let seen = false;
  return async () => {
    for (const server of HOSTS) {
      if (seen) break;
      seen = (await gateway.gate.desk.read.search({ server }, { limit: 1 })).items.length > 0;
    }
    return seen;
  };
};

export const buildMe = (
  { gateway, config }: Pick<OperationParts, 'gateway' | 'config'>,
  caller: OperationCaller,
  csrf: string,
  hostTools: boolean,
): CurrentUser => ({
  caller,
  csrf,
  version: VERSION,
  selfApproval: config().people.selfApproval,
  observing: gateway.gate.policy.mode === 'observe',
  storeProblem: gateway.gate.desk.storeProblem()?.code ?? null,
  hostToolsUnseen: !hostTools,
});
