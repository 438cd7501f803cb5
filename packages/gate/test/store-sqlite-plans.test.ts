import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CALL_STATES } from '../src/record/call-row.ts';
import type { CallFilter } from '../src/store/store-reader.ts';
import { PEOPLE_QUERIES } from '../src/store/rows/people-codec.ts';
import { makeInboxWalk, makeUnsettledWalk } from '../src/store/sql/call-lists.ts';
import { CALL_QUERIES, makeRunningQuery } from '../src/store/sql/call-queries.ts';
import { probeSql, findSearchWalk, listSearchPlans } from '../src/store/sql/call-search.ts';
import { ID_RANGE } from '../src/store/sql/call-text.ts';
import type { CallWalk } from '../src/store/sql/call-walk.ts';
import { walkSql } from '../src/store/sql/call-walk.ts';
import { countSql, firstSql, nextNameSql } from '../src/store/sql/chart.ts';
import { AI_SINCE, VOTES_SINCE } from '../src/store/sql/figures.ts';
import { PROMPT_QUERIES } from '../src/store/sql/prompt-figures.ts';
import { READ_QUERIES } from '../src/store/sql/sql-reader.ts';
import { makeRulesQuery } from '../src/store/sql/rule-figures.ts';
import { NEWEST_OF_SESSION, NEXT_SESSION, headsByTimeSql } from '../src/store/sql/session-heads.ts';
import { SESSION_QUERIES } from '../src/store/sql/session-list.ts';
import { USAGE_SINCE } from '../src/store/sql/tool-usage.ts';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';
import { SQLITE_DIALECT, SqliteReadConnection } from '../src/store/sqlite/sqlite-read-connection.ts';
import { MIGRATIONS } from '../src/store/sqlite/schema.ts';

const db = new DatabaseSync(':memory:');
db.exec(MIGRATIONS.join('\n'));
const reading = new SqliteReadConnection(new SqliteConnection(db), 0);

const plan = (sql: string): readonly string[] =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => String(row['detail']));

/** Indexes that hold only what is of interest now: to read one of them whole is to read the answer. */
const SHORT = ['calls_live', 'calls_expiry', 'inbox_time', 'calls_unsettled', 'grants_live'];

/** The steps of a plan that read a table from end to end, or sort what an index should have in order. */
const slowSteps = (sql: string, sorts: boolean = false): readonly string[] => {
  const steps = plan(sql);
  const scans = steps.filter((step) => step.startsWith('SCAN '));
  const long = scans.filter(
    (step) => !SHORT.some((index) => step.includes(index)) && !/^SCAN (?:counted|newest)$/.test(step),
  );
  const sorted = steps.filter((step) => !sorts && step.startsWith('USE TEMP B-TREE'));
  return [...long, ...sorted].map((step) => `${step}: ${sql}`);
};

/** Lists that have their whole table in order, from an end of it on; and what counts the whole of one. */
const FROM_AN_END = new Set(['allGrants', 'alerts', 'checkpoints', 'voteCount']);

