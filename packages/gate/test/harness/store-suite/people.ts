import { expect, it } from 'vitest';
import type { Grant } from '../../../src/record/grant.ts';
import { sampleAlert, sampleGrant, sampleVote } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const REVOKED = { by: 'ada', reason: 'no longer needed', at: START + 5 };

const idsOf = (grants: readonly Grant[]): readonly string[] => grants.map(({ id }) => id);

const votes = (at: PlaceFixture): void => {
  it(
    'each have one word on a call, and the first counts',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      const word = sampleVote({ reason: 'ü \u0000', opened: false, via: 'command-line' });
      const added = await Promise.all(
        stores.map((store, index) =>
          store.transact((tx) => tx.addVote({ ...word, verdict: index === 0 ? 'approve' : 'refuse' })),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      await stores[0]?.transact(async (tx) => {
        expect(await tx.addVote(sampleVote({ subject: 'bob', at: START + 1 }))).toBe(true);
        expect(await tx.addVote(sampleVote({ subject: 'ada', call: 'another' }))).toBe(true);
        expect(await tx.addVote(sampleVote({ subject: 'bob', verdict: 'refuse' }))).toBe(false);
      });
      const verdict = added[0] === true ? 'approve' : 'refuse';
      const expected = [{ ...word, verdict }, sampleVote({ subject: 'bob', at: START + 1 })];
      expect(await stores[1]?.read.votes('call-1')).toEqual(expected);
      expect(await stores[2]?.transact((tx) => tx.votes('call-1'))).toEqual(expected);
      expect(await stores[0]?.read.votes('nothing')).toEqual([]);
    }),
  );
};

