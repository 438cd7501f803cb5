import { describe, expect, it } from 'vitest';
import { toSingular } from './to-singular.ts';

describe('one of many', () => {
  it.each([
    ['files', 'file'],
    ['entries', 'entry'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['dishes', 'dish'],
    ['classes', 'class'],
    ['quizzes', 'quizz'],
    ['messages', 'message'],
    ['address', 'address'],
    ['status', 'status'],
    ['analysis', 'analysis'],
    ['bus', 'bus'],
    ['ids', 'ids'],
    ['file', 'file'],
    ['', ''],
  ])('%s → %s', (many, one) => {
    expect(toSingular(many)).toBe(one);
  });
});
