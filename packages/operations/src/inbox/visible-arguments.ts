import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Keys } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import { openArguments, getCallSecretScope } from '@callgate/gate/record';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import type { OperationCaller } from '../api/operation.ts';
import type { ValuePath } from '../api/inbox.ts';

const MIB = 1_048_576;
const LIMITS = { bytes: 64 * MIB, depth: 128, keys: 2_000_000, string: 64 * MIB, array: 1_000_000 };
const SEALED = '$sealed';
const ESCAPED = /^\$+\$sealed$/;

export interface VisibleArguments {
  readonly arguments: JsonObject;
  /** What was left out. */
  readonly veiled: readonly ValuePath[];
}

const veil = (value: Json, path: ValuePath, veiled: ValuePath[]): Json => {
  if (Array.isArray(value)) return value.map((item: Json, at) => veil(item, [...path, at], veiled));
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, SEALED)) {
    veiled.push(path);
    return null;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = ESCAPED.test(key) ? key.slice(1) : key;
      return [name, veil(inner, [...path, name], veiled)];
    }),
  );
};

/** The arguments as this caller may see them: who decides sees all of them, viewers see that there are secrets. */
export const visibleArguments = (
  row: Pick<CallRow, 'id' | 'sealedArguments'>,
  keys: Keys,
  { role }: Pick<OperationCaller, 'role'>,
): VisibleArguments => {
  if (role !== 'viewer')
    return { arguments: openArguments(keys, row.sealedArguments, getCallSecretScope(row.id)), veiled: [] };
  const veiled: ValuePath[] = [];
  const shown = veil(parseStrict(row.sealedArguments, LIMITS), [], veiled);
  if (!isJsonObject(shown)) throw new CallgateError(pendingCallErrors.argumentsNotObject());
  return { arguments: shown, veiled };
};
