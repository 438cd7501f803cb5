import type { Json, JsonObject, Session, TracedTool } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import {
  DESTROYS,
  READS,
  READS_MAIL,
  SENDS,
  WRITES,
  makeCallEvents,
  textResult,
  makeTracedTool,
} from '../../test/make-traced-tool.ts';
import { isLabelled } from './label.ts';
import { MAX_RESULT_CHARACTERS } from './results/trim-result.ts';
import type { Label } from './session.ts';
import {
  MAX_AWAITED_CALLS,
  MAX_CREATED,
  MAX_KEPT_CHARACTERS,
  MAX_RESULTS,
  MAX_USER_MESSAGES,
  MAX_UNVERIFIED_TASKS,
  MAX_WITNESSES,
  ageLabels,
  applyEvent,
  hasUserMessages,
  joinLabels,
  getCallLabels,
  getLabelStrengths,
  startSession,
} from './session.ts';

const play = (...events: readonly SessionEvent[]): Session => events.reduce(applyEvent, startSession('ctx'));

const call = (tool: TracedTool, id = 'c1', at?: number): SessionEvent => ({
  type: 'call',
  id,
  tool,
  ...(at === undefined ? {} : { at }),
});

const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });
const quiet = makeTracedTool('list_files', { annotations: READS });
const silentRead = makeTracedTool('sum', { annotations: READS });
const silent = makeTracedTool('do_things');
const stranger = makeTracedTool('do_things', { trust: 'untrusted', annotations: READS });

describe('what an agent proposes', () => {
  const proposal: SessionEvent = { type: 'assistant', text: 'I will delete F-11. Shall I go ahead?' };
  const yes: SessionEvent = { type: 'user', text: 'Yes' };

  it('is agreed to by the next message of the person, and by no other', () => {
    expect(play(proposal).proposed).toBe('I will delete F-11. Shall I go ahead?');
    expect(play(proposal, yes)).toMatchObject({ said: [{ text: 'Yes', agreed: proposal.text }] });
    expect(play(proposal, yes).proposed).toBeUndefined();
    expect(play(proposal, { type: 'user', text: 'No' }, yes).said.some(({ agreed }) => agreed)).toBe(false);
    expect(play(proposal, { type: 'assistant', text: 'Hello' }, yes).said[0]?.agreed).toBeUndefined();
    expect(play(proposal, call(quiet), yes).said[0]?.agreed).toBeUndefined();
    expect(play(proposal, { type: 'end' }).proposed).toBeUndefined();
    expect(play({ type: 'assistant', text: 'Hello' })).toEqual(startSession('ctx'));
  });

  it('is not answered by a task that a client declares', () => {
    const task: SessionEvent = { type: 'user', text: 'Yes', via: 'task', vouched: true };
    const session = play(proposal, task);
    expect(session.said[0]?.agreed).toBeUndefined();
    expect(session.proposed).toBeDefined();
  });
});

describe('untrusted content that is not kept', () => {
  const joined: SessionEvent = {
    type: 'join',
    labels: play(call(readMail)).labels,
  };
  const opaque = (tool: TracedTool): SessionEvent => ({
    type: 'result',
    id: 'c1',
    tool,
    args: {},
    result: { content: [{ type: 'image', data: 'x', mimeType: 'image/png' }] },
  });

  it('is remembered, whatever comes later', () => {
    expect(play(call(readMail)).unkept.untrusted).toBeUndefined();
    expect(play(call(readMail), opaque(readMail)).unkept.untrusted).toBe(true);
    expect(play(call(quiet), opaque(quiet)).unkept.untrusted).toBeUndefined();
    const declassified: SessionEvent = { type: 'declassify', label: 'private', by: 'ada', reason: 'x' };
    expect(play(joined, joined, call(readMail, 'c2'), declassified).unkept.untrusted).toBe(true);
  });
});

