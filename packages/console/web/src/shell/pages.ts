import type { IconName } from '../parts/icon.tsx';

export interface PageEntry {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
}

export const PAGES: readonly PageEntry[] = [
  { path: '/inbox', name: 'Inbox', icon: 'inbox', key: 'i' },
  { path: '/tools', name: 'Tools', icon: 'tools', key: 't' },
  { path: '/sessions', name: 'Sessions', icon: 'sessions', key: 's' },
  { path: '/record', name: 'Record', icon: 'record', key: 'r' },
  { path: '/policy', name: 'Policy', icon: 'policy', key: 'p' },
];
