import type { Json } from '../receive/json.ts';
import { isOwnName } from '../receive/member-names.ts';
import type { Difference } from './compare-json.ts';

/** Members of the protocol that hold one word of a fixed list, or a time. */
const FIXED: ReadonlyMap<string, RegExp> = new Map([
  ['execution.taskSupport', /^(?:forbidden|optional|required)$/],
  ['annotations.audience', /^(?:user|assistant)$/],
  ['annotations.lastModified', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/],
]);

const PLAIN_NAME = /^[\w$@./:[\]-]{0,64}$/;
const OWN_MEMBER = /^_meta\.([^/[]+)/;

const stringsIn = (value: Json | undefined): readonly string[] => {
  const found: string[] = [];
  const pending: (Json | undefined)[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const [key, member] of Object.entries(next))
        pending.push(...(Array.isArray(next) ? [] : [key]), member);
  }
  return found;
};

/** What Callgate reads of a definition and agents never see. */
const isKeptBack = (path: string): boolean => isOwnName(OWN_MEMBER.exec(path)?.[1] ?? '');

/** Words that are no value of any list: an agent may take them for instructions. */
export const carriesProse = ({ path, after }: Difference): boolean =>
  !isKeptBack(path) && stringsIn(after).some((text) => !PLAIN_NAME.test(text));

/** Whether something came, or is another than before, that agents read: a string, or a name that is none. */
export const carriesText = (difference: Difference): boolean => {
  const { path, before, after } = difference;
  if (isKeptBack(path) || after === undefined) return false;
  if (before === undefined && path.split('.').some((name) => !PLAIN_NAME.test(name))) return true;
  const fixed = FIXED.get(path.replace(/\[\d+\]$/, ''));
  return stringsIn(after).some((text) => fixed?.test(text) !== true);
};
