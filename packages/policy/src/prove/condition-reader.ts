import type { Json, Labels } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listReferences, partialEvaluate, readsCounters } from '@callgate/core/decide';
import type { ClaimScope } from '@callgate/core/disclose';
import { ANSWERS } from '@callgate/core/vocabulary';
import type { Guard } from './diagrams.ts';
import { ALWAYS, NEVER } from './diagrams.ts';
import { hasLocals, listedTests } from './listed-tests.ts';
import type { Partition } from './partition.ts';
import { constantPartition, lift, mapParts, spread, tabulate } from './partition.ts';
import { plainComparison, possibleTruths, readArguments } from './possible-truths.ts';
import type { Choice, SituationSpace, TruthName } from './situation-space.ts';
import { settle, weekdayOf } from './situation-space.ts';
import type { ToolModel } from './tool-model.ts';

/** Where a condition is true, is false, reads an argument that is not there, or cannot be evaluated. */
export type Truth = Readonly<Record<TruthName, Guard>>;

const TRUTHS: readonly TruthName[] = ['yes', 'no', 'missing', 'fault'];

/** How the situation is read: with which claims, and under which labels. */
export interface ReadingOf {
  readonly scope: ClaimScope;
  readonly labels: Labels;
  /** Earlier calls as they are, or as if there were none; as they are where it is not said. */
  readonly history?: 'whole' | 'none';
}

const YES_NO = ['no', 'yes'] as const;

/** More classes of arguments together are not looked through. */
const MAX_COMBINATIONS = 4096;

/** Turns conditions into diagrams, for one way to read the situation. */
export class ConditionReader {
  readonly #space: SituationSpace;
  readonly #tool: ToolModel;
  readonly #reading: ReadingOf;
  readonly #given: ReadonlyMap<string, Partition<Json>>;

  /** `given`: fields that are known besides. */
  constructor(
    space: SituationSpace,
    tool: ToolModel,
    reading: ReadingOf,
    given: ReadonlyMap<string, Partition<Json>> = new Map(),
  ) {
    this.#given = given;
    this.#space = space;
    this.#tool = tool;
    this.#reading = reading;
  }

  read(node: Expression): Truth {
    switch (node.op) {
      case 'and':
        return this.#connective(node.of, false);
      case 'or':
        return this.#connective(node.of, true);
      case 'not': {
        const { yes, no, missing, fault } = this.read(node.of);
        return { yes: no, no: yes, missing, fault };
      }
      case 'if':
        return this.#choice(this.read(node.test), this.read(node.yes), this.read(node.no));
      case 'exists':
      case 'all': {
        const tests = listedTests(node);
        return tests === undefined ? this.#leaf(node) : this.#connective(tests, node.op === 'exists');
      }
      default:
        return this.#leaf(node);
    }
  }

