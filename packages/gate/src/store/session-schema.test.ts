import { startSession } from '@callgate/core';
import { expect, it } from 'vitest';
import { fullSession, sampleLabels } from '../../test/harness/store-suite/samples.ts';
import { sessionLabelsSchema, sessionSchema } from './session-schema.ts';

it('reads a session as it is written', () => {
  for (const session of [startSession('c'), fullSession()]) {
    expect(sessionSchema.parse(JSON.parse(JSON.stringify(session)))).toEqual(session);
  }
  expect(sessionLabelsSchema.parse(sampleLabels('call-1'))).toEqual(sampleLabels('call-1'));
});

it('refuses a part it does not know, one that is missing and one of another kind', () => {
  const session = fullSession();
  const { kept: _, ...without } = session;
  const labels = sampleLabels('call-1');
  for (const bad of [
    { ...session, more: 1 },
    without,
    { ...session, v: 2 },
    { ...session, kept: -1 },
    { ...session, kept: 1.5 },
    { ...session, labels: { ...session.labels, secret: labels.private } },
    { ...session, seen: [{ ...session.seen[0], result: undefined }] },
    { ...session, said: [{ text: 'x', via: 'nobody' }] },
  ])
    expect(sessionSchema.safeParse(bad).success).toBe(false);
  for (const bad of [
    { private: labels.private },
    { ...labels, untrusted: { strength: 'maybe', witnesses: [] } },
    { ...labels, untrusted: { strength: 'known', witnesses: [{ call: 'c', path: [], span: [1] }] } },
  ])
    expect(sessionLabelsSchema.safeParse(bad).success).toBe(false);
});
