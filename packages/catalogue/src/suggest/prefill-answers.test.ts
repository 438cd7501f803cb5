import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { advise } from '../review/advise.ts';
import { prefillAnswers, keepTighteningAnswers } from './prefill-answers.ts';

const tool = (name: string, description: string, annotations: JsonObject = {}): JsonObject => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  annotations,
});

const filled = (definition: JsonObject): Readonly<Record<string, string>> =>
  prefillAnswers(advise({ server: 's', definition, siblings: [definition] }));

describe('what a review begins with', () => {
  it('is what is suggested with enough confidence', () => {
    expect(filled(tool('get_file', 'Reads a file and returns its text'))).toMatchObject({
      readOnly: 'yes',
      destructive: 'no',
    });
    expect(filled(tool('delete_file', 'Deletes a file for good'))).toMatchObject({
      readOnly: 'no',
      destructive: 'yes',
    });
  });

  it('never relaxes what the server itself says to be careful about', () => {
    const careful = tool('get_file', 'Reads a file and returns its text', {
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(filled(careful)).toMatchObject({ readOnly: 'no', destructive: 'yes' });
  });

  it('never begins with a read beside a claim that it destroys', () => {
    const torn = tool('get_file', 'Reads a file and returns its text', { destructiveHint: true });
    expect(filled(torn)).not.toHaveProperty('readOnly');
    expect(filled(torn)).toMatchObject({ destructive: 'yes' });
    const both = tool('get_file', 'Reads a file', { readOnlyHint: true, destructiveHint: true });
    expect(filled(both)).not.toHaveProperty('readOnly');
  });

  it('does not take over what a server claims to be harmless', () => {
    const calm = tool('delete_file', 'Deletes a file for good', {
      readOnlyHint: true,
      sensitiveDataHint: false,
    });
    expect(filled(calm)).toMatchObject({ readOnly: 'no', destructive: 'yes' });
    expect(filled(calm)).not.toHaveProperty('sensitiveData');
  });

  it('has a part that only asks for more care', () => {
    expect(
      keepTighteningAnswers({ readOnly: 'no', destructive: 'no', openWorld: 'yes', own: 'yes' }),
    ).toEqual({
      readOnly: 'no',
      openWorld: 'yes',
    });
  });
});

describe('advice', () => {
  it('names what should be looked at twice', () => {
    const torn = tool('torn', 'Does\u200b it', {
      readOnlyHint: true,
      destructiveHint: true,
      agencyHint: 'x',
    });
    const { doubts } = advise({ server: 's', definition: torn, siblings: [torn] });
    expect(doubts.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['claims/conflict', 'claims/malformed', 'poison/hidden-characters']),
    );
  });
});