describe('a session', () => {
  it('starts with nothing touched, nothing said and nothing seen', () => {
    expect(startSession('ctx')).toEqual({
      v: 1,
      context: 'ctx',
      labels: {
        private: { strength: 'none', witnesses: [] },
        untrusted: { strength: 'none', witnesses: [] },
      },
      declassifications: [],
      said: [],
      unbelieved: [],
      seen: [],
      kept: 0,
      created: [],
      dropped: { words: 0, results: 0, created: 0 },
      prohibitions: [],
      unkept: { some: false, awaited: [] },
    });
    expect(isLabelled(getLabelStrengths(startSession('ctx')))).toBe(false);
    expect(hasUserMessages(startSession('ctx'))).toBe(false);
  });

  it('is left as it was by what happens next', () => {
    const before = play({ type: 'user', text: 'Hello' });
    const copy = structuredClone(before);
    for (const event of makeCallEvents(readMail)) applyEvent(before, event);
    applyEvent(before, { type: 'end' });
    expect(before).toEqual(copy);
  });

  it('survives being written down, and goes on from there the same', () => {
    const first = [
      { type: 'user', text: 'Delete the file "Plan"' } as const,
      ...makeCallEvents(readMail, { content: [], structuredContent: { messages: [{ id: 1 }] } }, { at: 5 }),
    ];
    const second = [...makeCallEvents(quiet), { type: 'user', text: 'And now?', via: 'task' } as const];
    const session = play(...first);
    const revived: Session = JSON.parse(JSON.stringify(session));
    expect(revived).toEqual(session);
    expect(second.reduce(applyEvent, revived)).toEqual(second.reduce(applyEvent, session));
  });
});

describe('a call that goes out', () => {
  it('makes known what a believed server says its tool touches', () => {
    const session = play(call(readMail));
    expect(getLabelStrengths(session)).toEqual({ private: 'known', untrusted: 'known' });
    expect(session.labels.private.witnesses).toEqual([{ call: 'c1', path: [] }]);
    expect(isLabelled(getLabelStrengths(session))).toBe(true);
  });

  it('touches nothing where a believed server says so', () => {
    const before = startSession('ctx');
    expect(applyEvent(before, call(quiet))).toBe(before);
  });

  it('makes possible what nobody spoke of', () => {
    expect(getLabelStrengths(play(call(silent)))).toEqual({ private: 'possible', untrusted: 'possible' });
  });

  it('makes possible what a server that is not believed denies, and known what it admits', () => {
    expect(getLabelStrengths(play(call(stranger)))).toEqual({ private: 'possible', untrusted: 'possible' });
    const admitting = makeTracedTool('get_mail', { trust: 'untrusted', annotations: READS_MAIL });
    expect(getLabelStrengths(play(call(admitting)))).toEqual({ private: 'known', untrusted: 'known' });
  });

  it('counts what the operator says above what a server says', () => {
    const overrides = [{ set: { unsafeOutput: 'no', openWorld: 'no', sensitiveData: 'yes' } }] as const;
    const overridden = makeTracedTool('get_mail', { trust: 'untrusted', annotations: READS, overrides });
    expect(getLabelStrengths(play(call(overridden)))).toEqual({ private: 'known', untrusted: 'none' });
  });

  it('never weakens a label', () => {
    expect(getLabelStrengths(play(call(readMail), call(silent, 'c2'), call(quiet, 'c3')))).toEqual({
      private: 'known',
      untrusted: 'known',
    });
    const session = play(call(silent), call(readMail, 'c2'));
    expect(getLabelStrengths(session).untrusted).toBe('known');
    expect(session.labels.untrusted.witnesses.map((witness) => witness.call)).toEqual(['c1', 'c2']);
  });

  it('is one witness, however often it is told of', () => {
    const once = play(call(readMail));
    expect(applyEvent(once, call(readMail))).toEqual(once);
  });

  it('is no witness any more past the bound, but still raises', () => {
    const many = Array.from({ length: MAX_WITNESSES + 9 }, (_, index) => call(silent, `c${index}`));
    const session = play(...many, call(readMail, 'last'));
    expect(session.labels.private.witnesses).toHaveLength(MAX_WITNESSES);
    expect(session.labels.private.witnesses[0]?.call).toBe('c0');
    expect(getLabelStrengths(session).private).toBe('known');
  });

  it('is judged on the labels before it, but for a tool that acts by itself', () => {
    const agent = makeTracedTool('research', { annotations: { ...READS_MAIL, agencyHint: true } });
    expect(getCallLabels(startSession('ctx'), readMail)).toEqual({ private: 'none', untrusted: 'none' });
    expect(getCallLabels(startSession('ctx'), agent)).toEqual({ private: 'known', untrusted: 'known' });
    const docile = makeTracedTool('research', { annotations: { ...READS, agencyHint: true } });
    expect(getCallLabels(play(call(silent)), docile)).toEqual({ private: 'possible', untrusted: 'possible' });
  });
});

