import type { JsonObject } from '../receive/json.ts';
import { digest } from '../receive/digest.ts';
import type { ArgumentValue } from './argument-places.ts';
import { findPayloadAddresses } from './payload-addresses.ts';
import type { TracedTool } from './traced-tool.ts';

/** A held call that a person approved: its values are their word, for the same argument of the same tool. */
export interface ApprovedCall {
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  /** Digest of the definition that was approved. */
  readonly definition: string;
  /** Digests of the values: what was approved may be private. */
  readonly values: readonly string[];
  /** So many more messages of the user it counts for. */
  readonly left: number;
}

/** One value of a call, by the argument it stands in. */
export type ApprovableValue = Pick<ArgumentValue, 'role' | 'path' | 'value'>;

const MAX_APPROVED_VALUES = 256;

/** What an approval of one value is looked up by. */
const valueKeys = ({ role, path, value }: ApprovableValue): readonly string[] => {
  const argument = path.filter((step) => typeof step === 'string');
  return [value, ...argument].some((text) => typeof text === 'string' && !text.isWellFormed())
    ? []
    : [digest('approved-value', [role, argument, value])];
};

/** A call as it is remembered once a person approved it. */
export const approveCall = (call: string, tool: TracedTool, args: JsonObject, left: number): ApprovedCall => {
  const values = (tool.places.valuesOf(args) ?? []).flatMap(({ role, value, path }) => [
    ...valueKeys({ role, path, value }),
    ...(role === 'payload' && tool.outward && typeof value === 'string'
      ? findPayloadAddresses(value).addresses.flatMap((text) =>
          valueKeys({ role: 'destination', path, value: text }),
        )
      : []),
  ]);
  const kept = values.length > MAX_APPROVED_VALUES ? [] : [...new Set(values)];
  const { name, server, definition } = tool.tool;
  return { call, server: server.name, tool: name, definition, values: kept, left };
};

/** The approved calls of the same tool by the same definition. Never across tools. */
export const listApprovedCalls = (
  approved: readonly ApprovedCall[],
  { tool: { name: tool, server, definition } }: TracedTool,
): readonly ApprovedCall[] =>
  approved.filter(
    (each) => each.server === server.name && each.tool === tool && each.definition === definition,
  );

/** Whether a person saw and approved the value in this call. */
export const isApprovedValue = ({ values }: ApprovedCall, value: ApprovableValue): boolean => {
  const [key] = valueKeys(value);
  return key !== undefined && values.includes(key);
};
