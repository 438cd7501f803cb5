import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProgressBar } from './progress-bar.ts';

const terminal = (
  columns?: number,
): { isTTY: true; columns?: number; text: string; write(text: string): void } => ({
  isTTY: true,
  ...(columns === undefined ? {} : { columns }),
  text: '',
  write(text) {
    this.text += text;
  },
});

const shown = (text: string): string => stripVTControlCharacters(text).split('\r').at(-1) ?? '';

describe('a progress bar', () => {
  it('is drawn on a terminal: how far, how many, how fast', () => {
    const stream = terminal();
    let now = 0;
    const progress = new ProgressBar(stream, () => now, 1000);
    progress.read(500);
    now = 2000;
    progress.session();
    expect(shown(stream.text)).toBe(`[${'#'.repeat(12)}${'.'.repeat(12)}]  50 %  1 session, 1 a second`);
  });

  it('is drawn no more than ten times a second', () => {
    const stream = terminal();
    let now = 0;
    const progress = new ProgressBar(stream, () => now, undefined);
    for (let at = 0; at < 1000; at++) {
      now += 1;
      progress.session();
    }
    expect(stream.text.split('\r').length - 1).toBe(10);
  });

  it('goes away, and leaves a clean line behind', () => {
    const stream = terminal();
    const progress = new ProgressBar(stream, () => 1, undefined);
    progress.clear();
    expect(stream.text).toBe('');
    progress.session();
    expect(shown(stream.text)).toBe('1 session');
    progress.clear();
    expect(shown(stream.text)).toBe('');
  });

  it('is never wider than the terminal', () => {
    const stream = terminal(20);
    const progress = new ProgressBar(stream, () => 1, 10);
    progress.read(10);
    progress.session();
    expect(shown(stream.text).length).toBeLessThan(20);
  });

  it('is drawn on a terminal that does not know its width', () => {
    const stream = terminal(0);
    new ProgressBar(stream, () => 1, undefined).session();
    expect(shown(stream.text)).toBe('1 session');
  });

  it('is nothing at all where no person looks', () => {
    const stream = { ...terminal(), isTTY: false };
    const progress = new ProgressBar(stream, () => 1, 10);
    progress.session();
    progress.clear();
    expect(stream.text).toBe('');
  });
});
