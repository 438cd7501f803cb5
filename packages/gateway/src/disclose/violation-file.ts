import { display } from '@callgate/core';
import type { ToolObservation } from '@callgate/core/disclose';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { logMessages } from '@callgate/messages/log';
import { z } from 'zod';
import { ListFile } from './list-file.ts';
import type { SettingsFolder } from './settings-folder.ts';

export interface NotedViolation {
  /** null where it is not certain which tool it was. */
  readonly tool: string | null;
  readonly hint: { readonly name: 'readOnly' | 'openWorld'; readonly value: 'yes' | 'no' };
  /** Untrusted. */
  readonly what: string;
}

export interface StoredViolation extends NotedViolation {
  readonly server: string;
  readonly identity: string;
  readonly definition: string | null;
  /** The whole server is quarantined for it. */
  readonly quarantine: boolean;
  readonly at: number;
}

/** What the tools of one server were seen to do against their claims. */
export interface ServerViolations {
  readonly quarantine: string | null;
  of(tool: string, digest: string): readonly ToolObservation[];
}

export const NO_VIOLATIONS: ServerViolations = Object.freeze({ quarantine: null, of: () => [] });

/** Of one server: what comes after them is told and not remembered. */
const MOST_OF_SERVER = 200;

const storedViolation = z.strictObject({
  server: z.string(),
  identity: z.string(),
  tool: z.string().nullable(),
  definition: z.string().nullable(),
  hint: z.strictObject({ name: z.enum(['readOnly', 'openWorld']), value: z.enum(['yes', 'no']) }),
  quarantine: z.boolean(),
  what: z.string(),
  at: z.number(),
});

const isSame = (one: StoredViolation, other: StoredViolation): boolean =>
  one.server === other.server &&
  one.identity === other.identity &&
  one.tool === other.tool &&
  one.definition === other.definition &&
  one.hint.name === other.hint.name &&
  (one.quarantine || !other.quarantine);

/** What sandboxes kept tools from, remembered until the operator accepts the server again. */
export class ViolationFile {
  readonly #file: ListFile<StoredViolation>;

  constructor(folder: string | SettingsFolder) {
    this.#file = new ListFile(folder, {
      name: 'violations',
      key: 'violations',
      list: z.array(storedViolation),
      unreadable: toolStateErrors.violationsUnreadable,
    });
  }

  of(server: string, identity: string): ServerViolations {
    const here = this.#file.read().filter((each) => each.server === server && each.identity === identity);
    if (here.length === 0) return NO_VIOLATIONS;
    const worst = here.find(({ quarantine }) => quarantine);
    return {
      quarantine:
        worst === undefined
          ? null
          : logMessages.tools.violated({ tool: worst.tool, what: display(worst.what, { max: 200 }) }),
      of: (tool, digest) =>
        here.flatMap(({ tool: name, definition, hint, what }) =>
          name === tool && definition === digest
            ? [{ hint: hint.name, value: hint.value, note: display(what, { max: 200 }) }]
            : [],
        ),
    };
  }

  /** Of one server, whatever it stands for. */
  list(server: string): readonly StoredViolation[] {
    return this.#file.read().filter((each) => each.server === server);
  }

  /** False where the same is known already. */
  note(violation: StoredViolation): boolean {
    let isNew = false;
    this.#file.change((all) => {
      const here = all.filter(({ server }) => server === violation.server);
      isNew = here.length < MOST_OF_SERVER && !here.some((each) => isSame(each, violation));
      return isNew ? [...all, violation] : null;
    });
    return isNew;
  }

  /** The operator accepted the server as it is, or these tools of it. */
  forget(server: string, identity: string, tools?: ReadonlySet<string>): void {
    this.#file.change((all) => {
      const others = all.filter(
        (each) =>
          each.server !== server ||
          each.identity !== identity ||
          (tools !== undefined && (each.tool === null || !tools.has(each.tool))),
      );
      return others.length === all.length ? null : others;
    });
  }
}