describe('a result', () => {
  const saying = (annotations: JsonObject): Json => ({ content: [], _meta: { annotations } });

  it('raises what it says of itself to known', () => {
    expect(getLabelStrengths(play(...makeCallEvents(quiet, textResult('hello'))))).toEqual({
      private: 'none',
      untrusted: 'none',
    });
    const untrusted = play(...makeCallEvents(quiet, saying({ unsafeOutputHint: true }), { id: 'c1', at: 9 }));
    expect(getLabelStrengths(untrusted)).toEqual({ private: 'none', untrusted: 'known' });
    expect(untrusted.labels.untrusted).toEqual({
      strength: 'known',
      witnesses: [{ call: 'c1', path: [] }],
      at: 9,
    });
    const secret = play(...makeCallEvents(quiet, saying({ sensitiveDataHint: true })));
    expect(getLabelStrengths(secret)).toEqual({ private: 'known', untrusted: 'none' });
  });

  it('is kept as untrusted where its tool may return such, or it says so itself', () => {
    const originOf = (...events: readonly SessionEvent[]): string | undefined =>
      play(...events).seen[0]?.origin;
    expect(originOf(...makeCallEvents(quiet))).toBe('trusted');
    expect(originOf(...makeCallEvents(silent))).toBe('untrusted');
    expect(originOf(...makeCallEvents(quiet, saying({ unsafeOutputHint: true })))).toBe('untrusted');
  });

  it('cannot deny what its tool may do', () => {
    const denying = saying({ unsafeOutputHint: false, sensitiveDataHint: false });
    expect(getLabelStrengths(play(...makeCallEvents(readMail, denying)))).toEqual({
      private: 'known',
      untrusted: 'known',
    });
  });

  it('is remembered with the call it answers and what vouches for it', () => {
    const people = makeTracedTool('list_people', { annotations: READS, directory: true });
    const { seen, kept } = play(...makeCallEvents(people, textResult('[]'), { id: 'c7' }));
    expect(seen).toEqual([
      {
        call: 'c7',
        server: 'office',
        tool: 'list_people',
        resource: people.name.resource,
        origin: 'trusted',
        private: 'none',
        directory: true,
        vouched: true,
        whole: true,
        about: null,
        result: textResult('[]'),
        size: kept,
      },
    ]);
    expect(kept).toBeGreaterThan(2);
  });

  it('is no directory where it says of itself that it is untrusted', () => {
    const people = makeTracedTool('list_people', { annotations: READS, directory: true });
    const { seen } = play(...makeCallEvents(people, saying({ unsafeOutputHint: true })));
    expect(seen[0]?.directory).toBe(false);
  });

  it('is about what its call named, unless the tool lists', () => {
    const roles = { file_id: 'object', folder: 'critical', note: 'payload' };
    const aboutOf = (name: string, args: { readonly [key: string]: string }): unknown =>
      play(...makeCallEvents(makeTracedTool(name, { annotations: READS, roles }), textResult('x'), { args }))
        .seen[0]?.about;
    expect(aboutOf('get_file', { file_id: '7', folder: 'a', note: 'b' })).toEqual(['7', 'a', 'b']);
    expect(aboutOf('get_files', { folder: '2026-03-04', note: '15' })).toBeNull();
    expect(aboutOf('get_files', {})).toBeNull();
    expect(aboutOf('read_clipboard', {})).toEqual([]);
    expect(aboutOf('get_file', { file_id: 'x'.repeat(301) })).toEqual([]);
    expect(aboutOf('list_files', { file_id: '7' })).toBeNull();
  });

  it('vouches for nothing where its server is not believed', () => {
    expect(play(...makeCallEvents(stranger)).seen[0]?.vouched).toBe(false);
  });

  it('is cut where it is too large, and then is not whole', () => {
    const { seen, kept } = play(...makeCallEvents(quiet, textResult('x'.repeat(MAX_RESULT_CHARACTERS * 2))));
    expect(seen[0]?.whole).toBe(false);
    expect(kept).toBe(MAX_RESULT_CHARACTERS);
  });

  it('pushes out the earliest beyond the number kept, and that is counted', () => {
    const many = Array.from({ length: MAX_RESULTS + 3 }, (_, index) =>
      makeCallEvents(quiet, textResult('x'), { id: `c${index}` }),
    ).flat();
    const session = play(...many);
    expect(session.seen).toHaveLength(MAX_RESULTS);
    expect(session.seen[0]?.call).toBe('c3');
    expect(session.dropped.results).toBe(3);
    expect(session.kept).toBe(session.seen.reduce((sum, { size }) => sum + size, 0));
  });

  it('pushes out the earliest beyond the characters kept', () => {
    const large = textResult('x'.repeat(MAX_RESULT_CHARACTERS - 200));
    const many = Array.from({ length: 30 }, (_, index) =>
      makeCallEvents(quiet, large, { id: `c${index}` }),
    ).flat();
    const session = play(...many);
    expect(session.kept).toBeLessThanOrEqual(MAX_KEPT_CHARACTERS);
    expect(session.kept).toBe(session.seen.reduce((sum, { size }) => sum + size, 0));
    expect(session.dropped.results).toBe(30 - session.seen.length);
    expect(session.seen.at(-1)?.call).toBe('c29');
  });
});

