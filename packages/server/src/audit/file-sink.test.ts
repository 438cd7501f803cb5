import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AuditChain } from './audit-chain.ts';
import type { AuditEvent } from './audit-event.ts';
import { NO_HASH, eventLine } from './audit-event.ts';
import { notRecordedRefusal } from '../calls/guard-refusal.ts';
import { fileSink } from './file-sink.ts';
import { verifyAudit } from './verify-audit.ts';

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'callgate-audit-')), 'audit.jsonl');

const write = async (path: string, count: number): Promise<void> => {
  const chain = new AuditChain(fileSink(path));
  for (let index = 0; index < count; index += 1)
    await chain.append({
      event_id: `e${index}`,
      occurred_at: '2026-11-16T12:00:00.000Z',
      principal_id: 'local',
      event_type: 'tools/call',
      tool_name: 'read',
      outcome: 'allowed',
      extensions: {},
    });
};

/** As if the process that wrote had ended. */
const unlocked = (path: string): void => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(`${path}.lock`, String(pid));
};

it('goes on where the process before it ended', async () => {
  const path = fresh();
  await write(path, 2);
  unlocked(path);
  await write(path, 2);
  const { events, broken } = verifyAudit(readFileSync(path, 'utf8'));
  expect([events.length, broken]).toEqual([4, []]);
});

it('is the owner’s alone', async () => {
  const path = fresh();
  await write(path, 1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('keeps a half line that a crash left, and goes on after it', async () => {
  const path = fresh();
  await write(path, 1);
  appendFileSync(path, '{"event_id":"e9","occ');
  unlocked(path);
  await write(path, 1);
  const { events, broken } = verifyAudit(readFileSync(path, 'utf8'));
  expect(events).toHaveLength(2);
  expect(broken).toEqual([{ line: 2, problem: 'not an event' }]);
});

it('is not kept out by a process that had its own number', async () => {
  const path = fresh();
  writeFileSync(`${path}.lock`, String(process.pid));
  await expect(write(path, 1)).resolves.toBeUndefined();
});

it('does not share a file with another process that lives', async () => {
  const path = fresh();
  await write(path, 1);
  await expect(fileSink(path).append('x')).rejects.toThrow(expect.objectContaining({ code: 'AUDIT_IN_USE' }));
});

it.each(['', '0', '-1', 'x', '\n'])('is not kept out by a lock that holds %j', async (text) => {
  const path = fresh();
  writeFileSync(`${path}.lock`, text);
  await expect(write(path, 1)).resolves.toBeUndefined();
});

it('says where a call is refused that another process has the record, and what to do', async () => {
  const path = fresh();
  await write(path, 1);
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  const { code, text } = notRecordedRefusal(await write(path, 1).catch((error: unknown) => error));
  expect(code).toBe('NOT_RECORDED');
  expect(text).toContain('AUDIT_IN_USE: Give every process its own audit log');
  expect((await warned).message).toContain(path);
});

it('goes on after a line that is longer than the first look at its end', async () => {
  const path = fresh();
  await write(path, 2);
  appendFileSync(path, `${'x'.repeat(200_000)}\n`);
  unlocked(path);
  await write(path, 1);
  const { events, broken } = verifyAudit(readFileSync(path, 'utf8'));
  expect(events).toHaveLength(3);
  expect(broken).toEqual([{ line: 3, problem: 'not an event' }]);
});

it('shows what was changed, taken out or put in', async () => {
  const path = fresh();
  await write(path, 3);
  const [first = '', second = '', third = ''] = readFileSync(path, 'utf8').trim().split('\n');
  const problems = (...lines: readonly string[]): readonly string[] =>
    verifyAudit(lines.join('\n')).broken.map(({ line, problem }) => `${line} ${problem}`);
  expect(problems(first, second, third)).toEqual([]);
  expect(problems(first, second.replace('allowed', 'denied'), third)).toEqual([
    '2 changed after it was written',
  ]);
  expect(problems(first, third)).toEqual(['2 does not follow the line before it']);
  expect(problems(first, second, second, third)).toEqual(['3 does not follow the line before it']);
});

it('shows that all of it was written anew, to whoever knows one of its hashes', async () => {
  const path = fresh();
  await write(path, 2);
  const head = verifyAudit(readFileSync(path, 'utf8')).events.at(-1)?.event_hash ?? '';
  expect(verifyAudit(readFileSync(path, 'utf8'), { head }).broken).toEqual([]);
  const rewritten = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .reduce<{ text: string; previous: string }>(
      ({ text, previous }, line) => {
        const { event_hash: _, ...body } = JSON.parse(line) as AuditEvent;
        const made = eventLine({ ...body, principal_id: 'eve', previous_hash: previous });
        return { text: `${text}${made.line}\n`, previous: made.hash };
      },
      { text: '', previous: NO_HASH },
    ).text;
  expect(verifyAudit(rewritten).broken).toEqual([]);
  expect(verifyAudit(rewritten, { head }).broken).toHaveLength(1);
});
