import { CallgateError, canonical, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { z } from 'zod';
import type { FileState } from './versioned-file.ts';
import type { SettingsFile, SettingsFolder } from './settings-folder.ts';
import { openSettings } from './settings-folder.ts';

export interface ListFileFormat<T> {
  /** What the file is called, and the list in it. */
  readonly name: string;
  readonly key: string;
  readonly list: z.ZodType<readonly T[]>;
  readonly unreadable: (parameters: { file: string }) => ErrorText;
  readonly limits?: ParseLimits;
}

/** A list in a file of Callgate's own folder, which several processes may change. */
export class ListFile<T> {
  readonly #file: SettingsFile;
  readonly #form: ListFileFormat<T>;

  constructor(folder: string | SettingsFolder, form: ListFileFormat<T>) {
    this.#file = openSettings(folder).file(form.name);
    this.#form = form;
  }

  get path(): string {
    return this.#file.path;
  }

  print(): string {
    return this.#file.print();
  }

  state(): FileState {
    return this.#file.read();
  }

  read(): readonly T[] {
    return this.parse(this.state().text);
  }

  /** Writes what `make` returns, or nothing where that is null. `make` may be called again, on top of what it made. */
  change(make: (all: readonly T[]) => readonly T[] | null): void {
    this.changeState(({ text }) => make(this.parse(text)));
  }

  /** The same for who also looks at the version. */
  changeState(make: (state: FileState) => readonly T[] | null): void {
    const { key } = this.#form;
    this.#file.change((text, version) => {
      const all = make({ text, version });
      return all === null ? null : `${canonical(JSON.parse(JSON.stringify({ v: 1, [key]: all })))}\n`;
    });
  }

  /** Throws a CallgateError where the text is not what was written. */
  parse(text: string | null): readonly T[] {
    if (text === null) return [];
    const { key, list, unreadable, limits } = this.#form;
    try {
      const whole = z.strictObject({ v: z.literal(1), [key]: z.unknown() }).parse(parseStrict(text, limits));
      return list.parse(whole[key]);
    } catch (cause) {
      throw new CallgateError(unreadable({ file: display(this.path) }), { cause });
    }
  }
}
