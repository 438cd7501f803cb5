import type { Labels } from '@callgate/core';
import type { ContextRef, Contexts, SessionEvent } from '@callgate/core/label';
import {
  NO_CONTEXTS,
  applyContextEvent,
  contextKey,
  endContext,
  isJoinedContextKey,
  joinHost,
  judgeCallInContext,
  getLabelStrengths,
  listMemberKeys,
  getContextLabels,
  getContextSession,
} from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import { READS, READS_MAIL, WRITES, makeCallEvents, makeTracedTool } from '../../test/make-traced-tool.ts';
import { getStoreLabels } from './contexts.ts';

const own = (context: string, principal = 'ann'): ContextRef => ({ principal, context, authenticated: true });
const sent = (context: string, principal = 'ann'): ContextRef => ({
  principal,
  context,
  authenticated: false,
});

const play = (...steps: readonly (readonly [ContextRef, SessionEvent])[]): Contexts =>
  steps.reduce((contexts, [ref, event]) => applyContextEvent(contexts, ref, event), NO_CONTEXTS);

const labelsIn = (contexts: Contexts, ref: ContextRef): Labels => {
  const labels = getLabelStrengths(getContextSession(contexts, ref));
  expect(getContextLabels(contexts, ref)).toEqual(labels);
  return labels;
};

const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });
const saveNote = makeTracedTool('save_note', { annotations: WRITES });
const readNote = makeTracedTool('get_note', { annotations: READS });

const says = (text: string): SessionEvent => ({ type: 'user', text });
const calls = (tool: typeof readMail, id = 'c1', at?: number): SessionEvent => ({
  type: 'call',
  id,
  tool,
  ...(at === undefined ? {} : { at }),
});

const CLEAN: Labels = { private: 'none', untrusted: 'none' };
const TOUCHED: Labels = { private: 'known', untrusted: 'known' };

describe('a context that is minted or authenticated', () => {
  it('begins clean', () => {
    expect(getContextSession(NO_CONTEXTS, own('a')).context).toBe('a');
    expect(labelsIn(NO_CONTEXTS, own('a'))).toEqual(CLEAN);
  });

  it('keeps its own labels and words', () => {
    const contexts = play([own('a'), says('hello')], [own('a'), calls(readMail)]);
    expect(labelsIn(contexts, own('a'))).toEqual(TOUCHED);
    expect(labelsIn(contexts, own('b'))).toEqual(CLEAN);
    expect(getContextSession(contexts, own('a')).said).toHaveLength(1);
    expect(getContextSession(contexts, own('b')).said).toEqual([]);
  });

  it('is another for another principal', () => {
    const contexts = play([own('a'), calls(readMail)]);
    expect(labelsIn(contexts, own('a', 'bob'))).toEqual(CLEAN);
    expect(labelsIn(contexts, sent('a', 'bob'))).toEqual(CLEAN);
  });

  it('ends with its labels and words, and what its principal touched stays', () => {
    const contexts = endContext(play([own('a'), says('hello')], [own('a'), calls(readMail)]), own('a'));
    expect(getContextSession(contexts, own('a')).said).toEqual([]);
    expect(labelsIn(contexts, own('a'))).toEqual(CLEAN);
    expect(labelsIn(contexts, sent('z'))).toEqual(TOUCHED);
  });
});

describe('a context that only the client names', () => {
  it('has touched what any context of its principal has', () => {
    const contexts = play([own('a'), calls(readMail)], [sent('b'), calls(readNote)]);
    expect(labelsIn(contexts, sent('b'))).toEqual(TOUCHED);
    expect(labelsIn(contexts, sent('never seen'))).toEqual(TOUCHED);
  });

  it('labels its principal, but no context of its own right', () => {
    const contexts = play([sent('a'), calls(readMail)]);
    expect(labelsIn(contexts, sent('b'))).toEqual(TOUCHED);
    expect(labelsIn(contexts, own('a'))).toEqual(CLEAN);
  });

  it('has no words and nothing it created', () => {
    const create = makeTracedTool('create_file', { annotations: WRITES });
    const made = makeCallEvents(create, { content: [], structuredContent: { id: 'f-1' } });
    const steps = [says('hello'), ...made];
    for (const [ref, words, created] of [
      [own('a'), 1, 1],
      [sent('a'), 0, 0],
    ] as const) {
      const session = getContextSession(play(...steps.map((event) => [ref, event] as const)), ref);
      expect([session.said.length, session.created.length]).toEqual([words, created]);
    }
  });

  it('loses a label with its principal, by the operator’s word', () => {
    const contexts = play(
      [sent('a'), calls(readMail)],
      [sent('a'), { type: 'declassify', label: 'untrusted', by: 'ada', reason: 'looked at' }],
    );
    expect(labelsIn(contexts, sent('a'))).toEqual({ private: 'known', untrusted: 'none' });
    expect(labelsIn(contexts, sent('b'))).toEqual({ private: 'known', untrusted: 'none' });
  });

  it('is not the authenticated context of the same name', () => {
    const contexts = play([own('a'), says('hello')]);
    expect(getContextSession(contexts, sent('a')).said).toEqual([]);
    expect(getContextSession(contexts, own('a')).said).toHaveLength(1);
  });
});

