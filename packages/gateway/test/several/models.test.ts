import { LOCAL_PRINCIPAL } from '@callgate/core';
import { expect, it } from 'vitest';
import { MODELS, MODEL_SCRIPT } from '../behaviour/models-stage.ts';
import type { PairedGateway } from './gateway-pair.ts';
import { WITHIN_MS, openGatewayPair } from './gateway-pair.ts';

/** A host asks which model is next, for the context that both clients have. */
const asking = async ({ gateway }: PairedGateway): Promise<unknown> =>
  await gateway.protocol.recommend?.(
    { principal: LOCAL_PRINCIPAL, context: 'test:1', authenticated: true, transport: 'stdio' },
    {},
  );

it(
  'a host may ask any process about results of any other',
  async () => {
    const { processes } = await openGatewayPair(MODEL_SCRIPT, { models: MODELS });
    const [one, other] = processes;
    await one.client.request('tools/call', { name: 'notes__diagnose', arguments: {} });
    await other.client.request('tools/call', { name: 'notes__list', arguments: {} });
    expect(await asking(other)).toMatchObject({ advice: { model: 'big' } });
    expect(await asking(one)).toMatchObject({ advice: { model: 'big' } });
    await one.client.request('tools/call', { name: 'notes__list', arguments: {} });
    expect(await asking(other)).toMatchObject({ advice: { model: 'small' } });
  },
  WITHIN_MS,
);
