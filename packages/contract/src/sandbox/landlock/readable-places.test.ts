import { describe, expect, it } from 'vitest';
import type { FolderEntry } from './readable-places.ts';
import { readablePlaces } from './readable-places.ts';

const entry = (name: string): FolderEntry => ({ name, isLink: false });

const TREE: Readonly<Record<string, readonly FolderEntry[]>> = {
  '/': [entry('etc'), entry('home')],
  '/home': [entry('ann'), entry('bob')],
  '/home/ann': [entry('.ssh'), entry('.sshx'), entry('work'), { name: 'shortcut', isLink: true }],
};

const list = (folder: string): readonly FolderEntry[] => TREE[folder] ?? [];

describe('places that may be read', () => {
  it('are the whole disk where nothing is hidden', () => {
    expect(readablePlaces([], list)).toEqual(['/']);
  });

  it('leave out a hidden place, and name all others beside the way to it', () => {
    expect(readablePlaces(['/home/ann/.ssh'], list)).toEqual([
      '/etc',
      '/home/ann/.sshx',
      '/home/ann/work',
      '/home/bob',
    ]);
  });

  it('never follow a link, which may lead to a hidden place', () => {
    expect(readablePlaces(['/home/ann/.ssh'], list)).not.toContain('/home/ann/shortcut');
  });

  it('are none below a hidden folder', () => {
    expect(readablePlaces(['/home', '/home/ann/.ssh'], list)).toEqual(['/etc']);
  });
});
