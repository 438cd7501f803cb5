import { CallgateError } from '../error.ts';
import { display } from './display.ts';
import { canonical, canonicalOnce } from './canonical.ts';
import { digestCanonical } from './digest.ts';
import { freezeJson } from './freeze-json.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { collidingKeys } from './key-collision.ts';
import { DEFAULT_LIMITS, type ParseLimits } from './limits.ts';
import { parseStrict } from './strict-parse.ts';

export interface CallArguments {
  readonly arguments: JsonObject;
  readonly canonicalArguments: string;
  readonly argumentsDigest: string;
}

/** The arguments as they will be judged and sent: read back from their one text, never the caller's own object. */
export const receiveArguments = (given: JsonObject): CallArguments => {
  const canonicalArguments = canonical(given);
  const value = parseStrict(canonicalArguments, CANONICAL_LIMITS);
  if (!isJsonObject(value)) {
    throw new CallgateError('CALL_ARGUMENTS', 'arguments are not an object', {
      help: 'send the arguments as a JSON object',
    });
  }
  refuseCollision(value);
  freezeJson(value);
  if (canonicalOnce(value) !== canonicalArguments) {
    throw new CallgateError('CALL_SELF_CHECK', 'arguments read back differently from what was written', {
      help: 'this is a fault in Callgate; please report it with the arguments',
    });
  }
  return {
    arguments: value,
    canonicalArguments,
    argumentsDigest: digestCanonical('call-arguments', canonicalArguments),
  };
};

/** Escaping grows a text at most sixfold (DEL is one byte, `\u007f` six), so nothing that was let in is lost. */
const CANONICAL_LIMITS: ParseLimits = Object.freeze({ ...DEFAULT_LIMITS, bytes: DEFAULT_LIMITS.bytes * 6 });

const refuseCollision = (args: JsonObject): void => {
  const pair = collidingKeys(args);
  if (pair === undefined) return;
  const [one, other] = pair.map((key) => `\`${display(key, { max: 80 })}\``);
  throw new CallgateError(
    'CALL_KEY_COLLISION',
    `argument keys ${one} and ${other} can be taken for each other`,
    {
      help: 'send keys that differ in more than case, width or NUL',
    },
  );
};