const grants = (at: PlaceFixture): void => {
  it(
    'give grants that are read back as they were given',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const given: readonly Grant[] = [
        sampleGrant({ scope: { kind: 'once', call: 'call-1' } }),
        sampleGrant({ serverIdentity: 'sha256:ü' }),
        sampleGrant({ scope: { kind: 'destination', destinations: ['ü@example.com', 'b'] } }),
        sampleGrant({
          scope: {
            kind: 'arguments',
            constraints: [
              { path: ['a', 0], equals: { deep: [1, null, 'x'] } },
              { path: [], like: 'rep*' },
            ],
          },
          rules: [],
          by: ['ada', 'bob'],
          revoked: REVOKED,
        }),
      ];
      await one.transact(async (tx) => {
        for (const grant of given) await tx.insertGrant(grant);
      });
      for (const grant of given) expect(await other.transact((tx) => tx.grant(grant.id))).toEqual(grant);
      expect(await other.transact((tx) => tx.grant('none'))).toBeUndefined();
      await expect(one.transact((tx) => tx.insertGrant(given[0] ?? sampleGrant()))).rejects.toMatchObject({
        code: 'STORE_DOUBLE',
      });
    }),
  );

  it(
    'give grants that count for one tool of one principal until they end, are used up or taken back',
    at(async (desks) => {
      const store = await desks.open();
      const second = sampleGrant({ givenAt: START + 2 });
      const first = sampleGrant({ givenAt: START + 1 });
      const ending = sampleGrant({ givenAt: START + 3, endsAt: START + 100 });
      const others = [
        sampleGrant({ principal: 'bob' }),
        sampleGrant({ server: 'mail' }),
        sampleGrant({ target: 'read' }),
        sampleGrant({ usesLeft: 0 }),
        sampleGrant({ revoked: REVOKED }),
      ];
      await store.transact(async (tx) => {
        for (const grant of [second, first, ending, ...others]) await tx.insertGrant(grant);
        const at99 = await tx.grantsFor('local', 'files', 'write', START + 99);
        expect(idsOf(at99)).toEqual(idsOf([first, second, ending]));
        const at100 = await tx.grantsFor('local', 'files', 'write', START + 100);
        expect(idsOf(at100)).toEqual(idsOf([first, second]));
        expect(await tx.spendGrant(ending.id, START + 100)).toBe(false);
        expect(await tx.spendGrant(ending.id, START + 99)).toBe(true);
        expect(await tx.revokeGrant(first.id, REVOKED)).toBe(true);
        expect(await tx.revokeGrant(first.id, { ...REVOKED, by: 'bob' })).toBe(false);
        expect(await tx.revokeGrant('none', REVOKED)).toBe(false);
        expect(await tx.spendGrant(first.id, START)).toBe(false);
        expect(await tx.grant(first.id)).toEqual({ ...first, revoked: REVOKED });
        expect(await tx.grant(ending.id)).toEqual({ ...ending, usesLeft: 2 });
        expect(idsOf(await tx.grantsFor('local', 'files', 'write', START))).toEqual(idsOf([second, ending]));
      });
    }),
  );

  it(
    'give grants that are spent as often as they were given for, whoever is quickest',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      const grant = sampleGrant({ uses: 25, usesLeft: 25 });
      await stores[0]?.transact((tx) => tx.insertGrant(grant));
      const spent = await Promise.all(
        stores.flatMap((store) =>
          Array.from({ length: 20 }, () => store.transact((tx) => tx.spendGrant(grant.id, START))),
        ),
      );
      expect(spent.filter(Boolean)).toHaveLength(25);
      expect((await stores[1]?.transact((tx) => tx.grant(grant.id)))?.usesLeft).toBe(0);
    }),
  );

  it(
    'give grants that several processes spend as often as they were given for',
    at(async (desks) => {
      const store = await desks.open({ ...desks.clock, now: () => Date.now() });
      const grant = sampleGrant({ uses: 30, usesLeft: 30, endsAt: Date.now() + 3_600_000 });
      await store.transact((tx) => tx.insertGrant(grant));
      const child = desks.child('spend', '25', grant.id);
      await child.said();
      let here = 0;
      for (let time = 0; time < 25; time += 1)
        if (await store.transact((tx) => tx.spendGrant(grant.id, tx.now()))) here += 1;
      const there = await child.said();
      await child.ended();
      expect(there).toEqual({ spent: 30 - here });
    }),
  );

  it(
    'take back all grants that still count, and nothing else',
    at(async (desks) => {
      const store = await desks.open();
      const earlier = { by: 'bob', reason: 'earlier', at: START + 1 };
      const counting = [sampleGrant(), sampleGrant({ principal: 'bob' })];
      const over = [
        sampleGrant({ endsAt: START + 5 }),
        sampleGrant({ usesLeft: 0 }),
        sampleGrant({ revoked: earlier }),
      ];
      await store.transact(async (tx) => {
        for (const grant of [...counting, ...over]) await tx.insertGrant(grant);
        expect(await tx.revokeAllGrants(REVOKED)).toBe(2);
        expect(await tx.revokeAllGrants(REVOKED)).toBe(0);
        for (const grant of counting) expect((await tx.grant(grant.id))?.revoked).toEqual(REVOKED);
        for (const grant of over) expect(await tx.grant(grant.id)).toEqual(grant);
      });
    }),
  );

  it(
    'see grants page by page, all of them or those that count, the last given first',
    at(async (desks) => {
      const store = await desks.open();
      const all = Array.from({ length: 11 }, (_, index) =>
        sampleGrant({
          givenAt: START + index,
          usesLeft: index % 3 === 0 ? 0 : 2,
          endsAt: START + 1000 + index,
        }),
      );
      for (const grant of all) await store.transact((tx) => tx.insertGrant(grant));
      const pages = async (live: boolean, now: number): Promise<readonly string[]> => {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.read.grants(
            { limit: 3, ...(after === undefined ? {} : { after }) },
            { live, now },
          );
          expect(page.items.length).toBeLessThanOrEqual(3);
          seen.push(...idsOf(page.items));
          after = page.next ?? undefined;
        } while (after !== undefined);
        return seen;
      };
      expect(await pages(false, START)).toEqual(idsOf(all).toReversed());
      const live = (now: number): readonly string[] =>
        idsOf(all.filter(({ usesLeft, endsAt }) => usesLeft > 0 && endsAt > now)).toReversed();
      expect(await pages(true, START)).toEqual(live(START));
      expect(await pages(true, START + 1005)).toEqual(live(START + 1005));
    }),
  );
};

export const peopleTests = (at: PlaceFixture): void => {
  votes(at);
  grants(at);

  it(
    'are told each alert once, the latest first',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const alerts = Array.from({ length: 7 }, (_, index) =>
        sampleAlert({
          at: START + index,
          message: `ü ${index}`,
          to: index === 0 ? [] : ['a', 'b'],
          call: 'call-1',
        }),
      );
      for (const alert of alerts) expect(await one.transact((tx) => tx.addAlert(alert))).toBe(true);
      const [first] = alerts;
      expect(await other.transact((tx) => tx.addAlert({ ...(first ?? sampleAlert()), message: 'x' }))).toBe(
        false,
      );
      const id = first?.id ?? '';
      expect(await other.transact((tx) => tx.hasAlert(id))).toBe(true);
      expect(await other.transact((tx) => tx.hasAlert(`${id}x`))).toBe(false);
      const page = await other.read.alerts({ limit: 4 });
      expect(page?.items).toEqual(alerts.slice(3).toReversed());
      const rest = await one.read.alerts({ limit: 4, after: page?.next ?? '' });
      expect(rest).toEqual({ items: alerts.slice(0, 3).toReversed(), next: null });
    }),
  );
};
