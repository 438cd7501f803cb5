import type { Json, Policy } from '@callgate/core';
import { canonical } from '@callgate/core';
import { z } from 'zod';
import type { AuditLogWriter } from './audit-entry.ts';
import type { Keys } from './keys.ts';
import { keyId } from './key-material.ts';
import { makeKeptText } from './kept-text.ts';
import { isSignedBy } from './public-key.ts';

/** Layers of a policy as they were written, kept beside the audit log. */
export type WrittenLayers = readonly { readonly name: string; readonly text: string }[];

/** A person put another policy in force. */
export interface PolicyActivation {
  /** The configuration whose policy it is. */
  readonly config: string;
  readonly by: string;
  readonly reason: string;
  readonly policy: Pick<Policy, 'name' | 'revision' | 'mode'>;
  readonly layers: WrittenLayers;
  /** What was in force until then. */
  readonly before: WrittenLayers;
  /** Back to what the configuration names. */
  readonly restored: boolean;
}

/** What a row says of it. */
export interface PolicyActivationDetail extends Omit<PolicyActivation, 'layers' | 'before'> {
  /** Digests of the layers. */
  readonly layers: string;
  readonly before: string;
  readonly key: string;
  readonly signature: string;
}

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const detailSchema: z.ZodType<PolicyActivationDetail> = z.object({
  config: z.string(),
  by: z.string(),
  reason: z.string(),
  policy: z.object({ name: z.string(), revision: digest, mode: z.enum(['enforce', 'observe']) }),
  layers: digest,
  before: digest,
  restored: z.boolean(),
  key: z.string(),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** What is signed starts with this: nothing else that these keys sign can pass for an activation. */
const DOMAIN = Buffer.from('callgate:policy-activation:v1\n');

const signedBytes = ({
  config,
  by,
  reason,
  policy: { name, revision, mode },
  layers,
  before,
  restored,
  key,
}: Omit<PolicyActivationDetail, 'signature'>): Uint8Array =>
  Buffer.concat([
    DOMAIN,
    Buffer.from(
      canonical({ config, by, reason, policy: { name, revision, mode }, layers, before, restored, key }),
      'ascii',
    ),
  ]);

/** What a row says of an activation; undefined where it is not one. */
export const readPolicyActivation = (detail: Json): PolicyActivationDetail | undefined =>
  detailSchema.safeParse(detail).data;

export type ActivationSignature = 'valid' | 'invalid' | 'other-key';

/** Whether the owner of the key signed it. */
export const verifyPolicyActivation = (
  publicKey: Uint8Array,
  { signature, ...signed }: PolicyActivationDetail,
): ActivationSignature => {
  if (signed.key !== keyId(publicKey)) return 'other-key';
  return isSignedBy(publicKey, signedBytes(signed), Buffer.from(signature, 'hex')) ? 'valid' : 'invalid';
};

const keepLayers = async (tx: AuditLogWriter, layers: WrittenLayers): Promise<string> => {
  const kept = makeKeptText(
    'policy-layers',
    layers.map(({ name, text }) => ({ name, text })),
  );
  await tx.keep(kept.digest, kept.text);
  return kept.digest;
};

/** Leaves a signed row of it, and the texts to go back to. What cannot be recorded is not put in force. */
export const recordPolicyActivation = async (
  tx: AuditLogWriter,
  keys: Pick<Keys, 'id' | 'sign'>,
  { config, by, reason, policy: { name, revision, mode }, restored, ...texts }: PolicyActivation,
): Promise<void> => {
  const signed = {
    config,
    by,
    reason,
    policy: { name, revision, mode },
    layers: await keepLayers(tx, texts.layers),
    before: await keepLayers(tx, texts.before),
    restored,
    key: keys.id,
  };
  const signature = Buffer.from(keys.sign(signedBytes(signed))).toString('hex');
  await tx.append({
    event: 'activated',
    outcome: 'allowed',
    principal: by,
    tool: '',
    call: null,
    detail: { ...signed, signature },
  });
};
