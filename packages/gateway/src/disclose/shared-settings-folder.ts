import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { SharedSetting, SharedSettings } from '@callgate/gate/store';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import type { SettingsFile, SettingsFolder } from './settings-folder.ts';
import { openSettings } from './settings-folder.ts';
import type { FileState } from './versioned-file.ts';

const RETRY_MS = 1000;

interface LocalSetting {
  readonly name: string;
  readonly file: { read(): Pick<FileState, 'text'> };
}

type MakeText = Parameters<SettingsFile['change']>[0];

interface PendingChange {
  readonly name: string;
  make(text: string | null): string | null;
}

/** A text as it is seen here, with changes that are not written yet. */
interface SettingView extends FileState {
  readonly base: SharedSetting | undefined;
}

/**
 * Settings of all replicas as files of a folder. What was seen of servers counts here at once and is written soon, again
 * and again until it is; what people decide counts nowhere before it is written.
 */
class SharedBook {
  readonly #settings: SharedSettings;
  readonly #views: Map<string, SettingView> = new Map();
  readonly #pending: PendingChange[] = [];
  #together: PendingChange[] | undefined;
  #saving: Promise<void> | undefined;

  constructor(settings: SharedSettings) {
    this.#settings = settings;
  }

  onChange(listener: () => void): () => void {
    return this.#settings.onChange(listener);
  }

  get names(): readonly string[] {
    return [...new Set([...this.#settings.names, ...this.#pending.map(({ name }) => name)])];
  }

  read(name: string): FileState {
    const base = this.#settings.read(name);
    const before = this.#views.get(name);
    if (before !== undefined && before.base === base) return before;
    if (base?.text === null)
      throw new CallgateError(toolStateErrors.unreadable({ file: display(name), code: 'SEALED' }));
    let text = base?.text ?? null;
    for (const change of this.#pending) if (change.name === name) text = change.make(text) ?? text;
    return this.#see(name, base, text);
  }

  change(name: string, make: MakeText): void {
    const { text, version } = this.read(name);
    const after = make(text, version);
    if (after === null || after === text) return;
    const change: PendingChange = { name, make: (now) => make(now, version + 1) };
    (this.#together ?? this.#pending).push(change);
    this.#see(name, this.#settings.read(name), after);
    if (this.#together === undefined) this.#saveSoon(0);
  }

  async together(work: () => void): Promise<void> {
    const changes: PendingChange[] = [];
    this.#together = changes;
    try {
      work();
    } finally {
      this.#together = undefined;
      // nobody goes by it yet
      for (const { name } of changes) this.#views.set(name, { ...this.read(name), base: NOT_READ });
    }
    await this.save();
    if (changes.length > 0) await this.#settings.write(changes);
  }

  #see(name: string, base: SharedSetting | undefined, text: string | null): SettingView {
    const before = this.#views.get(name);
    const version = (before?.version ?? 0) + (text === (before?.text ?? null) ? 0 : 1);
    const view: SettingView = { base, text, version };
    this.#views.set(name, view);
    return view;
  }

  #saveSoon(ms: number): void {
    setTimeout(() => {
      this.save().catch(() => this.#saveSoon(RETRY_MS));
    }, ms).unref();
  }

  save(): Promise<void> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  async #saveAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const changes = [...this.#pending];
      await this.#settings.write(changes);
      this.#pending.splice(0, changes.length);
    }
  }
}

/** What no setting is: the view is made anew. */
const NOT_READ: SharedSetting = { revision: -1, text: '' };

class SharedFolder implements SettingsFolder {
  readonly isShared = true;
  readonly #book: SharedBook;
  readonly #start: string;

  constructor(book: SharedBook, start: string) {
    this.#book = book;
    this.#start = start;
  }

  file(name: string): SettingsFile {
    const book = this.#book;
    const path = this.#start + name;
    return {
      path,
      read: () => book.read(path),
      change: (make) => book.change(path, make),
      print: () => {
        try {
          return String(book.read(path).version);
        } catch {
          return 'unreadable';
        }
      },
    };
  }

  folder(name: string): SettingsFolder {
    return new SharedFolder(this.#book, `${this.#start}${name}/`);
  }

  names(): readonly string[] {
    return this.#book.names.flatMap((name) => {
      const rest = name.startsWith(this.#start) ? name.slice(this.#start.length) : '';
      return rest === '' || rest.includes('/') ? [] : [rest];
    });
  }

  print(): string {
    return this.names()
      .map((name) => `${name} ${this.file(name).print()}`)
      .join('\n');
  }

  together(work: () => void): Promise<void> {
    return this.#book.together(work);
  }

  save(): Promise<void> {
    return this.#book.save();
  }

  onChange(listener: () => void): () => void {
    return this.#book.onChange(listener);
  }
}

/** Policies that were activated on this machine. */
const policiesOf = (home: string): readonly LocalSetting[] => {
  const folder = join(home, 'policies');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((file) => {
    const name = /^([0-9a-f]{16})\.json$/.exec(file)?.[1];
    if (name === undefined) return [];
    const path = join(folder, file);
    refuseWritableByOthers(path);
    return [{ name: `policies/${name}`, file: { read: () => ({ text: readFileSync(path, 'utf8') }) } }];
  });
};

/** What replicas share; the rest of a folder is that of a machine. */
const SHARED = ['operator', 'violations'];
const SHARED_FOLDERS = ['pins'];

export const makeSharedFolder = (settings: SharedSettings): SettingsFolder =>
  new SharedFolder(new SharedBook(settings), '');

/**
 * What every replica on the store goes by. What was decided on this machine before counts from now on for all of them,
 * where nobody has said anything else.
 */
export const openSharedSettings = async (settings: SharedSettings, home: string): Promise<SettingsFolder> => {
  const here = openSettings(home);
  const files: readonly LocalSetting[] = [
    ...SHARED.map((name) => ({ name, file: here.file(name) })),
    ...SHARED_FOLDERS.flatMap((folder) =>
      here
        .folder(folder)
        .names()
        .map((name) => ({ name: `${folder}/${name}`, file: here.folder(folder).file(name) })),
    ),
  ];
  const found = [...files, ...policiesOf(home)].flatMap(({ name, file }) => {
    if (settings.read(name) !== undefined) return [];
    const { text } = file.read();
    return text === null ? [] : [{ name, make: (there: string | null) => there ?? text }];
  });
  if (found.length > 0) await settings.write(found);
  return makeSharedFolder(settings);
};
