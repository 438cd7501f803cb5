import { CallgateError, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { parseEntry, readPolicyActivation, verifyPolicyActivation } from '@callgate/gate/record';
import type { PolicyActivationDetail } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { policyErrors } from '@callgate/messages/errors/policy';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { LayerText, PolicyApi, PolicyRevision } from '../api/policy.ts';
import { defineRead } from '../operation-table.ts';
import { layersShape } from './comparison-shape.ts';
import { layersDigest } from './load-layered-policy.ts';
import { readEntriesOfNoCall } from './read-entries-of-no-call.ts';

export type PolicyHistoryReader = Pick<StoreReader, 'rowsOfNoCall' | 'kept'>;

interface RecordedActivation {
  readonly seq: number;
  readonly at: number;
  readonly detail: PolicyActivationDetail;
}

const readActivations = async (read: PolicyHistoryReader): Promise<readonly RecordedActivation[]> => {
  const found: RecordedActivation[] = [];
  for await (const { seq, at, bytes } of readEntriesOfNoCall(read, { event: 'activated' })) {
    const detail = readPolicyActivation(parseEntry(bytes).detail);
    if (detail !== undefined) found.push({ seq, at, detail });
  }
  return found;
};

/** What was kept must be what the row names: the text is not part of the chain. */
const readLayers = async (read: PolicyHistoryReader, digest: string): Promise<readonly LayerText[]> => {
  const text = await read.kept(digest);
  const layers = text === undefined ? undefined : layersShape.safeParse(parseStrict(text)).data;
  if (layers === undefined || layersDigest(layers) !== digest)
    throw new CallgateError(policyErrors.revisionLost());
  return layers;
};

/** Policies that were put in force, the latest first. Without the key signatures are not checked. */
export const readPolicyHistory = async (
  read: PolicyHistoryReader,
  publicKey: Uint8Array | undefined,
): Promise<readonly PolicyRevision[]> =>
  (await readActivations(read))
    .map(({ seq, at, detail }, index): PolicyRevision => {
      const { config, by, reason, policy, layers, restored, key } = detail;
      const signature = publicKey === undefined ? 'unchecked' : verifyPolicyActivation(publicKey, detail);
      return {
        number: index + 1,
        seq,
        at,
        config,
        by,
        reason,
        policy,
        digest: layers,
        restored,
        key,
        signature,
      };
    })
    .toReversed();

/**
 * The layers of one revision; 0 stands for what was in force before the latest activation of `config`. Throws where its
 * signature does not hold.
 */
export const readPolicyRevision = async (
  read: PolicyHistoryReader,
  publicKey: Uint8Array | undefined,
  number: number,
  config?: string,
): Promise<readonly LayerText[]> => {
  const all = await readActivations(read);
  const found = number === 0 ? all.findLast(({ detail }) => detail.config === config) : all[number - 1];
  if (found === undefined) throw new CallgateError(policyErrors.revisionUnknown());
  const { detail } = found;
  const signature = publicKey === undefined ? 'valid' : verifyPolicyActivation(publicKey, detail);
  if (signature !== 'valid')
    throw new CallgateError(
      signature === 'invalid'
        ? policyErrors.revisionUnsigned()
        : policyErrors.revisionOtherKey({ key: display(detail.key, { max: 40 }) }),
    );
  return await readLayers(read, number === 0 ? detail.before : detail.layers);
};

export const historyOperations = (
  read: PolicyHistoryReader,
  publicKey: Uint8Array | undefined,
): Operations<Pick<PolicyApi, 'policy.history' | 'policy.revision'>> => ({
  'policy.history': defineRead('operator', z.strictObject({}), () => readPolicyHistory(read, publicKey)),
  'policy.revision': defineRead(
    'operator',
    z.strictObject({ number: z.int().min(1) }),
    async ({ number }) => ({ layers: await readPolicyRevision(read, publicKey, number) }),
  ),
});
