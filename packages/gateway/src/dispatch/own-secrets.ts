import { looksSecret } from '../config/looks-secret.ts';

const SHORTEST = 8;
const HIDDEN = '[a secret of this server]';

const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1);

/**
 * The secrets that a server was given. It may repeat them, in an error above all; what it repeats goes to no agent, no
 * log and no record.
 */
export class OwnSecrets {
  readonly #needles: readonly { readonly text: string; readonly bytes: Buffer }[];

  constructor(given: Readonly<Record<string, string>>) {
    const values = Object.entries(given)
      .filter(([name, value]) => value.length >= SHORTEST && looksSecret(name, value))
      .map(([, value]) => value.replace(/^(?:Bearer|Basic) /i, ''));
    const texts = new Set(
      values.flatMap((value) => (value.length >= SHORTEST ? [value, jsonText(value)] : [])),
    );
    this.#needles = [...texts].map((text) => ({ text, bytes: Buffer.from(text, 'utf8') }));
  }

  hide(text: string): string {
    return this.#needles.reduce((rest, needle) => rest.replaceAll(needle.text, HIDDEN), text);
  }

  /** The very same bytes where nothing is in them. */
  hideIn(bytes: Uint8Array): Uint8Array {
    if (this.#needles.length === 0) return bytes;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!this.#needles.some((needle) => buffer.includes(needle.bytes))) return bytes;
    // latin1 keeps every byte as it is
    return Buffer.from(
      this.#needles.reduce(
        (rest, needle) => rest.replaceAll(needle.bytes.toString('latin1'), HIDDEN),
        buffer.toString('latin1'),
      ),
      'latin1',
    );
  }
}