describe('an index answers', () => {
  it.each(Object.entries(CALL_QUERIES))('what a transaction asks about calls: %s', (_, sql) => {
    expect(slowSteps(sql, sql === CALL_QUERIES.heldTwin)).toEqual([]);
  });

  it.each([{}, { server: 's' }, { server: 's', target: 't' }, { principal: 'p' }, { target: 't' }])(
    'how many calls are out: %j',
    (filter) => {
      const { sql } = makeRunningQuery(filter);
      expect(slowSteps(sql)).toEqual([]);
      expect(plan(sql).join()).toContain('COVERING INDEX calls_live (state=?');
    },
  );

  it.each(Object.entries(PEOPLE_QUERIES))('what a transaction asks about people: %s', (name, sql) => {
    expect(slowSteps(sql, name === 'votes')).toEqual([]);
  });

  it.each(Object.entries(READ_QUERIES))('what people ask: %s', (name, sql) => {
    if (FROM_AN_END.has(name)) expect(plan(sql).join()).not.toContain('TEMP B-TREE');
    else expect(slowSteps(sql, name === 'liveGrants')).toEqual([]);
  });

  it.each([SQLITE_DIALECT.entriesOfCall, SQLITE_DIALECT.hashes])('where entries are: %s', (sql) => {
    expect(slowSteps(sql)).toEqual([]);
  });

  it.each(['SELECT seq, at, hash FROM record ORDER BY seq DESC LIMIT 1'])('where the record ends', (sql) => {
    expect(plan(sql)).toEqual(['SCAN record']);
    expect(plan(sql).join()).not.toContain('TEMP B-TREE');
  });

  const walks = (filter: CallFilter): readonly CallWalk[] =>
    listSearchPlans(filter, SQLITE_DIALECT).map(({ ranges }) => ({
      ranges,
      direction: 'latest first',
      also: { sql: '', values: [] },
      still: { sql: '', values: [] },
    }));

  const filters: readonly CallFilter[] = [
    { states: ['held'] },
    { states: CALL_STATES },
    { outcome: 'confirm' },
    { server: 's' },
    { target: 't' },
    { principal: 'p' },
    { session: 's' },
    { ai: true },
    { since: 1 },
    { until: 2 },
    { since: 1, until: 2 },
    { server: 's', states: ['done'], ai: false, since: 1, until: 2 },
  ];

  it.each(filters)('which calls there are, in order: %j', (filter) => {
    for (const walk of walks(filter))
      for (const range of walk.ranges) {
        const sql = walkSql(range, walk);
        expect(slowSteps(sql)).toEqual([]);
        expect(plan(sql).join(), sql).toMatch(
          new RegExp(`^SEARCH calls USING COVERING INDEX ${range.index} \\(.*received_at[<>]`),
        );
        expect(slowSteps(probeSql(range))).toEqual([]);
      }
  });

  it('which calls there are from the newest on', () => {
    for (const walk of walks({}))
      for (const range of walk.ranges)
        expect(plan(walkSql(range, walk))).toEqual([
          'SEARCH calls USING COVERING INDEX calls_time (received_at<?)',
        ]);
  });

  it('what is looked at along the way, by the place of the row', async () => {
    const walk = await findSearchWalk(reading, { server: 's', states: ['done'] });
    for (const range of walk.ranges) expect(slowSteps(walkSql(range, walk))).toEqual([]);
  });

  it.each([{}, { principal: 'p' }, { session: 's' }, { session: 's', principal: 'p' }])(
    'who waits: %j',
    (filter) => {
      const walk = makeInboxWalk(filter);
      for (const range of walk.ranges) {
        expect(slowSteps(walkSql(range, walk))).toEqual([]);
        expect(plan(walkSql(range, walk)).join()).toContain(`INDEX ${range.index}`);
      }
    },
  );

  it('whose outcome nobody knows', () => {
    const walk = makeUnsettledWalk();
    for (const range of walk.ranges) expect(slowSteps(walkSql(range, walk))).toEqual([]);
  });

  it('how many calls there were', () => {
    for (const by of ['server', 'target'] as const) {
      expect(plan(nextNameSql(by)).join()).toBe(`SEARCH calls USING COVERING INDEX calls_${by} (${by}>?)`);
      const from = `calls INDEXED BY calls_${by} WHERE ${by} = ?`;
      for (const sql of [firstSql(from), countSql(from)]) {
        expect(slowSteps(sql)).toEqual([]);
        expect(plan(sql).join()).toContain(
          `COVERING INDEX calls_${by} (${by}=? AND received_at>? AND received_at<?)`,
        );
      }
    }
    const from = 'calls INDEXED BY calls_state WHERE state = ? AND outcome = ? AND ai = ?';
    for (const sql of [firstSql(from), countSql(from)])
      expect(plan(sql).join()).toContain(
        '(state=? AND outcome=? AND ai=? AND received_at>? AND received_at<?)',
      );
  });

  it.each(Object.entries(SESSION_QUERIES))('what people ask about sessions: %s', (name, sql) => {
    expect(slowSteps(sql, name === 'counts')).toEqual([]);
  });

  it('which sessions there are, by the time and by their names', () => {
    for (const index of ['calls_time', 'calls_principal'] as const) {
      const steps = plan(headsByTimeSql(index)).join();
      expect(slowSteps(headsByTimeSql(index))).toEqual([]);
      expect(steps).toMatch(new RegExp(`SEARCH c USING INDEX ${index} \\(.*received_at<\\?\\)`));
      expect(steps).toContain('INDEX calls_session (session=? AND received_at>?)');
    }
    expect(plan(NEXT_SESSION)).toEqual(['SEARCH calls USING COVERING INDEX calls_session (session>?)']);
    expect(plan(NEWEST_OF_SESSION)).toEqual(['SEARCH calls USING COVERING INDEX calls_session (session=?)']);
  });

  it('how people decide and how often AI was used', () => {
    expect(slowSteps(VOTES_SINCE)).toEqual([]);
    expect(plan(VOTES_SINCE).join()).toMatch(/votes_time \(at>\?\).*SEARCH c USING INDEX/);
    expect(slowSteps(AI_SINCE)).toEqual([]);
    expect(plan(AI_SINCE).join()).toContain('INDEX calls_ai (dispatched_at>?)');
  });

  it('what the calls of each tool came to', () => {
    expect(plan(USAGE_SINCE)).toEqual(['SEARCH calls USING INDEX calls_time (received_at>?)']);
  });

  it.each(Object.entries(PROMPT_QUERIES))('how often people were asked in a session: %s', (_, sql) => {
    expect(slowSteps(sql)).toEqual([]);
    expect(plan(sql).join()).toMatch(
      /^SEARCH calls USING COVERING INDEX calls_(session|asked) \(session[=>]/,
    );
  });

  it('which call has an id like this, and which rules decided it', () => {
    for (const sql of [ID_RANGE, makeRulesQuery(SQLITE_DIALECT)]) expect(slowSteps(sql)).toEqual([]);
  });

  it('which calls have a text in the names of their server or target', async () => {
    const match = { servers: ['a', 'b'], targets: ['c'], calls: [{ id: 'd', at: 1 }] };
    for (const { ranges } of listSearchPlans({ text: 'x', since: 1 }, SQLITE_DIALECT, match))
      for (const range of ranges) {
        const walk = { ...(await findSearchWalk(reading, { text: 'x' }, match)), ranges };
        // the list of names is the only thing that is read from end to end
        expect(slowSteps(walkSql(range, walk)).filter((step) => !step.startsWith('SCAN json_each'))).toEqual(
          [],
        );
        expect(plan(walkSql(range, walk))[0]).toContain(`SEARCH calls USING INDEX ${range.index} (`);
      }
  });
});