describe('labels that age', () => {
  it('are gone from a context and from its principal after their time', () => {
    const contexts = play([own('a'), calls(readMail, 'c1', 1000)]);
    for (const ref of [own('a'), sent('b')]) {
      expect(getLabelStrengths(getContextSession(contexts, ref, { now: 1500, age: 500 }))).toEqual(TOUCHED);
      expect(getLabelStrengths(getContextSession(contexts, ref, { now: 1501, age: 500 }))).toEqual(CLEAN);
      expect(labelsIn(contexts, ref)).toEqual(TOUCHED);
    }
  });
});

describe('a store', () => {
  it('is labelled by what a labelled session writes into it, and labels who reads it', () => {
    const contexts = play([own('a'), calls(readMail)], [own('a'), calls(saveNote, 'c2')]);
    expect(getStoreLabels(contexts, readNote)?.untrusted.strength).toBe('known');
    const reading = applyContextEvent(contexts, own('b', 'bob'), calls(readNote, 'c3'));
    expect(labelsIn(reading, own('b', 'bob'))).toEqual(TOUCHED);
    expect(getContextSession(reading, own('b', 'bob')).labels.untrusted.witnesses).toEqual([
      { call: 'c1', path: [] },
    ]);
  });

  it('is not labelled by a read, nor by a session that has touched nothing', () => {
    const quiet = makeTracedTool('list_files', { annotations: READS });
    for (const contexts of [
      play([own('a'), calls(readMail)], [own('a'), calls(quiet)]),
      play([own('a'), calls(saveNote)]),
    ])
      expect(getStoreLabels(contexts, readNote)).toBeUndefined();
  });

  it('is labelled by what the write itself brings in', () => {
    const fetchInto = makeTracedTool('save_page', { annotations: { ...WRITES, unsafeOutputHint: true } });
    expect(getStoreLabels(play([own('a'), calls(fetchInto)]), readNote)).toMatchObject({
      private: { strength: 'none' },
      untrusted: { strength: 'known' },
    });
  });

  it('raises labels when it is read, however long ago they were written', () => {
    const contexts = play(
      [own('a'), calls(readMail, 'c1', 1000)],
      [own('a'), calls(saveNote, 'c2', 1000)],
      [own('b'), calls(readNote, 'c3', 9000)],
    );
    const inB = getContextSession(contexts, own('b'), { now: 9500, age: 600 });
    expect(getLabelStrengths(inB)).toEqual(TOUCHED);
    expect(inB.labels.untrusted.at).toBe(9000);
  });

  it('is labelled by what the principal has touched, where only the client names the context', () => {
    const contexts = play([own('a'), calls(readMail)], [sent('b'), calls(saveNote)]);
    expect(getStoreLabels(contexts, readNote)?.private.strength).toBe('known');
  });

  it('gathers what several sessions wrote', () => {
    const web = makeTracedTool('get_page', {
      annotations: { ...READS, openWorldHint: true, unsafeOutputHint: true },
    });
    const salaries = makeTracedTool('list_salaries', { annotations: { ...READS, sensitiveDataHint: true } });
    const contexts = play(
      [own('a'), calls(web, 'w')],
      [own('a'), calls(saveNote)],
      [own('b'), calls(salaries, 's')],
      [own('b'), calls(saveNote)],
    );
    expect(getStoreLabels(contexts, readNote)).toMatchObject({
      private: { strength: 'known', witnesses: [{ call: 's' }] },
      untrusted: { strength: 'known', witnesses: [{ call: 'w' }] },
    });
  });

  it('is the server’s, unless the operator names stores', () => {
    const elsewhere = makeTracedTool('get_note', { annotations: READS, server: 'other' });
    const contexts = play([own('a'), calls(readMail)], [own('a'), calls(saveNote)]);
    expect(getStoreLabels(contexts, elsewhere)).toBeUndefined();
    const settings = { stores: { get_note: 'notes', save_note: 'notes', list_files: 'drive' } };
    const named = (name: string, annotations = READS): typeof readNote =>
      makeTracedTool(name, { annotations, settings });
    const written = play([own('a'), calls(readMail)], [own('a'), calls(named('save_note', WRITES))]);
    expect(getStoreLabels(written, named('get_note'))).toBeDefined();
    expect(getStoreLabels(written, named('list_files'))).toBeUndefined();
    expect(getStoreLabels(written, named('get_contact'))).toBeUndefined();
  });
});

