import { Untrusted } from '../parts/untrusted.tsx';
import type { ValuePath } from './types.ts';

export const pathText = (path: ValuePath): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key + 1}]` : `${at === 0 ? '' : '.'}${key}`)).join('');

/** The name of an argument. */
export const PathName = ({ path }: { path: ValuePath }) =>
  path.length === 0 ? <span>the call as a whole</span> : <Untrusted text={pathText(path)} max={200} />;
