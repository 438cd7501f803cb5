import type { IncomingMessage } from 'node:http';

/** Calls back once: with the whole body, or with null where it is too large. Never where the client went away. */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Uint8Array | null) => void,
): void => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let over = false;
  request.on('data', (chunk: Uint8Array) => {
    if (over) return;
    size += chunk.length;
    if (size <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    over = true;
    chunks.length = 0;
    done(null);
  });
  request.on('end', () => {
    if (over) return;
    const [first] = chunks;
    done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size));
  });
};
