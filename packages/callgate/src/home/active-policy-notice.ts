import type { Policy } from '@callgate/core';
import { display } from '@callgate/core';
import type { ConfigProblem } from '@callgate/gateway/config';
import { serveMessages } from '@callgate/messages/cli/serve';
import { fileWarning } from './apply-packs.ts';
import type { ActivePolicy } from './policy-file.ts';

/** Shown at every start, because changes of the configuration's policy have no effect now. */
export const activePolicyNotice = (
  config: string,
  { by, at, reason, instead }: ActivePolicy,
  own: Policy,
): ConfigProblem =>
  fileWarning(
    config,
    'POLICY_OF_CONSOLE',
    serveMessages.policy.insteadOfConfigured({
      by: display(by, { max: 80 }),
      at: new Date(at).toISOString(),
      changed: own.revision !== instead,
      reason: display(reason, { max: 300 }),
    }),
    serveMessages.policy.insteadHelp,
  );
