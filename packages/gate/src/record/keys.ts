/** What signs the record and encrypts what is secret in it. It lives outside the database. */
export interface Keys {
  /** Short name of the signing key, in every checkpoint. */
  readonly id: string;
  /** Ed25519, raw 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
  /** Raw 32 bytes of the public key. */
  readonly publicKey: Uint8Array;
  /** AES-256-GCM; `about` is bound to the ciphertext and must be the same when it is opened. */
  encrypt(text: string, about: string): string;
  /** Throws SECRET_SEALED where the text was changed, or another key encrypted it. */
  decrypt(sealed: string, about: string): string;
  /** Keyed hash of a secret for logs: equal secrets look equal, and nobody can guess them from it. */
  fingerprint(text: string): string;
}
