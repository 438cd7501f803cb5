import { LOCAL_PRINCIPAL } from '@callgate/core';
import { expect, it } from 'vitest';
import { MODELS, SAYS } from '../behaviour/models-stage.ts';
import type { Beside } from './pair.ts';
import { WITHIN_MS, pair } from './pair.ts';

/** A host asks which model is next, for the context that both clients have. */
const asking = async ({ gateway }: Beside): Promise<unknown> =>
  await gateway.protocol.recommend?.(
    { principal: LOCAL_PRINCIPAL, context: 'test:1', authenticated: true, transport: 'stdio' },
    {},
  );

it(
  'a host may ask any process about results of any other',
  async () => {
    const { processes } = await pair(SAYS, { models: MODELS });
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
