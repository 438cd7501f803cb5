import { CallgateError, display } from '@callgate/core';
import { expect, it } from 'vitest';
import { verifyAuditLog } from '@callgate/gate';
import { makeAuditReport, describeEntry } from '@callgate/gate/audit';
import { parseEntry } from '@callgate/gate/record';
import { formatEntryCsv } from '../src/audit/tell/export-entries.ts';
import { manyLives, readerOf } from './record-memory.ts';
import { call, office } from './office.ts';

const CONTEXT = { principal: 'local', context: 'c1', authenticated: true } as const;
const CHEAPER = {
  context: CONTEXT,
  model: 'small',
  instead: 'big',
  reasons: ['files/read asks for 0.1'],
  cost: 0.01,
  saved: 0.04,
} as const;

it('a recommended model is recorded beside its call, and the record verifies', async () => {
  const place = await office();
  const done = await place.gate.run(call('add_note', { text: 'x' }), async (dispatchable) => {
    dispatchable.take();
    return { type: 'result', result: {} };
  });
  await place.gate.rerouted({ ...CHEAPER, call: done.call });
  await place.gate.rerouted({ ...CHEAPER, saved: -0.04 });
  expect(await verifyAuditLog(place.store.read, { keys: place.keys })).toMatchObject({
    ok: true,
    problems: [],
  });
  const rows = (await place.store.read.rowsOfCall(done.call)).map(({ bytes }) => parseEntry(bytes));
  const row = rows.at(-1);
  expect(row).toMatchObject({ event: 'rerouted', principal: 'local', call: done.call });
  expect(row?.tool).toBe(rows[0]?.tool);
  const [dearer] = (await place.store.read.rows(1, 1000)).slice(-1);
  expect(dearer === undefined ? '' : describeEntry(parseEntry(dearer.bytes))).toBe(
    'small in place of big; about 0.04 more expensive a step; files/read asks for 0.1',
  );
  expect(dearer === undefined ? '' : formatEntryCsv(dearer)).toContain('about 0.04 more expensive');
  expect((await makeAuditReport(place.store.read)).rerouted).toEqual([
    { instead: 'big', model: 'small', steps: 2, saved: 0 },
  ]);
});

it('a call of another session, or none at all, cannot be named', async () => {
  const place = await office();
  const done = await place.gate.run(call('add_note', { text: 'x' }), async (dispatchable) => {
    dispatchable.take();
    return { type: 'result', result: {} };
  });
  const other = { ...CONTEXT, context: 'c2' };
  for (const wrong of [
    { ...CHEAPER, call: 'nobody' },
    { ...CHEAPER, call: done.call, context: other },
  ]) {
    const refused = place.gate.rerouted(wrong);
    await expect(refused).rejects.toBeInstanceOf(CallgateError);
    await expect(refused).rejects.toMatchObject({ code: 'REROUTED_CALL' });
  }
  expect((await place.store.read.rows(1, 1000)).some(({ event }) => event === 'rerouted')).toBe(false);
});

it('a row that reroutes after a call nobody received is found by verification', async () => {
  const detail = { session: 's', model: 'a', instead: 'b', reasons: [], cost: null, saved: null };
  const good = manyLives(20);
  good.append('rerouted', null, detail);
  const keys = good.keys;
  expect(await verifyAuditLog(readerOf(good.recorded), { keys })).toMatchObject({ problems: [] });
  good.append('rerouted', { id: 'cX', server: 's', target: 't' } as never, detail);
  good.append('rerouted', null, { ...detail, model: 7 });
  const { problems } = await verifyAuditLog(readerOf(good.recorded), { keys });
  expect(problems.map(({ code }) => code)).toEqual(['REROUTED', 'REROUTED']);
});

it('reasons are told as they were written, and are safe whoever wrote them', async () => {
  const place = await office();
  const told = async (reason: string): Promise<string> => {
    await place.gate.rerouted({ ...CHEAPER, saved: null, reasons: [reason] });
    const [row] = (await place.store.read.rows(1, 1000)).slice(-1);
    return row === undefined
      ? ''
      : describeEntry(parseEntry(row.bytes)).replace('small in place of big; ', '');
  };
  const shown = `${display('read\u202e')} asks for 0.1, and ${display('x'.repeat(99), { max: 20 })} too`;
  expect(shown).toContain('⟦U+202E⟧');
  expect(shown).toContain('⟦… 79 characters …⟧');
  expect(await told(shown)).toBe(shown);
  expect(await told('a\u202eb ⟦U+20⟧ ⟦ ⟦… 9 characters …⟧')).toBe(
    'a⟦U+202E⟧b ⟦U+27E6⟧U+20⟧ ⟦U+27E6⟧ ⟦… 9 characters …⟧',
  );
  expect((await told('y'.repeat(5000))).length).toBeLessThan(300);
});
