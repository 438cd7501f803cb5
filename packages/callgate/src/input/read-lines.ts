const MAX_LINE = 8 * 1_048_576;
const LF = 10;
const CR = 13;

/** A line, or `undefined` in the place of one that is too long to be kept. */
export type InputLine = Uint8Array | undefined;

const withoutCr = (line: Uint8Array): Uint8Array => (line.at(-1) === CR ? line.subarray(0, -1) : line);

/** Lines end at a line feed and nowhere else: other separators are characters that a text may hold. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  longest: number = MAX_LINE,
): AsyncGenerator<InputLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (): InputLine => {
    const line = size > longest ? undefined : withoutCr(Buffer.concat(parts));
    [parts, size] = [[], 0];
    return line;
  };
  const keep = (part: Uint8Array): void => {
    size += part.length;
    if (size > longest) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      keep(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (size > 0) yield take();
}
