import { describe, expect, it } from 'vitest';
import { EMPTY_LOG_HEAD, chainEntry } from '../src/record/chain-entry.ts';
import type { AuditLogHead, StoredEntry } from '../src/record/audit-entry.ts';
import { verifyAuditLog } from '../src/audit/verify-audit-log.ts';
import { verifyEntry } from '../src/audit/verify-entry.ts';
import { copyOf, manyLives, readerOf, seeded } from './record-memory.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';

describe('every single bit', () => {
  const ROWS = DEEP ? 10_000 : 400;
  const EVENTS = ['vote', 'heard', 'done', 'alert', 'failed', 'policy'] as const;

  it(`of ${ROWS} rows is noticed when it is flipped: in the bytes, the hash and the columns`, () => {
    let previous: AuditLogHead = EMPTY_LOG_HEAD;
    let flips = 0;
    const unnoticed: string[] = [];
    const flipped = (row: StoredEntry, where: string): void => {
      flips += 1;
      if (verifyEntry(previous, row).length === 0) unnoticed.push(`${row.seq} ${where}`);
    };
    for (let index = 0; index < ROWS; index += 1) {
      const event = EVENTS[index % EVENTS.length] ?? 'vote';
      const entry = {
        event,
        outcome: 'allowed',
        principal: 'ada',
        tool: 'a/b',
        call: index % 7 === 0 ? null : `c${index}`,
        detail: {},
      } as const;
      const row = chainEntry(previous, entry, 1_763_200_000_000 + index, `e${index}`);
      expect(verifyEntry(previous, row)).toEqual([]);
      for (const part of [row.bytes, row.hash] as const)
        for (let at = 0; at < part.length; at += 1)
          for (let bit = 1; bit < 256; bit *= 2) {
            part[at] = (part[at] ?? 0) ^ bit;
            flipped(row, `byte ${at}`);
            part[at] = (part[at] ?? 0) ^ bit;
          }
      for (let bit = 0; bit < 53; bit += 1) {
        const other = (value: number): number =>
          Math.floor(value / 2 ** bit) % 2 === 0 ? value + 2 ** bit : value - 2 ** bit;
        flipped({ ...row, seq: other(row.seq) }, 'seq');
        flipped({ ...row, at: other(row.at) }, 'at');
      }
      for (const column of ['event', 'call'] as const)
        for (const [at, character] of [...(row[column] ?? '')].entries())
          for (let bit = 1; bit < 256; bit *= 2) {
            const text = row[column] ?? '';
            const changed =
              text.slice(0, at) + String.fromCharCode(character.charCodeAt(0) ^ bit) + text.slice(at + 1);
            flipped({ ...row, [column]: changed }, column);
          }
      flipped({ ...row, call: row.call === null ? '' : null }, 'call');
      previous = row;
    }
    expect(unnoticed).toEqual([]);
    expect(flips).toBeGreaterThan(ROWS * 2500);
  });

  it('is named by its row when the whole record is verified', async () => {
    const writer = manyLives(30, 12);
    writer.checkpoint();
    const random = seeded(7);
    for (let run = 0; run < (DEEP ? 20_000 : 500); run += 1) {
      const recorded = copyOf(writer.recorded);
      const index = random(recorded.rows.length);
      const row = recorded.rows[index];
      if (row === undefined) continue;
      const part = random(4) === 0 ? 'hash' : 'bytes';
      const bytes = Uint8Array.from(row[part]);
      const at = random(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      recorded.rows[index] = { ...row, [part]: bytes };
      const { problems } = await verifyAuditLog(readerOf(recorded), { publicKey: writer.keys.publicKey });
      expect(problems.map(({ seq }) => seq)).toContain(row.seq);
      // a change in one row is not told of others
      const others = problems.filter(({ seq, code }) => code.startsWith('ROW') && seq !== row.seq);
      expect(others, `${part} ${at} of row ${row.seq}`).toEqual([]);
    }
  });
});
