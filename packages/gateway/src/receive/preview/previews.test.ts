import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PathState } from '@callgate/contract/overlay';
import { openUndoJournal } from '@callgate/contract/overlay';
import type { FinishedCall } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Office } from '../../../../gate/test/office.ts';
import { call as request, office, tempFolder } from '../../../../gate/test/office.ts';
import { openTestGateway } from '../../../test/test-gateway.ts';
import { Previews } from './previews.ts';

const DELETE = request('delete_note', { id: 'n1' });

let place: Office;
let home: string;
let root: string;

beforeEach(async () => {
  place = await office();
  home = realpathSync(tempFolder());
  root = join(home, 'root');
  mkdirSync(root);
});

const state = (text: string): PathState => ({
  kind: 'file',
  mode: 0o644,
  digest: createHash('sha256').update(text).digest('hex'),
  size: text.length,
});

const file = (name: string): string => join(root, name);

/** A call that changes `a.txt`, and then others, from `one` to `two`, with only these contents kept. */
const approved = async (kept: readonly string[], ...others: readonly string[]): Promise<string> => {
  const journal = openUndoJournal(home, () => place.clock.now());
  const pending = await place.gate.begin(DELETE, { isPreviewed: true });
  if (pending.state !== 'held') throw new Error(`it is ${pending.state}`);
  await place.gate.preview(pending, DELETE, async (dispatchable) => {
    dispatchable.take();
    const { digest } = await journal.preview(pending.call, async (keep) => {
      for (const text of kept) {
        const keeper = keep();
        keeper.take(Buffer.from(text));
        keeper.end(state(text));
      }
      return [...others, 'a.txt'].map((path) => {
        writeFileSync(file(path), 'one', { mode: 0o644 });
        return {
          root,
          path,
          before: state('one'),
          after: path === 'a.txt' ? state('two') : state('three'),
        };
      });
    });
    journal.keepResult(pending.call, { type: 'result', result: { content: [] } });
    return { digest, changes: [], more: 0 };
  });
  const question = await place.gate.desk.question(pending.call);
  await place.gate.desk.vote({
    call: pending.call,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    opened: true,
    binding: question?.binding ?? '',
  });
  return pending.ticket;
};

const commit = async (ticket: string): Promise<FinishedCall> => {
  const previews = new Previews({ gate: place.gate, clock: place.clock, home });
  const out = await place.gate.resume(ticket, DELETE);
  if (!isDispatchable(out)) throw new Error('it did not leave');
  return await place.gate.send(out, (dispatchable) => previews.commit(dispatchable));
};

it('of a commit that failed and could not be taken back nobody knows the outcome', async () => {
  // neither the content of b.txt that is to come nor that of a.txt that was there
  const ticket = await approved(['two'], 'b.txt');
  expect(await commit(ticket)).toMatchObject({ state: 'indeterminate' });
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('two');
});

it('a commit that was taken back failed, and nothing of it lasts', async () => {
  const ticket = await approved(['one', 'two'], 'b.txt');
  expect(await commit(ticket)).toMatchObject({ state: 'failed' });
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('one');
});

it('the answer of a call is kept until it was committed, and given once', async () => {
  const ticket = await approved(['one', 'two']);
  const [{ call } = { call: '' }] = openUndoJournal(home, () => place.clock.now()).list();
  const kept = join(home, 'undo', `call-${call}`, 'result.json');
  expect(existsSync(kept)).toBe(true);
  expect(await commit(ticket)).toMatchObject({ state: 'done', answer: { result: { content: [] } } });
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('two');
  await expect.poll(() => existsSync(kept)).toBe(false);
});

it('a gateway says at its start which entries of the journal are damaged', async () => {
  const entry = join(home, 'undo', 'call-bad', 'entry.json');
  mkdirSync(join(home, 'undo', 'call-bad'), { recursive: true });
  writeFileSync(entry, '{');
  const at = await openTestGateway({ servers: [], folder: home });
  onTestFinished(() => at.close());
  await expect
    .poll(() => at.log)
    .toContainEqual({ level: 'error', code: 'UNDO_DAMAGED', message: expect.stringContaining(entry) });
});
