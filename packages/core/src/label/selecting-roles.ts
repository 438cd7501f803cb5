import type { GroundedRole } from '../disclose/argument-roles.ts';
import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import type { ActionKind } from '../user-message/language.ts';
import { toSingular } from '../user-message/to-singular.ts';
import type { ParsedToolName } from '../user-message/parsed-tool-name.ts';
import { findArgumentResource } from '../user-message/parsed-tool-name.ts';
import { findActions } from '../user-message/verb-table.ts';

const SELECTING: ReadonlySet<string> = new Set(
  'condition context criteria criterion expression filter glob keyword match pattern q query regex search selector term where'.split(
    ' ',
  ),
);

/** A tool, as far as it tells whether a text says which thing is meant. */
export interface SelectingTool {
  /** Its name as the server wrote it, and what that says. */
  readonly written: string;
  readonly name: ParsedToolName;
  readonly mutates: boolean;
  readonly destroys: boolean;
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const headOf = (path: string): string => splitName(lastName(path)).at(-1) ?? '';

const isFree = ({ role, ground }: GroundedRole): boolean => role === 'payload' && ground === 'default';
const decides = ({ role, path }: GroundedRole): boolean =>
  path !== '*' && (role === 'object' || role === 'critical');

class RoleSelection {
  readonly #roles: readonly GroundedRole[];
  readonly #tool: SelectingTool;
  readonly #words: ReadonlySet<string>;
  /** It takes something away or ends it, so no text of it is new content. */
  readonly #removes: boolean;
  /** It makes or sends something: its text is what is made. */
  readonly #makes: boolean;
  readonly #saysWhich: boolean;

  constructor(roles: readonly GroundedRole[], tool: SelectingTool) {
    this.#roles = roles;
    this.#tool = tool;
    const words = splitName(tool.written);
    this.#words = new Set(words.length > 1 ? words.map(toSingular) : []);
    const does = (deed: ActionKind): boolean => words.some((word) => findActions(word).includes(deed));
    this.#removes = does('remove') || does('stop');
    this.#makes = !this.#removes && tool.name.deeds.some((deed) => deed === 'create' || deed === 'send');
    this.#saysWhich = roles.some((role) => decides(role) && (!this.#removes || this.#isOfResource(role)));
  }

  #isOfResource({ path }: GroundedRole): boolean {
    return findArgumentResource(lastName(path), this.#tool.name) === this.#tool.name.resource;
  }

  /** `delete_note{note}` and `update_note{note, text}` say which note; `add_note{note}` says what stands in it. */
  #namesResource(role: GroundedRole): boolean {
    const head = headOf(role.path);
    if (this.#makes || !this.#words.has(toSingular(head)) || isInWordList('material', head)) return false;
    const others = this.#roles.filter((other) => other !== role);
    if (others.some((other) => decides(other) && this.#isOfResource(other))) return false;
    if (!this.#tool.name.deeds.includes('change')) return true;
    return others.some(isFree) && !others.some(decides);
  }

  #destroysBy(role: GroundedRole): boolean {
    if (splitName(role.path).some((word) => SELECTING.has(toSingular(word)))) return true;
    if (this.#saysWhich || this.#makes) return false;
    return !this.#roles.some(decides) || !isInWordList('justifying', headOf(role.path));
  }

  of(role: GroundedRole): GroundedRole {
    if (!isFree(role) && role.mayName !== true) return role;
    if (this.#tool.mutates && this.#namesResource(role))
      return { ...role, role: 'object', why: 'it is called like the thing acted on' };
    return isFree(role) && this.#tool.destroys && this.#destroysBy(role)
      ? { ...role, role: 'critical', why: 'it says what is destroyed' }
      : role;
  }
}

/** The roles of a tool's arguments, where a text that elsewhere is only content says which thing is meant. */
export const resolveSelectingRoles = (
  roles: readonly GroundedRole[],
  tool: SelectingTool,
): readonly GroundedRole[] => {
  const selecting = new RoleSelection(roles, tool);
  return roles.map((role) => selecting.of(role));
};
