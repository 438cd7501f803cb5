import { splitName } from '../../vocabulary/role-words.ts';
import type { LastChange } from '../last-change.ts';
import type { TracedTool } from '../traced-tool.ts';
import { holdsWhole } from './find-first-occurrence.ts';
import { listScalars } from './list-scalars.ts';
import type { SeenResult } from './seen-result.ts';

/** Before "code", they say that it is good for one time. `discount_code` is another thing. */
const ONE_TIME: ReadonlySet<string> = new Set(
  `2fa auth authentication authorisation authorization confirmation login mfa onetime otp passcode reset security sms time
  totp verification verify`.split(/\s+/),
);
const CODE = /^(?=.*\d)[A-Za-z\d]{1,6}-?[A-Za-z\d]{2,6}$/;
const MIN_LENGTH = 4;
const MAX_NODES = 10_000;

const isCodeArgument = (name: string): boolean => {
  const words = splitName(name);
  if (words.length === 1) return ['onetimecode', 'otp', 'totp'].includes(words[0] ?? '');
  const [last = '', ...before] = words.toReversed();
  return ['code', 'otp', 'passcode', 'totp'].includes(last) && before.some((word) => ONE_TIME.has(word));
};

/**
 * Whether a code came in after the last change on the tool's server, which was the person's own or approved: nobody else
 * has asked for it there.
 */
export const isOneTimeCode = (
  { changes, seen }: { readonly changes: readonly LastChange[]; readonly seen: readonly SeenResult[] },
  { tool, believed, outward, destroys, agentic }: TracedTool,
  { value, name }: { readonly value: string | number; readonly name: string },
): boolean => {
  const text = String(value);
  if (!believed || outward || destroys || agentic) return false;
  if (text.length < MIN_LENGTH || !CODE.test(text) || !isCodeArgument(name)) return false;
  const last = changes.find(({ server }) => server === tool.server.name);
  if (last?.own !== true) return false;
  const at = seen.findIndex(({ call }) => call === last.call);
  return (
    at !== -1 &&
    seen
      .slice(at + 1)
      .some(({ result }) => listScalars(result, MAX_NODES).some((each) => holdsWhole(each, text)))
  );
};