describe('what a call made', () => {
  const roles = { name: 'object' };
  const properties = { name: { type: 'string' } };
  const create = makeTracedTool('create_file', { annotations: WRITES, roles, properties });
  const made = { content: [], structuredContent: { id: 'f-1' } };

  it('is remembered where the call was intended', () => {
    const { created } = play(...makeCallEvents(create, made, { args: { name: 'Plan' } }));
    expect(created).toEqual([
      { server: 'office', resource: 'file', id: 'f-1' },
      { server: 'office', resource: 'file', id: 'Plan' },
    ]);
  });

  it('is nobody’s where it was not, or nobody said so', () => {
    expect(play(...makeCallEvents(create, made, { intended: false })).created).toEqual([]);
    expect(play({ type: 'result', id: 'c1', tool: create, args: {}, result: made }).created).toEqual([]);
  });

  it('is nothing where the tool destroys, only reads, or is not believed', () => {
    for (const annotations of [DESTROYS, READS])
      expect(play(...makeCallEvents(makeTracedTool('create_file', { annotations }), made)).created).toEqual(
        [],
      );
    const unbelieved = makeTracedTool('create_file', { annotations: WRITES, trust: 'untrusted' });
    expect(play(...makeCallEvents(unbelieved, made)).created).toEqual([]);
  });

  it('is forgotten from the earliest on beyond the bound, and that is counted', () => {
    const many = Array.from({ length: MAX_CREATED + 2 }, (_, index) =>
      makeCallEvents(create, { content: [], structuredContent: { id: `f-${index}` } }),
    ).flat();
    const session = play(...many);
    expect(session.created).toHaveLength(MAX_CREATED);
    expect(session.created[0]?.id).toBe('f-2');
    expect(session.dropped.created).toBe(2);
  });
});

