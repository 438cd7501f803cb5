import type { JsonObject } from '../receive/json.ts';
import { digest } from '../receive/digest.ts';

/** A call that people denied: the very same one, however it was decided. */
export interface DeniedCall {
  readonly server: string;
  readonly tool: string;
  /** Digest of its arguments. */
  readonly arguments: string;
}

/** Where there are more, every call counts as denied: what is forgotten never relaxes. */
export const MAX_DENIED = 64;

const keyOf = ({ server, tool, arguments: args }: DeniedCall): string =>
  digest('denied-call', [server, tool, args]);

const makeDenied = (server: string, tool: string, args: JsonObject): DeniedCall => ({
  server,
  tool,
  arguments: digest('call-arguments', args),
});

/** Adds a call that was denied, by its digest: what was denied may be private. */
export const addDenied = (denied: readonly string[], call: DeniedCall): readonly string[] => {
  const key = keyOf(call);
  return denied.includes(key) || denied.length >= MAX_DENIED ? denied : [...denied, key];
};

/** What people approve after all is no longer denied. */
export const removeDenied = (
  denied: readonly string[],
  server: string,
  tool: string,
  args: JsonObject,
): readonly string[] => {
  const key = keyOf(makeDenied(server, tool, args));
  return denied.includes(key) ? denied.filter((each) => each !== key) : denied;
};

export const isDenied = (
  denied: readonly string[],
  server: string,
  tool: string,
  args: JsonObject,
): boolean => denied.length >= MAX_DENIED || denied.includes(keyOf(makeDenied(server, tool, args)));
