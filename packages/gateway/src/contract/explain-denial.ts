import type { Json, JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { contractMessages } from '@callgate/messages/contract';
import type { Reply } from '../wire/json-rpc.ts';
import type { Place } from './places.ts';

/** How programs and systems name what a sandbox does not let them do. */
const NO_WRITE = /\bEROFS\b|read-only file ?system|\bERR_ACCESS_DENIED\b/i;
const NO_RIGHT = /\bEACCES\b|permission denied/i;
const NO_NETWORK =
  /\b(?:ENETUNREACH|EAI_AGAIN|EAFNOSUPPORT|ENOTFOUND)\b|network is unreachable|(?:failure|failed) in name resolution|name or service not known|could ?n[o']t resolve host|address family not supported|\bERR_ACCESS_DENIED\b/i;
const NO_MOVE = /\bEXDEV\b|cross-device/i;

const MAX_TEXT = 20_000;

const textsOf = (result: JsonObject): string => {
  const content = getOwn(result, 'content');
  if (!Array.isArray(content)) return '';
  const texts = content.flatMap((part: Json) => (isJsonObject(part) ? (getOwn(part, 'text') ?? []) : []));
  return texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .slice(0, MAX_TEXT);
};

export interface DenialPlace extends Pick<Place, 'writes' | 'network'> {
  /** Landlock has no words of its own: it refuses rights. */
  readonly refusesRights: boolean;
  readonly onCopies: boolean;
}

/** What of an error the sandbox explains, in words for the agent and for people; undefined where it does not. */
const denialNote = (
  text: string,
  { writes, network, refusesRights, onCopies }: DenialPlace,
): string | undefined => {
  const { denied } = contractMessages;
  if (onCopies && NO_MOVE.test(text)) return denied.move;
  if (NO_WRITE.test(text) || (refusesRights && NO_RIGHT.test(text)))
    return writes ? denied.elsewhere : denied.write;
  return !network && NO_NETWORK.test(text) ? denied.network : undefined;
};

/** Adds to a failed answer why it failed, where the error is what the sandbox of its server makes of a call. */
export const explainDenial = (reply: Reply, place: DenialPlace): Reply => {
  if (reply.type === 'error') {
    const note = denialNote(reply.message.slice(0, MAX_TEXT), place);
    return note === undefined ? reply : { ...reply, message: `${reply.message} [${note}]` };
  }
  const { result } = reply;
  if (getOwn(result, 'isError') !== true) return reply;
  const note = denialNote(textsOf(result), place);
  const content = getOwn(result, 'content');
  if (note === undefined || !Array.isArray(content)) return reply;
  return { ...reply, result: { ...result, content: [...content, { type: 'text', text: `[${note}]` }] } };
};
