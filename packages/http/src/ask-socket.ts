import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstatSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';

export const INSTANCE_PATTERN: RegExp = /^[\w-]{1,64}$/;
const DRAFT = /^\.[0-9a-f]{8}$/;

/** Sockets in one folder that serve the same, and the codes of what goes wrong with them. */
export interface SocketKind {
  /** A dot at its end keeps them apart from others in the same folder. */
  readonly prefix: '' | `${string}.`;
  readonly codes: Readonly<Record<'name' | 'folder' | 'socket' | 'failed', string>>;
}

export const getOwnUid = (): number | undefined => process.getuid?.();

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12);

export const getRunFolder = (folder: string): string => join(resolve(folder), 'run');

/** Where sockets go whose path would be too long. */
export const getShortFolder = (folder: string): string =>
  join(tmpdir(), `callgate-${getOwnUid() ?? 0}-${shortHash(getRunFolder(folder))}`);

export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

export interface FoundSocket {
  readonly path: string;
  readonly at: number;
  /** Not yet what it is to be called. */
  readonly draft: boolean;
}

const statOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

const isOwn = ({ uid }: Stats): boolean => {
  const own = getOwnUid();
  return own === undefined || own === 0 || uid === own;
};

const namesIn = (folder: string): readonly string[] => {
  const found = statOf(folder);
  // sockets in a folder of another user are not used
  if (found === undefined || !found.isDirectory() || !isOwn(found)) return [];
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The sockets of a folder that are ours, newest first. */
export const findSockets = (folder: string, { prefix }: SocketKind): readonly FoundSocket[] =>
  [getRunFolder(folder), getShortFolder(folder)]
    .flatMap((place) =>
      namesIn(place).flatMap((name): FoundSocket[] => {
        const draft = DRAFT.test(name);
        const instance =
          name.startsWith(prefix) && name.endsWith('.sock') ? name.slice(prefix.length, -5) : '';
        if (!draft && !INSTANCE_PATTERN.test(instance)) return [];
        const path = join(place, name);
        const found = statOf(path);
        return found !== undefined && found.isSocket() && isOwn(found)
          ? [{ path, at: found.mtimeMs, draft }]
          : [];
      }),
    )
    .toSorted((a, b) => b.at - a.at);

/** The same by their paths, without drafts. Whether anybody listens is for the caller to find out. */
export const listSockets = (folder: string, kind: SocketKind): readonly string[] =>
  findSockets(folder, kind).flatMap(({ path, draft }) => (draft ? [] : [path]));

export interface SocketRequest {
  readonly socketPath: string;
  readonly path: string;
  /** JSON; asked with GET where absent. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends one request. Resolves with the head of the answer. */
export const askSocket = ({ body, ...question }: SocketRequest): Promise<IncomingMessage> =>
  new Promise((done, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ ...question, method, agent: false }, done);
    sent.on('error', reject);
    sent.end(body);
  });

/** The whole body of an answer; undefined where it is longer than it may be. */
export const readResponseBody = async (
  response: IncomingMessage,
  mostBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The error that an answer tells of; undefined where it tells of none. */
export const readErrorBody = (answer: Json): CallgateError | undefined => {
  if (!isJsonObject(answer)) return undefined;
  const { code, message, help } = answer;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return new CallgateError({
    code: display(code, { max: 80 }),
    message: display(message, { max: 1000 }),
    ...(typeof help === 'string' ? { help: display(help, { max: 1000 }) } : {}),
  });
};

/** Whether nobody listens at a socket, nor ever will again. */
export const isSocketDead = (error: unknown): boolean => getErrorCode(error) === 'ECONNREFUSED';
