import type { IncomingMessage } from 'node:http';

/** Calls back once: with the whole body, or with null where it is too large. Never where the client went away. */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Uint8Array | null) => void,
): void => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size <= maxBytes) {
      chunks.push(chunk);
    } else if (chunks.length > 0 || size === chunk.length) {
      chunks.length = 0;
      request.pause();
      request.removeAllListeners('data');
      request.removeAllListeners('end');
      done(null);
    }
  });
  request.on('end', () => {
    const [first] = chunks;
    done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size));
  });
};
