import { openAdapterLayout } from './adapter-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { openHttpLayout } from './http-layout.ts';
import { openInitLayout } from './init-layout.ts';
import type { Layout, LayoutName, LayoutOptions } from './layout.ts';

export const LAYOUTS: Readonly<Record<LayoutName, (options: LayoutOptions) => Promise<Layout>>> = {
  init: openInitLayout,
  hooks: openHooksLayout,
  http: openHttpLayout,
  adapter: openAdapterLayout,
};

export const EVERY_LAYOUT: readonly LayoutName[] = ['init', 'hooks', 'http', 'adapter'];
/** Those that hear the user's request. */
export const HEARING_LAYOUTS: readonly LayoutName[] = ['hooks', 'adapter'];
