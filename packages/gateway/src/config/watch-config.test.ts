import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { virtualClock } from '@callgate/gate/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchConfig } from './watch-config.ts';

interface WatchedFolder {
  readonly path: string;
  /** Everything that was told, oldest first. */
  readonly told: string[];
  /** Lets so many looks happen. */
  looks(count: number): Promise<void>;
}

/** A file is good where it begins with `good`; it may name another file. Not looked at: what `remote` says goes before it. */
const watched = (path: string, remote?: string): WatchedFolder => {
  const clock = virtualClock(0);
  const told: string[] = [];
  const watch = watchConfig({
    files: [path],
    clock,
    everyMs: 500,
    load: () => {
      const from = remote !== undefined && existsSync(remote) ? remote : path;
      const text = readFileSync(from, 'utf8').trim();
      const [word, ...others] = text.split(' ');
      const values = others.map((other) => readFileSync(other, 'utf8'));
      return word === 'good'
        ? { ok: true, value: ['good', ...values].join(' '), files: [path, ...others] }
        : { ok: false, reason: text };
    },
    onGood: (value) => {
      told.push(value);
    },
    onBad: (reason) => {
      told.push(reason instanceof Error ? 'unreadable' : `bad: ${String(reason)}`);
    },
    isPassing: (reason) => reason === 'passing',
  });
  onTestFinished(() => watch.close());
  return {
    path,
    told,
    looks: async (count) => {
      for (let look = 0; look < count; look += 1) {
        clock.advance(500);
        await watch.settled();
      }
    },
  };
};

const place = (): string => mkdtempSync(join(tmpdir(), 'callgate-watch-'));

const watchedFile = (): WatchedFolder => {
  const path = join(place(), 'callgate.yaml');
  writeFileSync(path, 'good');
  return watched(path);
};

describe('watching a configuration', () => {
  it('says nothing while nothing changes', async () => {
    const { told, looks } = watchedFile();
    await looks(5);
    expect(told).toEqual([]);
  });

  it('takes what changed once it stayed the same from one look to the next', async () => {
    const { path, told, looks } = watchedFile();
    writeFileSync(path, 'good ');
    await looks(1);
    expect(told).toEqual([]);
    await looks(1);
    expect(told).toEqual(['good']);
    await looks(3);
    expect(told).toEqual(['good']);
  });

  it('does not read a file that is still being written', async () => {
    const { path, told, looks } = watchedFile();
    for (const text of ['g', 'go', 'goo', 'half of it', 'good  ']) {
      writeFileSync(path, text);
      await looks(1);
    }
    await looks(1);
    expect(told).toEqual(['good']);
  });

  it('tells once what is bad, and goes on', async () => {
    const { path, told, looks } = watchedFile();
    writeFileSync(path, 'broken');
    await looks(4);
    expect(told).toEqual(['bad: broken']);
    writeFileSync(path, 'good again'.slice(0, 4));
    await looks(2);
    expect(told).toEqual(['bad: broken', 'good']);
  });

  it('reads again each minute what may have failed for a reason outside of the files, until it is good', async () => {
    const other = join(place(), 'remote');
    writeFileSync(other, 'passing');
    const { path, told, looks } = watched(join(place(), 'callgate.yaml'), other);
    writeFileSync(path, 'good');
    await looks(2);
    expect(told).toEqual(['bad: passing']);
    await looks(118);
    expect(told).toEqual(['bad: passing']);
    await looks(3);
    expect(told).toEqual(['bad: passing', 'bad: passing']);
    rmSync(other);
    await looks(122);
    expect(told).toEqual(['bad: passing', 'bad: passing', 'good']);
    await looks(240);
    expect(told).toHaveLength(3);
  });

  it('notices that a file was replaced in one step', async () => {
    const { path, told, looks } = watchedFile();
    writeFileSync(`${path}.new`, 'good');
    renameSync(`${path}.new`, path);
    await looks(2);
    expect(told).toEqual(['good']);
  });

  it('notices that a link leads elsewhere', async () => {
    const folder = place();
    for (const version of ['v1', 'v2']) writeFileSync(join(folder, version), 'good');
    const path = join(folder, 'callgate.yaml');
    symlinkSync('v1', path);
    const { told, looks } = watched(path);
    symlinkSync('v2', `${path}.new`);
    renameSync(`${path}.new`, path);
    await looks(2);
    expect(told).toEqual(['good']);
  });

  it('stays with what was good while the file is gone', async () => {
    const { path, told, looks } = watchedFile();
    rmSync(path);
    await looks(3);
    expect(told).toEqual(['unreadable']);
    writeFileSync(path, 'good');
    await looks(2);
    expect(told).toEqual(['unreadable', 'good']);
  });

  it('watches what the file names from then on', async () => {
    const { path, told, looks } = watchedFile();
    const other = `${path}.policy`;
    writeFileSync(other, 'one');
    writeFileSync(path, `good ${other}`);
    await looks(2);
    writeFileSync(other, 'two');
    await looks(2);
    expect(told).toEqual(['good one', 'good two']);
  });
});
