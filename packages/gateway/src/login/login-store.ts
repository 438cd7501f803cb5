import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CallgateError, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Keys } from '@callgate/gate';
import { refuseWritableByOthers } from '@callgate/gate/host';
import { tryLockFile } from '@callgate/gate/sqlite';
import { loginErrors } from '@callgate/messages/errors/login';
import { z } from 'zod';
import { findKeyring } from './keyring.ts';
import type { SystemKeyring } from './keyring.ts';
import { loginFolder, loginId } from './login-place.ts';
import type { LoginKeyPlace } from './login-keys.ts';
import { chooseLoginKeys, openLoginKeys } from './login-keys.ts';
import type { SavedLogin } from './saved-login.ts';
import { savedLoginSchema } from './saved-login.ts';

const fileSchema = z.strictObject({
  v: z.literal(1),
  key: z.enum(['keyring', 'file']),
  sealed: z.string(),
});

const FILE = /^[0-9a-f]{32}\.json$/;
const LOCK_POLL_MS = 50;
const LOCK_MS = 60_000;

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Sign-ins of one home, one encrypted file each. */
export class LoginStore {
  readonly #home: string;
  readonly #folder: string;
  readonly #keyring: SystemKeyring | null;
  readonly #keys = new Map<LoginKeyPlace, Keys>();

  constructor(home: string, keyring: SystemKeyring | null = findKeyring()) {
    this.#home = home;
    this.#folder = loginFolder(home);
    this.#keyring = keyring;
  }

  async read(url: string): Promise<SavedLogin | null> {
    return await this.#readFile(`${loginId(url)}.json`);
  }

  async list(): Promise<readonly SavedLogin[]> {
    if (!existsSync(this.#folder)) return [];
    const names = (await readdir(this.#folder)).filter((name) => FILE.test(name)).toSorted();
    const logins = await Promise.all(names.map((name) => this.#readFile(name)));
    return logins.filter((login) => login !== null);
  }

  /** Where its key is. */
  async save(login: SavedLogin): Promise<LoginKeyPlace> {
    const { place, keys } = await chooseLoginKeys(this.#home, this.#keyring);
    this.#keys.set(place, keys);
    await this.#write(login, place, keys);
    return place;
  }

  /** The same sign-in with other tokens; its key stays where it is. */
  async update(login: SavedLogin): Promise<void> {
    const name = `${loginId(login.url)}.json`;
    const { key } = this.#parse(name, await readFile(join(this.#folder, name), 'utf8'));
    await this.#write(login, key, await this.#keysAt(key));
  }

  async remove(url: string): Promise<void> {
    await rm(join(this.#folder, `${loginId(url)}.json`), { force: true });
  }

  /** One process at a time does this for one server. The lock ends with its process. */
  async exclusively<T>(url: string, work: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, `${loginId(url)}.lock`);
    const until = Date.now() + LOCK_MS;
    let lock = tryLockFile(file);
    while (lock === undefined) {
      if (Date.now() > until) throw new CallgateError(loginErrors.busy());
      await wait(LOCK_POLL_MS);
      lock = tryLockFile(file);
    }
    try {
      return await work();
    } finally {
      lock.close();
    }
  }

  async #write(login: SavedLogin, key: LoginKeyPlace, keys: Keys): Promise<void> {
    const id = loginId(login.url);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const sealed = keys.encrypt(JSON.stringify(savedLoginSchema.parse(login)), `login ${id}`);
    const draft = join(this.#folder, `${id}.${randomBytes(8).toString('hex')}.draft`);
    const file = await open(draft, 'wx', 0o600);
    try {
      try {
        await file.writeFile(`${JSON.stringify({ v: 1, key, sealed })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(this.#folder, `${id}.json`));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async #readFile(name: string): Promise<SavedLogin | null> {
    const path = join(this.#folder, name);
    let text: string;
    try {
      refuseWritableByOthers(path);
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
    const { key, sealed } = this.#parse(name, text);
    const keys = await this.#keysAt(key);
    try {
      const login = savedLoginSchema.parse(
        JSON.parse(keys.decrypt(sealed, `login ${name.replace(/\.json$/, '')}`)),
      );
      if (`${loginId(login.url)}.json` === name) return login;
    } catch {
      // the same error for all: none may show what was decrypted
    }
    throw new CallgateError(loginErrors.unreadable({ file: display(path) }));
  }

  #parse(name: string, text: string): z.infer<typeof fileSchema> {
    try {
      return fileSchema.parse(parseStrict(text));
    } catch {
      throw new CallgateError(loginErrors.unreadable({ file: display(join(this.#folder, name)) }));
    }
  }

  async #keysAt(place: LoginKeyPlace): Promise<Keys> {
    const known = this.#keys.get(place);
    if (known !== undefined) return known;
    const keys = await openLoginKeys(this.#home, place, this.#keyring);
    this.#keys.set(place, keys);
    return keys;
  }
}
