import type { PolicyProblem } from '@callgate/policy';
import type { Path, YamlFile } from '@callgate/policy/yaml';
import { locateFault, shapeFaults } from '@callgate/policy/yaml';
import type { z } from 'zod';

/** Something wrong, or worth a look, in a configuration; it is told like one in a policy. */
export type ConfigProblem = PolicyProblem;

/** The last key, and the places in lists below it: `files[0]`. */
export const partName = (path: Path): string => {
  const key = path.findLastIndex((part) => typeof part === 'string');
  const [name = '', ...places] = key === -1 ? ['', ...path] : path.slice(key);
  return `${name}${places.map((place) => `[${place}]`).join('')}`;
};

/** Collects everything that is wrong with a configuration, each with its place. */
export class Problems {
  readonly all: ConfigProblem[] = [];
  readonly #file: YamlFile;

  constructor(file: YamlFile) {
    this.#file = file;
  }

  get errors(): readonly ConfigProblem[] {
    return this.all.filter(({ severity }) => severity === 'error');
  }

  get warnings(): readonly ConfigProblem[] {
    return this.all.filter(({ severity }) => severity === 'warning');
  }

  error(path: Path, code: string, message: string, help?: string): void {
    this.#add('error', this.#file.positionOf(path), code, message, help);
  }

  warn(path: Path, code: string, message: string, help?: string): void {
    this.#add('warning', this.#file.positionOf(path), code, message, help);
  }

  /** About a key itself. */
  key(
    severity: ConfigProblem['severity'],
    path: Path,
    key: string,
    told: Readonly<{ code: string; message: string; help?: string | undefined }>,
  ): void {
    this.#add(severity, this.#file.positionOfKey(path, key), told.code, told.message, told.help);
  }

  /** What zod found in the part of the file at `base`. */
  shape(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], base: Path): void {
    const faults = shapeFaults(schema, issues, {
      code: 'CONFIG',
      whole: `\`${partName(base)}\``,
      name: (path) => partName([...base, ...path]),
    });
    for (const fault of faults)
      this.all.push(locateFault(this.#file, { ...fault, path: [...base, ...fault.path] }));
  }

  #add(
    severity: ConfigProblem['severity'],
    position: ConfigProblem['position'],
    code: string,
    message: string,
    help: string | undefined,
  ): void {
    this.all.push({ severity, code, message, position, ...(help === undefined ? {} : { help }) });
  }
}
