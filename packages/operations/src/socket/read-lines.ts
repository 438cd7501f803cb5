const LF = 10;

/** Told in the place of a line that is longer than it may be; nothing comes after it. */
export const TOO_LONG: unique symbol = Symbol('too long');

/** Lines end at a line feed and nowhere else. What is left without one at the end is no line. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<Uint8Array | typeof TOO_LONG> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const part = chunk.subarray(from, end);
      if (size + part.length > longest) {
        yield TOO_LONG;
        return;
      }
      yield size === 0 ? part : Buffer.concat([...parts, part]);
      [parts, size] = [[], 0];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longest) {
      yield TOO_LONG;
      return;
    }
  }
}
