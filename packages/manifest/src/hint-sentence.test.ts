import { HINT_NAMES } from '@callgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HINT_PHRASES,
  readHintSentences,
  makeHintSentence,
  addHintSentence,
  stripHintSentences,
} from './hint-sentence.ts';
import { getTighteningAnswer } from './set-values.ts';

const DELETES = {
  readOnly: 'no',
  destructive: 'yes',
  reversible: 'no',
  requiresConfirmation: 'yes',
} as const;
const SENTENCE =
  'Side effects: changes data or systems; may delete or overwrite data; cannot be undone. Ask the user before calling it.';

describe('the standard sentence', () => {
  it('says what asks for care, and whom to ask', () => {
    expect(makeHintSentence(DELETES)).toBe(SENTENCE);
    expect(makeHintSentence({ openWorld: 'yes' })).toBe('Side effects: reaches external systems.');
    expect(makeHintSentence({ requiresConfirmation: 'yes' })).toBe(
      'Side effects: not stated. Ask the user before calling it.',
    );
  });

  it('is not there where nothing asks for care', () => {
    expect(makeHintSentence({})).toBeUndefined();
    expect(
      makeHintSentence({ readOnly: 'yes', openWorld: 'no', requiresConfirmation: 'no' }),
    ).toBeUndefined();
    expect(addHintSentence('Reads a file.', { readOnly: 'yes' })).toBe('Reads a file.');
  });

  it('stands at the end, once, however often it is put there', () => {
    const once = addHintSentence('Deletes an event.', DELETES);
    expect(once).toBe(`Deletes an event.\n\n${SENTENCE}`);
    expect(addHintSentence(once, DELETES)).toBe(once);
    expect(addHintSentence('', DELETES)).toBe(SENTENCE);
    expect(stripHintSentences(once)).toBe('Deletes an event.');
    expect(stripHintSentences(SENTENCE)).toBe('');
  });

  it('keeps what a sentence that was there said', () => {
    expect(addHintSentence('Asks.\n\nSide effects: uses an AI model.', { openWorld: 'yes' })).toBe(
      'Asks.\n\nSide effects: reaches external systems; uses an AI model.',
    );
  });

  it('leaves a sentence in words of somebody’s own alone', () => {
    const own = 'Writes.\n\nSide effects: writes a log; handles secrets.';
    expect(stripHintSentences(own)).toBe(own);
    expect(readHintSentences(own)).toEqual({ secret: 'yes' });
    expect(addHintSentence(own, { openWorld: 'yes' })).toBe(
      `${own}\n\nSide effects: reaches external systems.`,
    );
  });

  it('is read back to what it was made from', () => {
    expect(readHintSentences(SENTENCE)).toEqual(DELETES);
    for (const name of HINT_NAMES) {
      const says = { [name]: getTighteningAnswer(name) };
      expect(readHintSentences(addHintSentence('Does it.', says))).toEqual(says);
    }
  });

  it('has a phrase of its own for each hint, without marks of the grammar', () => {
    const phrases = Object.values(HINT_PHRASES);
    expect(new Set(phrases).size).toBe(HINT_NAMES.length - 1);
    for (const phrase of phrases) expect(phrase).not.toMatch(/[.;\n]/);
  });

  it('never lowers care, whatever a description says', () => {
    const pieces = fc.constantFrom(
      'Side effects: ',
      '; ',
      '.',
      '\n\n',
      ' Ask the user before calling it.',
      'not stated',
      'only reads',
      'none',
      ...Object.values(HINT_PHRASES),
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(text, (parts) => {
        const description = parts.join('');
        for (const [hint, answer] of Object.entries(readHintSentences(description)))
          expect(answer).toBe(getTighteningAnswer(HINT_NAMES.find((name) => name === hint) ?? 'readOnly'));
        const again = addHintSentence(description, { secret: 'yes' });
        expect(addHintSentence(again, { secret: 'yes' })).toBe(again);
        expect(readHintSentences(again)).toEqual({ ...readHintSentences(description), secret: 'yes' });
      }),
      { numRuns: 500 },
    );
  });

  it('reads descriptions that are made to be slow as quickly as others', () => {
    const many = 'Side effects: '.repeat(200_000);
    expect(readHintSentences(many)).toEqual({});
    expect(stripHintSentences(many)).toBe(many);
    const ended = '\n\nSide effects: cannot be undone.'.repeat(200_000);
    expect(stripHintSentences(ended)).toBe('');
    expect(readHintSentences(ended)).toEqual({ reversible: 'no' });
  });
});