describe('all contexts together', () => {
  it('survive being written down', () => {
    const contexts = play(
      [own('a'), says('hello')],
      [own('a'), calls(readMail, 'c1', 5)],
      [sent('__proto__', '__proto__'), calls(readMail)],
      [own('a'), calls(saveNote)],
    );
    const revived: Contexts = JSON.parse(JSON.stringify(contexts));
    expect(revived).toEqual(contexts);
    const next = [sent('b'), calls(saveNote, 'c9')] as const;
    expect(applyContextEvent(revived, ...next)).toEqual(applyContextEvent(contexts, ...next));
    expect(labelsIn(revived, sent('x', '__proto__'))).toEqual(TOUCHED);
  });

  it('are left as they were by what happens next', () => {
    const contexts = play([own('a'), calls(readMail)]);
    const copy = structuredClone(contexts);
    applyContextEvent(contexts, own('a'), calls(saveNote));
    endContext(contexts, own('a'));
    expect(contexts).toEqual(copy);
  });
});

describe('a call in its context', () => {
  const agent = makeTracedTool('research_note', { annotations: { ...READS, agencyHint: true } });
  const held = play([own('a'), calls(readMail)], [own('a'), calls(saveNote, 'c2')]);

  it('is judged on the labels and words of that context', () => {
    const contexts = applyContextEvent(held, own('a'), says('hello'));
    expect(judgeCallInContext(contexts, own('a'), readNote, {})).toMatchObject({
      labels: TOUCHED,
      words: true,
    });
    expect(judgeCallInContext(contexts, own('b'), readNote, {})).toMatchObject({
      labels: CLEAN,
      words: false,
    });
  });

  it('meets what the store holds before it is done, where the tool acts by itself', () => {
    expect(judgeCallInContext(held, own('b'), agent, {}).labels).toEqual(TOUCHED);
    expect(judgeCallInContext(NO_CONTEXTS, own('b'), agent, {}).labels).toEqual(CLEAN);
  });

  it('is judged on labels that have not aged out', () => {
    const contexts = play([own('a'), calls(readMail, 'c1', 1000)]);
    expect(judgeCallInContext(contexts, own('a'), readNote, {}, { now: 1500, age: 500 }).labels).toEqual(
      TOUCHED,
    );
    expect(judgeCallInContext(contexts, own('a'), readNote, {}, { now: 1501, age: 500 }).labels).toEqual(
      CLEAN,
    );
  });
});