describe('the person’s words', () => {
  const task = (text: string, vouched = true): SessionEvent => ({ type: 'user', text, via: 'task', vouched });
  const intent = (text: string, vouched = true): SessionEvent => ({
    type: 'user',
    text,
    via: 'intent',
    vouched,
  });

  it('count from a host, before and after untrusted content', () => {
    const session = play({ type: 'user', text: 'a' }, call(readMail), {
      type: 'user',
      text: 'b',
      via: 'host',
    });
    expect(session.said).toEqual([
      { text: 'a', via: 'host' },
      { text: 'b', via: 'host' },
    ]);
    expect(hasUserMessages(session)).toBe(true);
  });

  it('count as a task or an intent only from a client that is vouched for', () => {
    for (const said of [task, intent]) {
      expect(play(said('a')).said).toMatchObject([{ text: 'a' }]);
      const unvouched = play(said('a', false));
      expect(hasUserMessages(unvouched)).toBe(false);
      expect(unvouched.unbelieved).toMatchObject([{ text: 'a', why: 'the client is not vouched for' }]);
    }
    expect(hasUserMessages(play({ type: 'user', text: 'a', via: 'task' }))).toBe(false);
  });

  it.each([
    ['known', readMail],
    ['possible', silent],
  ])('count as a task or an intent only before untrusted content is %s', (_, tool) => {
    for (const said of [task, intent]) {
      const session = play(said('a'), call(tool), said('b'));
      expect(session.said).toMatchObject([{ text: 'a' }]);
      expect(session.unbelieved).toMatchObject([{ text: 'b', why: 'untrusted content was already seen' }]);
    }
  });

  it('count on after private content', () => {
    const secret = makeTracedTool('list_salaries', { annotations: { ...READS, sensitiveDataHint: true } });
    expect(play(call(secret), task('a')).said).toEqual([{ text: 'a', via: 'task' }]);
  });

  it('are one thing said when they come with every call', () => {
    const once = play(intent('a'));
    expect(applyEvent(once, intent('a'))).toBe(once);
    expect(play(intent('a'), call(quiet), intent('a'), call(quiet), intent('a')).said).toHaveLength(1);
  });

  it('are twice said when the person repeats them', () => {
    expect(play({ type: 'user', text: 'a' }, { type: 'user', text: 'a' }).said).toHaveLength(2);
  });

  it('are replaced by a new task, each kind by its own', () => {
    const host = { type: 'user', text: 'h' } as const;
    expect(play(host, task('a'), intent('b'), task('c')).said.map(({ text }) => text)).toEqual([
      'h',
      'b',
      'c',
    ]);
    expect(play(host, task('a'), intent('b'), intent('c')).said.map(({ text }) => text)).toEqual([
      'h',
      'a',
      'c',
    ]);
  });

  it('end with the task', () => {
    const session = play({ type: 'user', text: 'a' }, call(readMail), { type: 'end' });
    expect(hasUserMessages(session)).toBe(false);
    expect(getLabelStrengths(session).untrusted).toBe('known');
  });

  it('are forgotten from the earliest on beyond the bound, and that is counted', () => {
    const turns = Array.from(
      { length: MAX_USER_MESSAGES + 3 },
      (_, turn) => ({ type: 'user', text: `${turn}` }) as const,
    );
    const session = play(...turns);
    expect(session.said.map(({ text }) => text)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10']);
    expect(session.dropped.words).toBe(3);
  });

  it('that are not believed are recorded, the latest of them', () => {
    const many = Array.from({ length: MAX_UNVERIFIED_TASKS + 2 }, (_, turn) => task(`${turn}`, false));
    const { unbelieved } = play(...many);
    expect(unbelieved).toHaveLength(MAX_UNVERIFIED_TASKS);
    expect(unbelieved[0]?.text).toBe('2');
  });
});

describe('labels', () => {
  const label = (strength: Label['strength'], at?: number, id = 'j'): Label => ({
    strength,
    witnesses: [{ call: id, path: [] }],
    ...(at === undefined ? {} : { at }),
  });
  const none: Label = { strength: 'none', witnesses: [] };

  it('fall only to a declassification that says who and why', () => {
    const session = play(call(readMail), {
      type: 'declassify',
      label: 'private',
      by: 'ada',
      reason: 'test data',
      at: 86_400_000,
    });
    expect(getLabelStrengths(session)).toEqual({ private: 'none', untrusted: 'known' });
    expect(session.labels.private.witnesses).toEqual([]);
    expect(session.declassifications).toEqual([
      { label: 'private', by: 'ada', reason: 'test data', at: 86_400_000 },
    ]);
    expect(getLabelStrengths(applyEvent(session, call(readMail, 'c2'))).private).toBe('known');
  });

  it('let a declassification be without a time', () => {
    const { declassifications } = play({ type: 'declassify', label: 'untrusted', by: 'ada', reason: 'r' });
    expect(declassifications).toEqual([{ label: 'untrusted', by: 'ada', reason: 'r' }]);
  });

  it('join to the stronger of both, with all witnesses and the later time', () => {
    const joined = joinLabels(
      { private: label('possible', 5, 'a'), untrusted: none },
      { private: label('known', 3, 'b'), untrusted: label('possible', 9, 'b') },
    );
    expect(joined.private).toEqual({
      strength: 'known',
      witnesses: [
        { call: 'a', path: [] },
        { call: 'b', path: [] },
      ],
      at: 5,
    });
    expect(joined.untrusted).toEqual(label('possible', 9, 'b'));
    expect(joinLabels(joined, joined)).toEqual(joined);
  });

  it('tell witnesses apart by path and span', () => {
    const at = (path: readonly number[], span?: readonly [number, number]): Label => ({
      strength: 'known',
      witnesses: [span === undefined ? { call: 'a', path } : { call: 'a', path, span }],
    });
    const different = [
      at([]),
      at([1]),
      at([2]),
      at([1, 2]),
      at([1], [0, 1]),
      at([1], [0, 2]),
      at([1], [1, 2]),
    ];
    const all = different.reduce((labels, each) => joinLabels(labels, { private: each, untrusted: none }), {
      private: none,
      untrusted: none,
    });
    expect(all.private.witnesses).toHaveLength(different.length);
  });

  it('join in by an event', () => {
    const labels = { private: label('known'), untrusted: none };
    expect(getLabelStrengths(play({ type: 'join', labels }))).toEqual({
      private: 'known',
      untrusted: 'none',
    });
  });

  it('keep the time of their last raise, whatever the order', () => {
    expect(play(call(readMail, 'a', 5), call(readMail, 'b', 3)).labels.private.at).toBe(5);
    expect(play(call(readMail, 'a', 3), call(readMail, 'b', 5)).labels.private.at).toBe(5);
    expect(play(call(readMail, 'a', 3), call(readMail, 'a', 7)).labels.private.at).toBe(7);
  });

  it('are gone once they were last raised longer ago than they live', () => {
    const session = play(
      call(readMail, 'a', 1000),
      call(makeTracedTool('sum', { annotations: READS }), 'b', 5000),
    );
    expect(getLabelStrengths(ageLabels(session, 1100, 100))).toEqual({
      private: 'known',
      untrusted: 'known',
    });
    expect(getLabelStrengths(ageLabels(session, 1101, 100))).toEqual({ private: 'none', untrusted: 'none' });
  });

  it('age each by itself', () => {
    const web = makeTracedTool('get_page', {
      annotations: { ...READS, openWorldHint: true, unsafeOutputHint: true },
    });
    const session = play(call(readMail, 'a', 1000), call(web, 'b', 2000));
    expect(getLabelStrengths(ageLabels(session, 2050, 100))).toEqual({ private: 'none', untrusted: 'known' });
  });

  it('outlive the last call of the session where that is what counts', () => {
    const used = (at: number): SessionEvent => ({ type: 'call', id: 'b', tool: silentRead, at, age: 100 });
    const kept = play(call(readMail, 'a', 1000), used(1100));
    expect(kept.labels.private.at).toBe(1100);
    expect(getLabelStrengths(ageLabels(kept, 1200, 100))).toEqual({ private: 'known', untrusted: 'known' });
    const late = play(call(readMail, 'a', 1000), used(1101));
    expect(getLabelStrengths(ageLabels(late, 1101, 100))).toEqual({ private: 'none', untrusted: 'none' });
    const before = play(call(readMail, 'a', 1000));
    expect(applyEvent(before, used(1000))).toBe(before);
    expect(play(used(1000)).labels.private).toEqual({ strength: 'none', witnesses: [] });
  });

  it('that were raised without a time do not age', () => {
    const untimed = call(readMail);
    for (const events of [[untimed], [untimed, call(readMail, 'b', 5)], [call(readMail, 'b', 5), untimed]])
      expect(getLabelStrengths(ageLabels(play(...events), Number.MAX_SAFE_INTEGER, 0)).private).toBe('known');
    const never = { private: label('known'), untrusted: none };
    const once = { private: label('possible', 5), untrusted: none };
    for (const labels of [joinLabels(never, once), joinLabels(once, never)])
      expect(labels.private).toEqual(label('known'));
    expect(joinLabels(once, { private: none, untrusted: none }).private.at).toBe(5);
  });

  it('are raised by a sender too, by what comes back', () => {
    expect(getLabelStrengths(play(call(makeTracedTool('send', { annotations: SENDS })))).untrusted).toBe(
      'known',
    );
  });
});

describe('texts of untrusted servers that were listed', () => {
  const listed = (...servers: readonly string[]): SessionEvent => ({ type: 'listed', servers });
  const task: SessionEvent = { type: 'user', text: 'delete it', via: 'task', vouched: true };
  const why = 'definitions of an untrusted server were listed';

  it('take from what a client declares that it proves anything, whichever came first', () => {
    for (const events of [
      [listed('odd'), task],
      [task, listed('odd')],
    ]) {
      const session = play(...events);
      expect(session.said).toEqual([]);
      expect(session.unbelieved).toEqual([{ text: 'delete it', via: 'task', why }]);
    }
    expect(play(task).said).toHaveLength(1);
  });

  it('take nothing from what a host heard', () => {
    const session = play({ type: 'user', text: 'delete it' }, listed('odd'), { type: 'user', text: 'now' });
    expect(session.said).toHaveLength(2);
    expect(session.unbelieved).toEqual([]);
  });

  it('are kept by name, once each and not without end', () => {
    const session = play(listed('odd', 'odd'), listed('even'));
    expect(session.listed).toEqual(['odd', 'even']);
    expect(applyEvent(session, listed('odd'))).toBe(session);
    const many = play(listed(...Array.from({ length: 70 }, (_, at) => `s${at}`)));
    expect(many.listed).toHaveLength(64);
    expect(applyEvent(many, listed('more'))).toBe(many);
  });

  it('raise no label, and come along where sessions join', () => {
    const { labels } = startSession('ctx');
    const session = play({ type: 'join', labels, listed: ['odd'] });
    expect(session.listed).toEqual(['odd']);
    expect(isLabelled(getLabelStrengths(session))).toBe(false);
    expect(play(listed('odd'), { type: 'end' }).listed).toEqual(['odd']);
  });
});

describe('private content that is not kept', () => {
  const labelsOfStore = {
    private: { strength: 'known', witnesses: [] },
    untrusted: { strength: 'none', witnesses: [] },
  } as const;

  it('is awaited from the call until its result is kept', () => {
    const [made, result] = makeCallEvents(readMail, textResult('hello'), { id: 'm1' });
    const during = play(made as SessionEvent);
    expect(during.unkept).toEqual({ some: false, awaited: ['m1'] });
    const after = applyEvent(during, result as SessionEvent);
    expect(after.unkept).toEqual({ some: false, awaited: [] });
    expect(after.seen[0]?.private).toBe('known');
    // what was kept already is not awaited again
    expect(applyEvent(after, made as SessionEvent).unkept.awaited).toEqual([]);
    expect(applyEvent(during, made as SessionEvent).unkept.awaited).toEqual(['m1']);
  });

  it('is some where more calls are awaited than are counted, a result is cut or forgotten, or labels come from elsewhere', () => {
    const calls = Array.from({ length: MAX_AWAITED_CALLS + 1 }, (_, at): SessionEvent => ({
      type: 'call',
      id: `a${at}`,
      tool: readMail,
    }));
    const many = play(...calls);
    expect(many.unkept.some).toBe(true);
    expect(many.unkept.awaited).toHaveLength(MAX_AWAITED_CALLS);
    expect(play(...makeCallEvents(readMail, textResult('x'.repeat(70_000)))).unkept.some).toBe(true);
    const forgetful = play(
      ...makeCallEvents(readMail),
      ...Array.from({ length: MAX_RESULTS }, () =>
        makeCallEvents(makeTracedTool('list_files', { annotations: READS })),
      ).flat(),
    );
    expect(forgetful.unkept.some).toBe(true);
    const joined = play({ type: 'join', labels: labelsOfStore });
    expect(joined.unkept.some).toBe(true);
    expect(applyEvent(joined, { type: 'join', labels: labelsOfStore }).unkept).toBe(joined.unkept);
  });

  it('is none where what is cut or forgotten is not private, and after a declassification', () => {
    const files = makeTracedTool('list_files', { annotations: READS });
    const session = play(
      ...makeCallEvents(files, textResult('x'.repeat(70_000))),
      ...Array.from({ length: MAX_RESULTS }, () => makeCallEvents(files)).flat(),
    );
    expect(session.unkept).toEqual({ some: false, awaited: [] });
    const cleared = play(
      ...makeCallEvents(files),
      ...makeCallEvents(readMail),
      { type: 'call', id: 'x', tool: readMail },
      {
        type: 'declassify',
        label: 'private',
        by: 'ada',
        reason: 'a test',
      },
    );
    expect(cleared.unkept).toEqual({ some: false, awaited: [] });
    expect(cleared.seen.map((seen) => seen.private)).toEqual(['none', 'none']);
  });

  it('counts what a store holds', () => {
    const files = makeTracedTool('list_files', { annotations: READS });
    const session = play(
      { type: 'call', id: 'f', tool: files, stored: 'known' },
      { type: 'result', id: 'f', tool: files, args: {}, result: textResult('hi'), stored: 'known' },
    );
    expect(session.seen[0]?.private).toBe('known');
  });
});

describe('what the person forbids', () => {
  it('is kept until the task ends or a later wish lifts it, however much is said in between', () => {
    const turns = Array.from({ length: MAX_USER_MESSAGES + 1 }, (_, at): SessionEvent => ({
      type: 'user',
      text: `Read note ${at}.`,
    }));
    const session = play({ type: 'user', text: 'Do not send any mail.' }, ...turns);
    expect(session.said.some(({ text }) => text.includes('Do not'))).toBe(false);
    expect(session.prohibitions).toHaveLength(1);
    expect(applyEvent(session, { type: 'user', text: 'Now send the mail to Bob.' }).prohibitions).toEqual([]);
    expect(applyEvent(session, { type: 'end' }).prohibitions).toEqual([]);
  });

  it('tightens where the words are not believed, and is not lifted by such words', () => {
    const unbelieved = play({ type: 'user', via: 'task', text: 'Never send mail.' });
    expect(unbelieved.prohibitions).toHaveLength(1);
    const lifted = play(
      { type: 'user', text: 'Never send mail.' },
      { type: 'user', via: 'task', text: 'Send the mail to Bob.' },
    );
    expect(lifted.prohibitions).toHaveLength(1);
  });
});
