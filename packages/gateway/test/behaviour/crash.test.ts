import { describe, expect, it } from 'vitest';
import { COMBINATIONS, READS, decisionOf, policyOf, stage, textOf, tool } from './stage.ts';

describe.each(COMBINATIONS)('a $behind server that dies, before a $before client', ({ before, behind }) => {
  it('between calls: its lists are read again and the next call works', async () => {
    const on = await stage({ behind });
    const agent = await on.agent(before);
    expect(textOf(await agent.call('read_note', { id: '1' }))).toContain('read_note');
    await on.oracle().sends('exit');
    on.oracle().says({ tools: [tool('read_note', READS), tool('fresh', READS)] });
    await expect.poll(() => agent.names(), { timeout: 10_000 }).toContain('fresh');
    expect(textOf(await agent.call('fresh', { id: '2' }))).toBe('fresh {"id":"2"}');
    expect(on.oracle().calls()).toHaveLength(2);
  });

  it('with a call out: nobody knows, the model reads that, and the call is not sent again by itself', async () => {
    const on = await stage({ behind });
    const agent = await on.agent(before);
    const out = agent.call('slow', { ms: 60_000 });
    await expect.poll(() => on.oracle().calls().length).toBe(1);
    await on.oracle().sends('exit');
    const answered = await out;
    expect(decisionOf(answered).outcome).toBe('indeterminate');
    expect(textOf(answered)).toContain('callgate inbox');
    await expect
      .poll(async () => textOf(await agent.call('read_note', { id: '1' })), {
        timeout: 10_000,
        interval: 200,
      })
      .toContain('read_note');
    expect(
      on
        .oracle()
        .calls()
        .filter(({ name }) => name === 'slow'),
    ).toHaveLength(1);
    expect(await on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate']]);
    const { desk } = on.at.gateway.gate;
    const [call] = (await desk.read.unsettled({ limit: 10 })).items;
    expect(await desk.settle(call?.id ?? '', { as: 'did-not-happen', by: 'local', reason: 'looked' })).toBe(
      true,
    );
    expect(await on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate', 'settled']]);
  });
});

it('a server that dies with a read out: the read has failed, nobody has to settle it, and it can be called again', async () => {
  const on = await stage({ says: { tools: [tool('slow', READS)] } });
  const agent = await on.agent('legacy');
  const out = agent.call('slow', { ms: 60_000 });
  await expect.poll(() => on.oracle().calls().length).toBe(1);
  await on.oracle().sends('exit');
  expect((await out).error?.message).toContain('Server `notes` is gone');
  expect(await on.eventsOf('slow')).toEqual([['dispatching', 'failed']]);
  expect((await on.at.gateway.gate.desk.read.unsettled({ limit: 10 })).items).toEqual([]);
  await expect
    .poll(async () => textOf(await agent.call('slow', { ms: 1 })), { timeout: 10_000, interval: 200 })
    .toContain('slow');
});

it('a server that dies with a read out that the policy retries: it is started again and the read answers', async () => {
  const on = await stage({
    says: { tools: [tool('slow', READS)] },
    policy: policyOf('  - {id: again, tools: ["notes/slow"], retries: 3, reason: it dies now and then}'),
  });
  const agent = await on.agent('legacy');
  const out = agent.call('slow', { ms: 1500 });
  await expect.poll(() => on.oracle().calls().length).toBe(1);
  await on.oracle().sends('exit');
  expect(textOf(await out)).toBe('slow {"ms":1500}');
  expect(on.oracle().calls()).toHaveLength(2);
  const [events] = await on.eventsOf('slow');
  expect(events?.at(0)).toBe('dispatching');
  expect(events?.filter((event) => event === 'dispatching').length).toBeGreaterThan(1);
  expect(events?.at(-1)).toBe('done');
});

it('a legacy server that was started again logs at the level that is wanted', async () => {
  const on = await stage({ behind: 'legacy' });
  const agent = await on.agent('legacy');
  await agent.request('logging/setLevel', { level: 'debug' });
  await on.oracle().sends('exit');
  await expect
    .poll(async () => textOf(await agent.call('read_note', { id: '1' })), { timeout: 10_000, interval: 200 })
    .toContain('read_note');
  await expect
    .poll(
      () =>
        on
          .oracle()
          .received()
          .filter(({ method }) => method === 'logging/setLevel').length,
      { timeout: 3000 },
    )
    .toBe(2);
});

it('one server that dies costs nothing of another', async () => {
  const on = await stage({ servers: { a: {}, b: {} } });
  const agent = await on.agent('modern');
  const out = agent.call('b__slow', { ms: 500 });
  await expect.poll(() => on.oracle('b').calls().length).toBe(1);
  await on.oracle('a').sends('exit');
  expect(textOf(await agent.call('b__read_note', { id: '1' }))).toContain('read_note');
  expect(textOf(await out)).toContain('slow');
});

it('a held call survives a server that dies: approved, it runs at the new one', async () => {
  const on = await stage();
  const agent = await on.agent('legacy');
  const waiting = agent.call('delete_note', { id: '1' });
  const [held] = await on.untilHeld();
  await on.oracle().sends('exit');
  await on.vote(held?.id ?? '');
  const first = await waiting;
  // what was judged for the server before is not sent to the one that is there now, without being judged again
  if (first.result?.['isError'] === true || first.error !== undefined) {
    expect(on.oracle().calls()).toEqual([]);
    const again = agent.call('delete_note', { id: '1' });
    const [next] = await on.untilHeld();
    await on.vote(next?.id ?? '');
    expect(textOf(await again)).toContain('delete_note');
  }
  expect(on.oracle().calls()).toHaveLength(1);
});