describe('a host process whose hooks name sessions', () => {
  const HOST = own('host:1');
  const CHAT = own('chat');
  const joined = (...steps: readonly (readonly [ContextRef, SessionEvent])[]): Contexts =>
    joinHost(play(...steps), CHAT, 'host:1');
  const task = (text: string): SessionEvent => ({ type: 'user', text, via: 'task', vouched: true });
  const listed: SessionEvent = { type: 'listed', servers: ['odd'] };

  it('has touched what its sessions touch, before and after they were named', () => {
    expect(labelsIn(joined([CHAT, calls(readMail)]), HOST)).toEqual(TOUCHED);
    expect(labelsIn(applyContextEvent(joined(), CHAT, calls(readMail)), HOST)).toEqual(TOUCHED);
    expect(labelsIn(joined(), HOST)).toEqual(CLEAN);
  });

  it('hands on what was touched without a name, and nothing that was said', () => {
    const contexts = joined([HOST, calls(readMail)], [HOST, says('delete it')]);
    expect(labelsIn(contexts, CHAT)).toEqual(TOUCHED);
    expect(getContextSession(contexts, CHAT).said).toEqual([]);
    expect(getContextSession(applyContextEvent(contexts, CHAT, says('send it')), HOST).said).toHaveLength(1);
  });

  it('keeps two sessions of one host apart', () => {
    const contexts = joinHost(joined([CHAT, calls(readMail)]), own('other'), 'host:1');
    expect(labelsIn(contexts, own('other'))).toEqual(CLEAN);
    expect(labelsIn(contexts, HOST)).toEqual(TOUCHED);
    expect(listMemberKeys(contexts.sessions[contextKey(HOST)], HOST)).toEqual([
      contextKey(CHAT),
      contextKey(own('other')),
    ]);
    const ended = endContext(contexts, CHAT);
    expect(labelsIn(ended, HOST)).toEqual(CLEAN);
    expect(listMemberKeys(ended.sessions[contextKey(HOST)], HOST)).toEqual([contextKey(own('other'))]);
  });

  it('is joined once, and again when more was touched', () => {
    const once = joined([HOST, calls(readNote)]);
    expect(joinHost(once, CHAT, 'host:1')).toBe(once);
    const more = joinHost(applyContextEvent(once, HOST, calls(readMail, 'c2')), CHAT, 'host:1');
    expect(labelsIn(more, CHAT)).toEqual(TOUCHED);
  });

  it('is without what its last session touched when that is over, and keeps what came without a name', () => {
    const clean = endContext(joined([CHAT, calls(readMail)]), CHAT);
    expect(labelsIn(clean, HOST)).toEqual(CLEAN);
    expect(getContextSession(clean, HOST)).not.toHaveProperty('members');
    const before = joined([HOST, calls(readMail)], [HOST, task('delete it')]);
    const after = applyContextEvent(joined(), HOST, calls(readMail));
    for (const contexts of [before, after]) {
      const ended = endContext(contexts, CHAT);
      expect(labelsIn(ended, HOST)).toEqual(TOUCHED);
      expect(labelsIn(joinHost(ended, own('next'), 'host:1'), own('next'))).toEqual(TOUCHED);
    }
    expect(getContextSession(endContext(joined([HOST, task('delete it')]), CHAT), HOST).said).toEqual([]);
  });

  it('keeps what was listed to it or to a session that is over', () => {
    for (const ref of [HOST, CHAT]) {
      const ended = endContext(joined([ref, listed]), CHAT);
      expect(getContextSession(ended, HOST).listed).toEqual(['odd']);
      expect(getContextSession(joinHost(ended, own('next'), 'host:1'), own('next')).listed).toEqual(['odd']);
    }
    expect(getContextSession(endContext(joined([HOST, calls(readMail)]), CHAT), HOST)).not.toHaveProperty(
      'listed',
    );
    const gone = endContext(joined([CHAT, calls(readMail)]), HOST);
    expect(getContextSession(endContext(gone, CHAT), CHAT).labels).toEqual(
      getContextSession(NO_CONTEXTS, CHAT).labels,
    );
  });

  it('forgets no label of a session that it has no room for', () => {
    let contexts = joined([CHAT, calls(readMail)]);
    for (let at = 0; at < 40; at += 1) contexts = joinHost(contexts, own(`s${at}`), 'host:1');
    expect(listMemberKeys(contexts.sessions[contextKey(HOST)], HOST)).toHaveLength(32);
    expect(labelsIn(endContext(contexts, CHAT), HOST)).toEqual(TOUCHED);
  });

  it('believes no client where any of them has read something untrusted', () => {
    const said = (contexts: Contexts, ref: ContextRef): readonly unknown[] =>
      getContextSession(applyContextEvent(contexts, ref, task('delete it')), ref).said;
    expect(said(joined(), CHAT)).toHaveLength(1);
    expect(said(joined(), HOST)).toHaveLength(1);
    expect(said(joined([CHAT, calls(readMail)]), HOST)).toEqual([]);
    expect(said(applyContextEvent(joined(), HOST, calls(readMail)), CHAT)).toEqual([]);
    expect(said(applyContextEvent(joined(), HOST, listed), CHAT)).toEqual([]);
    expect(said(applyContextEvent(joined(), CHAT, listed), HOST)).toEqual([]);
    const alone = endContext(joined(), HOST);
    expect(said(alone, CHAT)).toHaveLength(1);
  });
});

it('contexts that nothing vouches for have one key, which says so', () => {
  expect(contextKey(sent('a'))).toBe(contextKey(sent('b')));
  expect(isJoinedContextKey(contextKey(sent('a')))).toBe(true);
  expect(isJoinedContextKey(contextKey(own('a')))).toBe(false);
});
