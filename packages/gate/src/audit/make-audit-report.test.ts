import { describe, expect, it } from 'vitest';
import { MemoryLogWriter, manyLives, readerOf } from '../../test/record-memory.ts';
import { findFirstEntry, makeAuditReport } from './make-audit-report.ts';

describe('a report', () => {
  const life = new MemoryLogWriter();
  const begin = life.now;
  // tools come in turn: files/read, bank/pay, notes/add, mail/send; every fifth call is AI-tagged
  life.end(life.receive('dispatching', 'auto'), 'done');
  life.end(life.dispatch(life.approve(life.receive('held', 'confirm'), 'bob')), 'done');
  life.receive('blocked', 'block');
  const held = life.receive('held', 'confirm');
  life.vote(held, 'bob', 'refuse', 500);
  life.move(held, 'refused');
  life.end(life.dispatch(life.receive('dispatching', 'auto')), 'failed');
  life.settle(life.end(life.receive('dispatching', 'auto'), 'indeterminate'));
  life.end(life.receive('dispatching', 'auto'), 'indeterminate');
  life.receive('dispatching', 'block', { enforced: false });
  life.append('blocked', null, { arrows: ['received', 'blocked'] });
  const middle = life.now + 5000;
  life.wait(10_000);
  life.vote(life.receive('held', 'confirm'), 'carol', 'approve', 7000);
  const reader = readerOf(life.recorded);

  it('counts decisions, states, tools and hints', async () => {
    const report = await makeAuditReport(reader);
    expect(report).toMatchObject({
      from: begin,
      rows: life.recorded.rows.length,
      unreadableRows: 0,
      decided: { calls: 9, auto: 4, confirm: 3, block: 2 },
      observed: 1,
      notTakenIn: 1,
      states: {
        done: 2,
        blocked: 1,
        refused: 1,
        failed: 1,
        indeterminate: 2,
        dispatching: 1,
        held: 1,
        approved: 0,
      },
    });
    const tool = (name: string): unknown => report.tools.find((each) => each.tool === name);
    expect(tool('files/read')).toMatchObject({
      calls: 3,
      auto: 2,
      confirm: 1,
      done: 1,
      failed: 1,
      medianMs: 20,
    });
    expect(tool('bank/pay')).toMatchObject({ calls: 2, confirm: 1, auto: 1, done: 1, indeterminate: 1 });
    expect(report.hints).toEqual([
      { hint: 'readOnly', calls: 3, auto: 2, confirm: 1, block: 0 },
      { hint: 'openWorld', calls: 2, auto: 0, confirm: 1, block: 1 },
    ]);
  });

  it('tells how people decide, what used AI, and what nobody knows', async () => {
    const report = await makeAuditReport(reader);
    expect(report.approvers).toEqual([
      { subject: 'bob', approved: 1, refused: 1, medianMs: 500, hasty: 1 },
      { subject: 'carol', approved: 1, refused: 0, medianMs: 7000, hasty: 0 },
    ]);
    expect(report.ai).toEqual([{ tool: 'files/read', principal: 'ada', calls: 1 }]);
    expect(report.indeterminate.map(({ settled }) => settled)).toEqual(['happened (eve)', null]);
  });

  it('tells of a time only, as it stood at its end', async () => {
    const late = await makeAuditReport(reader, { since: middle });
    expect(late).toMatchObject({ decided: { calls: 1, confirm: 1 }, states: { held: 1, done: 0 } });
    expect(late.approvers.map(({ subject }) => subject)).toEqual(['carol']);
    const early = await makeAuditReport(reader, { until: middle });
    expect(early).toMatchObject({ decided: { calls: 8 }, states: { held: 0 } });
    expect(await makeAuditReport(reader, { since: middle, until: middle })).toMatchObject({
      rows: 0,
      from: null,
    });
  });

  it('tells which models were recommended in place of which, and what that comes to', async () => {
    const writer = new MemoryLogWriter();
    const rerouted = (model: string, saved: number | null): void =>
      void writer.append('rerouted', null, {
        session: 's',
        model,
        instead: 'medium',
        reasons: ['because'],
        cost: 0.1,
        saved,
      });
    rerouted('big', -0.25);
    rerouted('small', 0.5);
    rerouted('small', 0.25);
    rerouted('other', null);
    writer.append('rerouted', null, { model: 7 });
    const report = await makeAuditReport(readerOf(writer.recorded));
    expect(report.rerouted).toEqual([
      { instead: 'medium', model: 'small', steps: 2, saved: 0.75 },
      { instead: 'medium', model: 'big', steps: 1, saved: -0.25 },
      { instead: 'medium', model: 'other', steps: 1, saved: null },
    ]);
  });

  it('counts rows that cannot be read, and goes on', async () => {
    const rows = life.recorded.rows.map((row, index) =>
      index === 2 ? { ...row, bytes: row.bytes.subarray(1) } : row,
    );
    expect(await makeAuditReport(readerOf({ ...life.recorded, rows }))).toMatchObject({
      unreadableRows: 1,
      decided: { calls: 9 },
    });
  });
});

describe('the first row at a time', () => {
  it('is found for every time there is', async () => {
    const { recorded } = manyLives(40);
    const reader = readerOf(recorded);
    const times = recorded.rows.flatMap(({ at }) => [at - 1, at, at + 1]);
    for (const at of [0, ...times, Infinity]) {
      const expected = recorded.rows.findIndex((row) => row.at >= at);
      expect(await findFirstEntry(reader, at)).toBe(
        expected === -1 ? recorded.rows.length + 1 : expected + 1,
      );
    }
  });
});