  /** A field that has few values. */
  field(name: string): Partition<Json> | undefined {
    const { labels, scope } = this.#reading;
    switch (name) {
      case 'session.private':
        return constantPartition(labels.private);
      case 'session.untrusted':
        return constantPartition(labels.untrusted);
      case 'session.words':
      case 'origin.forbidden':
      case 'origin.outbound':
        return this.#partition(name, YES_NO, 1);
      case 'origin.proven':
      case 'origin.destination':
      case 'origin.created':
        return this.#partition(name, ANSWERS.toReversed(), 1);
      case 'principal.kind':
        return this.#partition(name, ['human', 'service'], 1);
      case 'time.hour':
        return this.#partition(
          name,
          Array.from({ length: 24 }, (_, hour) => (hour + 12) % 24),
          2,
        );
      case 'time.minute':
        return this.#partition(
          name,
          Array.from({ length: 60 }, (_, minute) => minute),
          2,
        );
      case 'time.weekday':
        return this.#weekday();
      default:
        return this.#given.get(name) ?? this.#tool.field(name, scope);
    }
  }

  #partition(name: string, values: readonly Json[], cost: number): Partition<Json> {
    const costs = values.map((_, at) => (at === 0 ? 0 : cost));
    return this.#space.partition(this.#space.choice(name, values, costs));
  }

  #weekday(): Partition<Json> {
    const days = this.#space.open('time.date');
    return days === undefined
      ? []
      : tabulate(this.#space.diagrams, [days.variable], ([at = 0]) => weekdayOf(String(days.values[at])));
  }

  #open(name: string): Partition<Json> | undefined {
    const isTool = name.startsWith('tool.') || name.startsWith('server.');
    if (isTool) return this.#tool.open?.(name, this.#reading.scope);
    const choice = this.#space.open(name);
    return choice === undefined ? undefined : this.#space.partition(choice);
  }

  #connective(operands: readonly Expression[], decisive: boolean): Truth {
    const { diagrams } = this.#space;
    const truths = operands.map((operand) => this.read(operand));
    const deciding = diagrams.any(truths.map((truth) => (decisive ? truth.yes : truth.no)));
    const opposite = diagrams.all(truths.map((truth) => (decisive ? truth.no : truth.yes)));
    const open = diagrams.not(diagrams.any([deciding, opposite]));
    const fault = diagrams.and(open, diagrams.any(truths.map((truth) => truth.fault)));
    const missing = diagrams.without(open, fault);
    return decisive
      ? { yes: deciding, no: opposite, missing, fault }
      : { yes: opposite, no: deciding, missing, fault };
  }

  #choice(test: Truth, then: Truth, otherwise: Truth): Truth {
    const { diagrams } = this.#space;
    const of = (name: TruthName): Guard =>
      diagrams.or(diagrams.and(test.yes, then[name]), diagrams.and(test.no, otherwise[name]));
    return {
      yes: of('yes'),
      no: of('no'),
      missing: diagrams.or(test.missing, of('missing')),
      fault: diagrams.or(test.fault, of('fault')),
    };
  }

  #leaf(node: Expression): Truth {
    const { fields, args } = listReferences(node);
    const parts = [...fields].flatMap((name) => {
      const part = this.field(name);
      return part === undefined ? [] : [{ name, part }];
    });
    if (parts.length > 0) return this.#overFields(node, parts);
    if (fields.size === 0 && !args && !hasLocals(node) && !readsCounters(node)) {
      const name = settle(node, {});
      return { yes: NEVER, no: NEVER, missing: NEVER, fault: NEVER, [name]: ALWAYS };
    }
    // a list of constants is one constant
    const folded = partialEvaluate(node, new Map());
    return this.#settled(folded) ?? this.#membership(folded) ?? this.#opaque(folded, args);
  }

  #overFields(
    node: Expression,
    parts: readonly { readonly name: string; readonly part: Partition<Json> }[],
  ): Truth {
    const { diagrams } = this.#space;
    const names = parts.map(({ name }) => name);
    const rests = lift(
      diagrams,
      parts.map(({ part }) => part),
      (values) => partialEvaluate(node, new Map(names.map((name, at) => [name, values[at] as Json]))),
    );
    return this.#truthOf(
      spread(diagrams, rests, (rest) => {
        const truth = this.read(rest);
        return TRUTHS.map((value) => ({ value, guard: truth[value] }));
      }),
    );
  }

  #truthOf(parts: Partition<TruthName>): Truth {
    const of = (name: TruthName): Guard => parts.find(({ value }) => value === name)?.guard ?? NEVER;
    return { yes: of('yes'), no: of('no'), missing: of('missing'), fault: of('fault') };
  }

  /** A condition over one argument or field, compared with constants: exact for all its values. */
  #settled(node: Expression): Truth | undefined {
    const term = this.#space.predicates.settlingTerm(node);
    if (term === undefined) return undefined;
    const { diagrams } = this.#space;
    if (term.path === undefined) {
      const values = this.#open(term.key);
      return values === undefined
        ? undefined
        : this.#truthOf(mapParts(diagrams, values, (value) => settle(node, {}, { name: term.key, value })));
    }
    const choice = this.#space.argument(term.path);
    return choice === undefined
      ? undefined
      : this.#truthOf(mapParts(diagrams, this.#space.partition(choice), (value) => settle(node, value)));
  }

  /** A text that is in a list, or is not. */
  #membership(node: Expression): Truth | undefined {
    if (node.op !== 'in' || node.left.op !== 'value' || node.right.op !== 'field') return undefined;
    const { value } = node.left;
    if (typeof value !== 'string') return undefined;
    const { name } = node.right;
    const yes =
      this.#tool.holds?.(name, value, this.#reading.scope) ??
      (name.startsWith('tool.')
        ? undefined
        : this.#space.guard(this.#space.member(name, value), (isMember) => isMember));
    return yes === undefined
      ? undefined
      : { yes, no: this.#space.diagrams.not(yes), missing: NEVER, fault: NEVER };
  }

  #opaque(written: Expression, args: boolean): Truth {
    const { of: node, isTurned } = plainComparison(written);
    const { fields } = listReferences(node);
    const readsTool = [...fields].some((name) => name.startsWith('tool.'));
    // what is compared with a field alone is there, and of its type
    const isOpen = args || hasLocals(node) || readsCounters(node);
    const values = isOpen ? (['no', 'missing', 'yes', 'fault'] as const) : YES_NO;
    const { choice } = this.#space.opaque(node, readsTool ? this.#reading.scope : '', values);
    const { yes, no, ...others } = this.#truthOf(
      args
        ? this.#withinReach(node, choice)
        : TRUTHS.map((value) => ({ value, guard: this.#space.guard(choice, (each) => each === value) })),
    );
    return isTurned ? { yes: no, no: yes, ...others } : { yes, no, ...others };
  }

  /** What an open condition comes to, as far as the classes of its arguments leave it open. */
  #withinReach(node: Expression, choice: Choice<TruthName>): Partition<TruthName> {
    const { diagrams, predicates } = this.#space;
    const terms = readArguments(node).flatMap((path) => {
      const classes = this.#space.argument(path);
      return classes === undefined
        ? []
        : [{ path, classes, group: predicates.groupOf(JSON.stringify(path)) }];
    });
    const combinations = terms.reduce((product, { classes }) => product * classes.values.length, 1);
    const known = combinations > MAX_COMBINATIONS ? [] : terms;
    const reach = tabulate(
      diagrams,
      known.map(({ classes }) => classes.variable),
      (values) =>
        possibleTruths(
          node,
          known.map(({ path, classes, group }, at) => ({
            path,
            group,
            fragment: classes.values[values[at] ?? 0] ?? {},
            predicates: predicates.of(JSON.stringify(path)),
          })),
        ),
    );
    return spread(diagrams, reach, (possible) =>
      // a value out of reach stands for the first one within
      TRUTHS.map((value) => ({
        value,
        guard: this.#space.guard(choice, (each) => (possible.includes(each) ? each : possible[0]) === value),
      })),
    );
  }
}
