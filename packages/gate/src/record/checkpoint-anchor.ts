import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { CallgateError, canonical, display, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { auditErrors } from '@callgate/messages/errors/audit';
import { readCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './audit-entry.ts';
import type { Keys } from './keys.ts';

/** A place outside the database that remembers checkpoints. */
export interface CheckpointAnchor {
  readonly name: string;
  /** Resolves when it is remembered there. */
  put(checkpoint: Checkpoint): Promise<void>;
}

/** A checkpoint as it leaves: one line of canonical JSON. */
export const formatAnchorLine = ({ bytes, signature }: Checkpoint): string =>
  canonical({ checkpoint: parseStrict(bytes), signature: Buffer.from(signature).toString('base64url') });

/** What `formatAnchorLine` was given. Throws ANCHOR where it is something else. */
export const parseAnchorLine = (line: string): Checkpoint => {
  try {
    const value = parseStrict(line);
    if (!isJsonObject(value) || Object.keys(value).length !== 2) throw new Error('other members');
    const { checkpoint, signature } = value;
    if (checkpoint === undefined || !isJsonObject(checkpoint) || typeof signature !== 'string')
      throw new Error('not a checkpoint and its signature');
    const bytes = Buffer.from(canonical(checkpoint), 'ascii');
    const size = typeof checkpoint['size'] === 'number' ? checkpoint['size'] : 0;
    readCheckpoint({ size, bytes });
    return { size, bytes, signature: Uint8Array.from(Buffer.from(signature, 'base64url')) };
  } catch (cause) {
    throw new CallgateError(auditErrors.anchorLineInvalid(), { cause });
  }
};

const LF = 0x0a;

/** Appends to a file and waits until it is on the disk. */
export const fileAnchor = (path: string): CheckpointAnchor => ({
  name: `file ${display(path)}`,
  async put(checkpoint) {
    const file = await open(path, 'a+', 0o600);
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      if (size > 0) await file.read(last, 0, 1, size - 1);
      // a line that was cut off when a process stopped must not swallow this one
      const start = size > 0 && last[0] !== LF ? '\n' : '';
      await file.appendFile(`${start}${formatAnchorLine(checkpoint)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

const PATIENCE_MS = 10_000;

/** Starts a program, without a shell, and gives it the line on its standard input. */
export const commandAnchor = (
  command: readonly string[],
  timeoutMs: number = PATIENCE_MS,
): CheckpointAnchor => {
  const [program = '', ...args] = command;
  if (program === '') throw new CallgateError(auditErrors.anchorCommandEmpty());
  const name = `command ${display(program)}`;
  return {
    name,
    put: (checkpoint) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, {
          stdio: ['pipe', 'ignore', 'ignore'],
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
        });
        child.on('error', (cause) =>
          reject(new CallgateError(auditErrors.anchorNotStarted({ anchor: name }), { cause })),
        );
        child.on('close', (code, signal) => {
          if (code === 0) resolve();
          else
            reject(
              new CallgateError(
                signal === null
                  ? auditErrors.anchorEnded({ anchor: name, status: code })
                  : auditErrors.anchorTimedOut({ anchor: name }),
              ),
            );
        });
        // a program that does not read is judged by how it ends
        child.stdin.on('error', () => undefined);
        child.stdin.end(`${formatAnchorLine(checkpoint)}\n`);
      }),
  };
};

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface WebhookAnchorOptions {
  readonly url: string;
  readonly keys: Keys;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

/** What a webhook's signature covers: when it was sent, and the body. */
export const getSignedWebhookBytes = (at: number, body: string): Uint8Array =>
  Buffer.from(`callgate:anchor-webhook:v1\n${at}\n${body}`);

/** Posts the line. Who receives it checks `Callgate-Signature` with the public key, and that the time is near. */
export const webhookAnchor = ({
  url,
  keys,
  now,
  timeoutMs = PATIENCE_MS,
}: WebhookAnchorOptions): CheckpointAnchor => {
  const target = URL.parse(url);
  if (
    target === null ||
    !(target.protocol === 'https:' || (target.protocol === 'http:' && LOCAL.has(target.hostname)))
  )
    throw new CallgateError(auditErrors.anchorAddressInvalid());
  // the rest of an address may hold a token
  const name = `webhook ${display(target.origin)}`;
  return {
    name,
    async put(checkpoint) {
      const body = formatAnchorLine(checkpoint);
      const at = now();
      const signature = Buffer.from(keys.sign(getSignedWebhookBytes(at, body))).toString('base64url');
      let status: number;
      try {
        const response = await fetch(target, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            'callgate-signature': `t=${at},key=${keys.id},ed25519=${signature}`,
          },
          body,
        });
        status = response.status;
        await response.body?.cancel();
      } catch (cause) {
        throw new CallgateError(auditErrors.anchorUnreachable({ anchor: name }), { cause });
      }
      if (status < 200 || status > 299)
        throw new CallgateError(auditErrors.anchorAnswered({ anchor: name, status }));
    },
  };
};

/** Gives a checkpoint to every anchor. What fails is told and stops nothing. */
export const anchorAll = async (
  anchors: readonly CheckpointAnchor[],
  checkpoint: Checkpoint,
  onFault: (anchor: CheckpointAnchor, error: unknown) => void,
): Promise<void> => {
  await Promise.all(
    anchors.map(async (anchor) => {
      try {
        await anchor.put(checkpoint);
      } catch (error) {
        onFault(anchor, error);
      }
    }),
  );
};
