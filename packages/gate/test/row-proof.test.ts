import { canonical } from '@callgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyInBackground } from '../../gateway/src/store/verify-in-background.ts';
import { Checkpointer } from '../src/audit/checkpointer.ts';
import type { AuditEntryProof } from '../src/audit/audit-entry-proof.ts';
import { checkEntryProof, proveAuditEntry } from '../src/audit/audit-entry-proof.ts';
import { selectEntries } from '../src/audit/select-entries.ts';
import { systemClock } from '../src/environment/clock.ts';
import { memoryKeys } from '../src/record/memory-keys.ts';
import type { OpenReader } from '../src/store/store-reader.ts';
import { stores } from './stores.ts';

const ROWS = 37;
const keys = memoryKeys();
let place: string;
let opened: OpenReader;

beforeAll(async () => {
  let now = 1_800_000_000_000;
  const clock = { ...systemClock, now: () => now };
  place = stores().fresh();
  const store = await stores().open(place, { keys, clock });
  const tell = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      now += 1000;
      await store.transact((tx) =>
        tx.append({
          event: 'heard',
          outcome: 'allowed',
          principal: 'ada',
          tool: '',
          call: null,
          detail: { session: 's', via: `é\u202e ${index}` },
        }),
      );
    }
  };
  await tell(ROWS);
  await new Checkpointer({ store, keys, everyRows: 10 }).catchUp('now');
  await tell(2);
  await store.close();
  opened = await stores().read(place);
});

afterAll(async () => {
  await opened.close();
  await stores().destroy(place);
});

const proofOf = async (seq: number): Promise<AuditEntryProof> => await proveAuditEntry(opened.read, seq);
const text = (proof: object): string => JSON.stringify(proof);

describe('the proof of one row', () => {
  it('holds for every row that a checkpoint covers, with nothing but itself and the key', async () => {
    for (let seq = 1; seq <= ROWS; seq += 1) {
      const checked = checkEntryProof(text(await proofOf(seq)), { publicKey: keys.publicKey });
      expect(checked).toMatchObject({ ok: true, problems: [], signed: true, row: { seq } });
      expect(checked.checkpoint).toMatchObject({ size: ROWS, key: keys.id });
    }
  });

  it('says that nobody knows who signed where no key is given', async () => {
    expect(checkEntryProof(text(await proofOf(3)))).toMatchObject({
      ok: true,
      signed: null,
      anchored: false,
    });
  });

  it('knows a checkpoint that was remembered elsewhere', async () => {
    const anchors = await opened.read.checkpoints();
    expect(checkEntryProof(text(await proofOf(3)), { anchors })).toMatchObject({ anchored: true });
  });

  it('is not given for a row that no checkpoint covers, nor for one that is not there', async () => {
    await expect(proofOf(ROWS + 1)).rejects.toMatchObject({ code: 'PROOF_UNSIGNED' });
    for (const seq of [0, -1, 1.5, 1000, Number.NaN])
      await expect(proofOf(seq)).rejects.toMatchObject({ code: 'ROW_UNKNOWN' });
  });

  it('does not hold once anything in it is another', async () => {
    const proof = await proofOf(5);
    const other = await proofOf(6);
    const checkpoint = { ...proof.checkpoint, at: 1 };
    const forged: readonly (readonly [object, string])[] = [
      [{ ...proof, row: proof.row.replace('"ada"', '"eve"') }, 'does not match its hash'],
      [{ ...proof, row: '{}' }, 'not written by Callgate'],
      [{ ...proof, row: other.row, hash: other.hash }, 'not in the audit log'],
      [{ ...proof, proof: proof.proof.slice(1) }, 'not in the audit log'],
      [{ ...proof, proof: proof.proof.toReversed() }, 'not in the audit log'],
      [{ ...proof, checkpoint }, 'not signed with this key'],
      [{ ...proof, signature: 'AAAA' }, 'not signed with this key'],
      [{ ...proof, more: 1 }, 'not a proof that Callgate made'],
      [{ ...proof, checkpoint: { ...proof.checkpoint, size: 36 } }, 'not a proof that Callgate made'],
    ];
    for (const [wrong, why] of forged) {
      const checked = checkEntryProof(text(wrong), { publicKey: keys.publicKey });
      expect(checked.ok, why).toBe(false);
      expect(checked.problems.join(), why).toContain(why);
    }
    expect(checkEntryProof(text(proof), { publicKey: memoryKeys().publicKey })).toMatchObject({
      ok: false,
      signed: false,
    });
    expect(checkEntryProof('nothing', { publicKey: keys.publicKey }).ok).toBe(false);
  });

  it('is not given for a record that is no longer what was signed', async () => {
    const copy = await stores().copy(place);
    await stores().edit(copy, 'UPDATE record SET hash = bytes WHERE seq = 9');
    const { read, close } = await stores().read(copy);
    await expect(proveAuditEntry(read, 3)).rejects.toMatchObject({ code: 'PROOF_RECORD' });
    await close();
    await stores().destroy(copy);
  });
});

describe('a verification aside', () => {
  const what = (): Parameters<typeof verifyInBackground>[1] => ({
    database: place,
    publicKey: keys.publicKey,
    anchors: [],
  });

  it('finds in another thread what is found here, and tells how far it is', async () => {
    const seen: number[] = [];
    const verified = await verifyInBackground(opened.read, what(), (rows) => seen.push(rows)).done;
    expect(verified).toMatchObject({ ok: true, rows: ROWS + 2, signedRows: ROWS });
    expect(seen.at(-1)).toBe(ROWS + 2);
  });

  it('can be stopped', async () => {
    const verifying = verifyInBackground(opened.read, what(), () => {});
    const over = verifying.done.catch((error: unknown) => error);
    await verifying.cancel();
    expect(await over).toMatchObject({ code: 'VERIFY_CANCELLED' });
  });

  it('says why it cannot be done', async () => {
    const verifying = verifyInBackground(opened.read, { ...what(), database: '/nowhere/none.db' }, () => {});
    await expect(verifying.done).rejects.toMatchObject({ code: 'STORE_PLACE' });
  });
});

describe('rows for whoever takes them away', () => {
  it('are all of a time, in order', async () => {
    const seqs: number[] = [];
    const rows = await opened.read.rows(1, 100);
    for await (const { seq } of selectEntries(opened.read, {
      since: rows[4]?.at ?? 0,
      until: rows[20]?.at ?? 0,
    }))
      seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 16 }, (_, index) => index + 5));
    const all: string[] = [];
    for await (const { bytes } of selectEntries(opened.read)) all.push(canonical(bytes.length));
    expect(all).toHaveLength(ROWS + 2);
  });
});
