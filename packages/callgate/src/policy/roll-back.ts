import { CallgateError } from '@callgate/core';
import { getStoreAddress } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import { policyMessages } from '@callgate/messages/cli/policy';
import { homeErrors } from '@callgate/messages/errors/home';
import { policyErrors } from '@callgate/messages/errors/policy';
import type { LayerText } from '@callgate/operations/policy';
import { layersDigest, loadLayeredPolicy, readPolicyRevision } from '@callgate/operations/policy';
import { canBeStore } from '@callgate/gate/store';
import type { PolicyOffer } from './offer-policy.ts';
import { offerPolicy } from './offer-policy.ts';
import type { PolicyHome } from './policy-home.ts';
import { findKeys } from './policy-home.ts';

const readNumber = (written: string | undefined): number => {
  if (written === undefined) return 0;
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw new CallgateError(policyErrors.revisionNumber());
};

const readLayers = async (home: PolicyHome, number: number): Promise<readonly LayerText[]> => {
  const address = getStoreAddress(home.everything.config.store);
  if (!canBeStore(address)) throw new CallgateError(policyErrors.revisionUnknown());
  const { read, close } = await openStoreReader(address);
  try {
    return await readPolicyRevision(read, findKeys(home)?.publicKey, number, home.path);
  } finally {
    await close();
  }
};

export interface RollBackRequest extends Pick<PolicyOffer, 'reason' | 'calls' | 'digest' | 'json'> {
  /** As it was written: a number of the history; absent for what was in force before. */
  readonly revision: string | undefined;
  readonly allowLoosening: boolean;
}

/** Offers a policy of the history as any other is offered. */
export const rollBack = async (
  home: PolicyHome,
  { revision, allowLoosening, ...offer }: RollBackRequest,
): Promise<void> => {
  const layers = await readLayers(home, readNumber(revision));
  const { configured } = home.everything;
  const isConfigured = layersDigest(layers) === layersDigest(configured.layers);
  const policy = isConfigured ? configured.policy : loadLayeredPolicy(layers);
  if (!home.isDamaged && policy.revision === home.effective.policy.revision)
    throw new CallgateError(policyErrors.revisionActive());
  if (home.isDamaged) process.stderr.write(`${policyMessages.activate.damaged}\n`);
  // there is nothing to go back from
  if (isConfigured && home.active === null && !home.isDamaged)
    throw new CallgateError(homeErrors.policy.configuredInForce());
  await offerPolicy(home, {
    ...offer,
    allowLoosening,
    layers: isConfigured ? null : layers,
    policy,
    done: policyMessages.rollback.done,
  });
};
