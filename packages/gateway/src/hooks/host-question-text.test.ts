import { describe, expect, it } from 'vitest';
import { question } from '../../../gate/test/confirm-question.ts';
import { hostQuestionText } from './host-question-text.ts';

const long = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`line_${at}`, `value ${at} `.repeat(10)]));

describe('the question of a host', () => {
  it('has at most twelve lines and all arguments, where they are not too long for a dialog', () => {
    const args = long(20);
    const { text, whole } = hostQuestionText(question({ arguments: args, userMessage: 'Do it' }));
    expect(whole).toBe(true);
    expect(text.split('\n').length).toBeLessThanOrEqual(12);
    for (const [name, value] of Object.entries(args)) expect(text).toContain(`"${name}": "${value}"`);
    expect(text).not.toContain('more characters');
  });

  it('says that it is cut where they are', () => {
    const { text, whole } = hostQuestionText(question({ arguments: long(80) }));
    expect(whole).toBe(false);
    expect(text.split('\n').length).toBeLessThanOrEqual(12);
    expect(text).toContain('more characters');
  });
});
