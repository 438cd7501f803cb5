import type { Json, JsonObject, Policy } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import type { CallRequest, PendingCall, People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, office, recorder } from './office.ts';
import { Random, cases, seedOf } from './random.ts';
import { stores } from './stores.ts';

const ATTEMPTS = cases(stores().name === 'sqlite' ? 5000 : 250, 100_000);

const ARGUMENTS: JsonObject = {
  id: 'n-1',
  where: { folder: 'inbox', tags: ['a', 'b'], deep: { flag: true, count: 3, none: null } },
  text: 'hello',
};

type RequestChange = (random: Random, request: CallRequest) => CallRequest;

const leafPaths = (
  value: Json,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leafPaths(item, [...path, index]));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => leafPaths(item as Json, [...path, key]));
  return [path];
};

const LEAVES = leafPaths(ARGUMENTS);
const OTHERS: readonly Json[] = [
  'x',
  '',
  ' ',
  0,
  1,
  -1,
  4,
  true,
  false,
  null,
  'n-1 ',
  'N-1',
  'n\u20111',
  [],
  {},
  ['a'],
];

const withLeaf = (value: Json, [step, ...rest]: readonly (string | number)[], to: Json): Json => {
  if (step === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: Json, index): Json => (index === step ? withLeaf(item, rest, to) : item));
  const object = value as JsonObject;
  return { ...object, [step]: withLeaf(object[step] ?? null, rest, to) };
};

const CHANGES: readonly RequestChange[] = [
  (random, request) => {
    for (;;) {
      const changed = withLeaf(ARGUMENTS, random.pick(LEAVES), random.pick(OTHERS)) as JsonObject;
      if (JSON.stringify(changed) !== JSON.stringify(ARGUMENTS)) return { ...request, arguments: changed };
    }
  },
  (random, request) => ({ ...request, arguments: { ...ARGUMENTS, [`extra${random.below(9)}`]: 1 } }),
  (random, request) => {
    const { [random.pick(Object.keys(ARGUMENTS))]: _, ...fewer } = ARGUMENTS;
    return { ...request, arguments: fewer };
  },
  (random, request) =>
    ({
      ...request,
      name: random.pick(['add_note', 'send_mail', 'read_note', 'Delete_note', 'delete_note ']),
    }) as CallRequest,
  (random, request) => ({ ...request, server: random.pick(['stranger', 'Office', 'office ']) }),
  (random, request) => ({ ...request, context: random.pick(['c2', 'C1', 'c1 ', '']) }),
  (_, request) => ({ ...request, authenticated: false }),
  (random, request) => ({
    ...request,
    principal: { ...LOCAL_PRINCIPAL, subject: random.pick(['eve', 'Local', 'local ']) },
  }),
  (_, request) => ({ ...request, kind: 'prompt' }) as CallRequest,
  (random, request) => ({
    ...request,
    principal: {
      ...LOCAL_PRINCIPAL,
      ...random.pick([
        { groups: ['admins'] },
        { roles: ['root'] },
        { delegation: ['boss'] },
        { kind: 'service' as const },
      ]),
    },
  }),
];

const approved = async (place: Office, request: CallRequest): Promise<PendingCall> => {
  const held = await place.gate.begin(request);
  if (held.state !== 'held') throw new Error(held.state);
  const question = await place.gate.desk.question(held.call);
  await place.gate.desk.vote({
    call: held.call,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    binding: question?.binding ?? '',
    opened: true,
  });
  return held;
};

it(`${ATTEMPTS} times somebody comes back for an approved call with another one: nothing leaves, and the right one still does`, async () => {
  const random = new Random(seedOf('approve then change'));
  const place = await office({ limits: { questionsAnHour: 1e9 } });
  const request = call('delete_note', ARGUMENTS);
  const held = await approved(place, request);
  let out = 0;
  for (let made = 0; made < ATTEMPTS;) {
    const batch = Array.from({ length: Math.min(200, ATTEMPTS - made) }, () =>
      random.pick(CHANGES)(random, request),
    );
    const steps = await Promise.all(batch.map((changed) => place.gate.resume(held.ticket, changed)));
    out += steps.filter((step) => step.state === 'dispatching' || step.state === 'held').length;
    made += batch.length;
  }
  expect(out).toBe(0);
  expect((await place.gate.resume(held.ticket, request)).state).toBe('dispatching');
});

const redefined = (random: Random): ReturnType<typeof catalogueOf> =>
  catalogueOf(
    OFFICE.map((tool) =>
      tool.name === 'delete_note'
        ? { ...tool, annotations: { ...tool.annotations, title: `v${random.below(1e9)}` } }
        : tool,
    ),
  );

const revised = (random: Random): Policy => {
  const policy = presetPolicy('balanced');
  return withRevision({ ...policy, timeoutCapMs: 1 + random.below(1e9) });
};

const nobody: People = { ...SINGLE_USER, all: [{ subject: 'local', groups: [], active: false }] };

/** The world changes between the yes and the coming back. */
const WORLDS: readonly ((place: Office, random: Random) => Promise<Office>)[] = [
  async (place) => {
    await place.gate.run(call('read_mail', {}), recorder().dispatch);
    return place;
  },
  async (place) => {
    await place.gate.run(call('read_salary', {}), recorder().dispatch);
    return place;
  },
  async (place, random) => {
    await place.gate.usePolicy(revised(random));
    return place;
  },
  (place, random) => place.again({ catalogue: redefined(random) }),
  (place) => place.again({ people: nobody }),
  (place) =>
    place.again({ catalogue: catalogueOf(OFFICE.map((tool) => ({ ...tool, trust: 'untrusted' as const }))) }),
  async (place) => {
    place.gate.usePeople(nobody);
    return place;
  },
  async (place, random) => {
    place.clock.advance(3_600_000 + random.below(1e9));
    return place;
  },
];

const WORLD_CASES = cases(stores().name === 'sqlite' ? 16 : 8, 600);

it(`${WORLD_CASES} times labels, policy, definition, people or time change after a yes: nothing leaves`, async () => {
  const random = new Random(seedOf('approve, then the world changes'));
  for (let made = 0; made < WORLD_CASES; made += 1) {
    const place = await office();
    const request = call('delete_note', ARGUMENTS);
    const held = await approved(place, request);
    const change = WORLDS[made % WORLDS.length];
    const changed = (await change?.(place, random)) ?? place;
    const step = await changed.gate.resume(held.ticket, request);
    expect(['withdrawn', 'expired', 'refused']).toContain(step.state);
  }
});
