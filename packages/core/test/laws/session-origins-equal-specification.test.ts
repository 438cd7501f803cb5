import { check as tryOut, integer, noBias, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeOrigins } from '../../src/label/judge-call.ts';
import type { Origins } from '../../src/label/origin.ts';
import type { KnownCall, Trick } from '../specification/known-session.ts';
import { knownCalls } from '../specification/known-session.ts';
import { cases } from '../specification/cases.ts';
import type { ProofVerdict } from '../specification/origins.ts';
import { specifyOutbound, specifyProof } from '../specification/origins.ts';
import { Random } from '../specification/random.ts';

type KnownCallJudge = (call: KnownCall) => Origins;

const judge: KnownCallJudge = ({ session, traced, args }) => judgeOrigins(session, traced, args);
const specify = ({ known, specified, values }: KnownCall): ProofVerdict =>
  specifyProof(known, specified, values);

const SETTLED: readonly Trick[] = [
  'names within names',
  'names like deeds',
  'nouns like deeds',
  'one-word names like deeds',
  'own address alone',
  'flag off',
];

const CASES = cases(7000, 1_000_000);
const SEEDS = 2000;
const PER_SESSION = 10;

const story = (call: KnownCall, proven: Origins): string =>
  JSON.stringify(
    {
      events: call.events.map((event) =>
        event.type === 'user' || event.type === 'assistant'
          ? event.text
          : event.type === 'result'
            ? event.result
            : event.type,
      ),
      call: [call.traced.tool.name, call.args],
      judged: proven,
    },
    null,
    1,
  );

const differs = (judged: KnownCallJudge, call: KnownCall): string | null => {
  const verdict = specify(call);
  const origins = judged(call);
  if (verdict === 'no' && origins.proven === 'yes') return `proven without proof: ${story(call, origins)}`;
  if (verdict === 'must' && origins.proven !== 'yes')
    return `not proven, though written: ${story(call, origins)}`;
  if (specifyOutbound(call.known, call.specified, call.values) && origins.outbound !== true)
    return `goes to an address that nothing proves: ${story(call, origins)}`;
  if (!call.specified.outward && origins.outbound === true)
    return `stays inside, and yet goes out: ${story(call, origins)}`;
  return null;
};

const inSession = (judged: KnownCallJudge, seed: number, tricks: readonly Trick[]): string | null => {
  for (const call of knownCalls(new Random(seed), PER_SESSION, tricks)) {
    const found = differs(judged, call);
    if (found !== null) return `seed ${seed}: ${found}`;
  }
  return null;
};

const firstDifference = (judged: KnownCallJudge, tricks: readonly Trick[] = SETTLED): string | null => {
  let problem: string | null = null;
  const tried = tryOut(
    property(noBias(integer()), (seed) => (problem = inSession(judged, seed, tricks)) === null),
    { numRuns: Math.ceil(CASES / PER_SESSION), endOnFailure: true },
  );
  if (tried.failed && problem === null) throw new Error('throws', { cause: tried.errorInstance });
  return problem;
};

/** The same judgement on what else the session could hold. */
const mistaken =
  (session: (call: KnownCall) => KnownCall['session']): KnownCallJudge =>
  (call) =>
    judge({ ...call, session: session(call) });

const isCaught = (judged: KnownCallJudge, tricks: readonly Trick[] = SETTLED): boolean =>
  Array.from({ length: SEEDS }, (_, seed) => seed).some((seed) => inSession(judged, seed, tricks) !== null);

describe('what is proven in a session that has seen untrusted content', () => {
  it('is what the specification calls proven, and what the person plainly wrote is', () => {
    expect(firstDifference(judge)).toBeNull();
  });

  it('is often enough each of proven, perhaps proven and not proven for that to say something', () => {
    const verdicts = { must: 0, may: 0, no: 0 };
    for (let seed = 0; seed < 200; seed += 1)
      for (const call of knownCalls(new Random(seed), PER_SESSION)) verdicts[specify(call)] += 1;
    for (const count of Object.values(verdicts)) expect(count).toBeGreaterThan(15);
  });

  it('and a judge that takes what it saw for the person’s words is caught', () => {
    const gullible = mistaken(({ session }) => ({
      ...session,
      said: [
        ...session.said,
        ...session.seen.map(({ result }) => ({ text: JSON.stringify(result), via: 'host' as const })),
      ],
    }));
    expect(isCaught(gullible)).toBe(true);
  });

  it('and a judge that reads pasted blocks as the person’s words is caught', () => {
    const plain = mistaken(({ session }) => ({
      ...session,
      said: session.said.map((said) => ({ ...said, text: said.text.replaceAll(/^(?:> |```)/gm, '') })),
    }));
    expect(isCaught(plain)).toBe(true);
  });

  it('and a judge to whom every thing seen is created is caught', () => {
    const owning = mistaken(({ session, known }) => ({
      ...session,
      created: known.records.map(({ server, id }) => ({ server, resource: 'file', id })),
    }));
    expect(isCaught(owning)).toBe(true);
  });

  it('and a judge to whom an approval counts for every tool and argument is caught', () => {
    const stretching = mistaken(({ session, traced: { tool } }) => ({
      ...session,
      approved: (session.approved ?? []).map((each) => ({
        ...each,
        server: tool.server.name,
        tool: tool.name,
        definition: tool.definition,
      })),
    }));
    expect(isCaught(stretching)).toBe(true);
  });

  it('and a judge who puts together what was approved in two calls is caught', () => {
    const joining = mistaken(({ session }) => {
      const { approved = [] } = session;
      const values = [...new Set(approved.flatMap((each) => each.values))];
      return { ...session, approved: approved.map((each) => ({ ...each, values })) };
    });
    expect(isCaught(joining)).toBe(true);
  });

  it('and a judge to whom every day of a request is for every deed is caught', () => {
    const blurring = mistaken(({ session }) => ({
      ...session,
      said: session.said.map((said) => ({ ...said, text: said.text.replaceAll('" on ', '". It is on ') })),
    }));
    expect(isCaught(blurring)).toBe(true);
  });

  it('and a judge to whom an approval means nothing is caught', () => {
    expect(isCaught(mistaken(({ session }) => ({ ...session, approved: [] })))).toBe(true);
  });

  it('and a judge to whom an agent’s list is the person’s word is caught', () => {
    const believing = mistaken(({ session, events }) => ({
      ...session,
      said: [
        ...session.said,
        ...events.flatMap((event) =>
          event.type === 'assistant' ? { text: event.text, via: 'host' as const } : [],
        ),
      ],
    }));
    expect(isCaught(believing)).toBe(true);
  });

  it('and a judge who hears a yes in every answer is caught', () => {
    const eager = mistaken(({ session, events }) => ({
      ...session,
      said: events.flatMap((event) =>
        event.type === 'assistant' ? { text: 'Yes', via: 'host' as const, agreed: event.text } : [],
      ),
    }));
    expect(isCaught(eager)).toBe(true);
  });

  it('and a judge to whom every record is the person’s is caught', () => {
    const owning = mistaken(({ session }) => ({
      ...session,
      seen: session.seen.map((seen) => ({ ...seen, own: true as const })),
    }));
    expect(isCaught(owning)).toBe(true);
  });

  it('and a judge who lets addresses go is caught', () => {
    expect(isCaught((call) => ({ ...judge(call), outbound: undefined }) as unknown as Origins)).toBe(true);
  });

  it('and a judge who proves nothing is caught', () => {
    expect(isCaught((call) => ({ ...judge(call), proven: 'no' }))).toBe(true);
  });
});
