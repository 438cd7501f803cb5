import type { Expression, Field } from '@callgate/core/decide';
import { FIELDS, findMisplacedCounter, counterText, listSubexpressions } from '@callgate/core/decide';
import { conditionErrors } from '@callgate/messages/errors/condition';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { BELIEF_CONSTANTS, LABEL_CONSTANTS, createCelEnvironment } from './cel-environment.ts';
import { ConditionError } from './condition-error.ts';
import type { TypedExpression } from './condition-types.ts';
import {
  TYPE_WORDS,
  checkEquality,
  checkMembership,
  checkOrder,
  choiceType,
  isListType,
  isUntyped,
  listType,
} from './condition-types.ts';
import type { CounterFunction } from './read-counter.ts';
import { COUNTER_FUNCTIONS, isCounterFunction, readCounter } from './read-counter.ts';
import { findNearestName } from './yaml/suggest-name.ts';

const COMPARE: Readonly<Record<string, 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in'>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  in: 'in',
};

const TEXT_METHODS: readonly string[] = ['startsWith', 'endsWith', 'contains'];
const METHODS: readonly string[] = [...TEXT_METHODS, 'lowerAscii', 'size', 'exists', 'all'];
export const FUNCTIONS: readonly string[] = ['size', 'has', 'glob', ...COUNTER_FUNCTIONS];

/** Translates a checked CEL tree into an expression of core. Whatever it does not know it refuses. */
class ConditionTranslator {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #roots: ReadonlySet<string>;
  readonly #locals: string[] = [];

  constructor(fields: readonly Field[]) {
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    this.#roots = new Set(fields.map((field) => field.name.split('.')[0] ?? ''));
  }

  condition(node: ASTNode): Expression {
    const { expression, type } = this.#go(node);
    if (type === 'flag') return expression;
    throw new ConditionError(
      conditionErrors.notBoolean({ type: TYPE_WORDS[type], isUntyped: isUntyped(type) }),
      node.start,
    );
  }

  #go(node: ASTNode): TypedExpression {
    switch (node.op) {
      case 'value':
        return this.#value(node, node.args);
      case 'id':
        return this.#identifier(node, node.args);
      case 'list': {
        const items = node.args.map((item) => this.#go(item));
        return {
          expression: { op: 'list', items: items.map((item) => item.expression) },
          type: listType(node.start, items),
        };
      }
      case '.':
        return this.#member(node, node.args[0], { op: 'value', value: node.args[1] }, node.args[1]);
      case '[]': {
        const [of, key] = node.args;
        const constant = key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
        return this.#member(node, of, this.#go(key).expression, constant);
      }
      case '!_':
        return { expression: { op: 'not', of: this.#flag(node.args) }, type: 'flag' };
      case '-_': {
        const inner = this.#go(node.args);
        if (inner.expression.op === 'value' && typeof inner.expression.value === 'number')
          return { expression: { op: 'value', value: -inner.expression.value }, type: 'number' };
        throw this.#refused(node, conditionErrors.refused.minus());
      }
      case '&&':
      case '||':
        return { expression: this.#connective(node, node.op === '&&' ? 'and' : 'or'), type: 'flag' };
      case '?:': {
        const [test, yes, no] = node.args;
        const [then, otherwise] = [this.#go(yes), this.#go(no)];
        const type = choiceType(node.start, then, otherwise);
        return {
          expression: { op: 'if', test: this.#flag(test), yes: then.expression, no: otherwise.expression },
          type,
        };
      }
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'in':
        return this.#compare(node, node.op, node.args[0], node.args[1]);
      case 'call':
        return this.#call(node, node.args[0], node.args[1]);
      case 'rcall':
        return this.#method(node, node.args[0], node.args[1], node.args[2]);
      default:
        throw this.#refused(node, conditionErrors.refused.operation({ operation: node.op }));
    }
  }

  /** A chain of one connective is one expression, however long it is written. */
  #connective(node: ASTNode & { op: '&&' | '||' }, op: 'and' | 'or'): Expression {
    const of: Expression[] = [];
    const pending: ASTNode[] = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.op === node.op) pending.push(next.args[1], next.args[0]);
      else of.push(this.#flag(next));
    }
    return { op, of };
  }

  #refused(node: ASTNode, text: ErrorText): ConditionError {
    return new ConditionError(text, node.start);
  }

  #flag(node: ASTNode): Expression {
    const { expression, type } = this.#go(node);
    if (type === 'flag' || isUntyped(type)) return expression;
    throw new ConditionError(conditionErrors.types.needsBoolean({ type: TYPE_WORDS[type] }), node.start);
  }

  #value(node: ASTNode, value: unknown): TypedExpression {
    if (value === null) return { expression: { op: 'value', value }, type: 'null' };
    if (typeof value === 'string') return { expression: { op: 'value', value }, type: 'text' };
    if (typeof value === 'boolean') return { expression: { op: 'value', value }, type: 'flag' };
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (
      typeof number === 'number' &&
      Number.isFinite(number) &&
      (typeof value !== 'bigint' || Number.isSafeInteger(number))
    )
      return { expression: { op: 'value', value: number }, type: 'number' };
    throw this.#refused(node, conditionErrors.refused.literal());
  }

  #identifier(node: ASTNode, name: string): TypedExpression {
    const depth = this.#locals.toReversed().indexOf(name);
    if (depth >= 0) return { expression: { op: 'local', depth }, type: 'element' };
    if (BELIEF_CONSTANTS.includes(name)) return { expression: { op: 'value', value: name }, type: 'answer' };
    if (LABEL_CONSTANTS.includes(name)) return { expression: { op: 'value', value: name }, type: 'label' };
    if (name === 'args') return { expression: { op: 'args' }, type: 'dyn' };
    if (this.#roots.has(name)) throw this.#refused(node, conditionErrors.refused.wholeObject({ name }));
    const known = [...this.#roots, 'args', ...BELIEF_CONSTANTS, ...LABEL_CONSTANTS];
    throw new ConditionError(
      conditionErrors.nameUnknown({ name, near: findNearestName(name, known) }),
      node.start,
    );
  }

  #member(node: ASTNode, of: ASTNode, key: Expression, constant: string | undefined): TypedExpression {
    if (isOwnLabels(node)) throw this.#refused(node, conditionErrors.counter.label());
    if (of.op === 'id' && this.#roots.has(of.args) && !this.#locals.includes(of.args)) {
      const field = constant === undefined ? undefined : this.#fields.get(`${of.args}.${constant}`);
      if (field === undefined) throw this.#noField(node, of.args, constant);
      return { expression: { op: 'field', name: field.name }, type: field.type, field };
    }
    const inner = this.#go(of);
    if (isUntyped(inner.type)) return { expression: { op: 'get', of: inner.expression, key }, type: 'dyn' };
    if (inner.type === 'texts' && constant === undefined)
      return { expression: { op: 'get', of: inner.expression, key }, type: 'element' };
    throw new ConditionError(conditionErrors.types.noMembers({ type: TYPE_WORDS[inner.type] }), node.start);
  }

  #noField(node: ASTNode, root: string, name: string | undefined): ConditionError {
    if (name === undefined) return this.#refused(node, conditionErrors.refused.computedField({ root }));
    const names = [...this.#fields.keys()].filter((field) => field.startsWith(`${root}.`));
    const near = findNearestName(
      name,
      names.map((field) => field.slice(root.length + 1)),
    );
    const offset = node.end - name.length;
    return new ConditionError(conditionErrors.fieldUnknown({ root, field: name, near }), offset);
  }

  #compare(node: ASTNode, operator: string, leftNode: ASTNode, rightNode: ASTNode): TypedExpression {
    const op = COMPARE[operator];
    if (op === 'in' && isOwnLabels(rightNode)) return this.#ownLabel(node, this.#go(leftNode).expression);
    const [left, right] = [this.#go(leftNode), this.#go(rightNode)];
    if (op === undefined)
      throw this.#refused(node, conditionErrors.refused.operation({ operation: operator }));
    if (op === 'in') checkMembership(node.start, left, right);
    else if (op === 'eq' || op === 'ne') checkEquality(node.start, left, right);
    else checkOrder(node.start, left, right);
    return { expression: { op, left: left.expression, right: right.expression }, type: 'flag' };
  }

  #call(node: ASTNode, name: string, args: readonly ASTNode[]): TypedExpression {
    const [first, second] = args;
    if (name === 'has') return this.#has(node, first);
    if (name === 'size' && first !== undefined) return this.#size(node, first);
    if (name === 'glob' && first !== undefined && second !== undefined)
      return this.#texts(node, 'glob', first, second);
    if (isCounterFunction(name)) return this.#counter(node, name, args);
    if (FUNCTIONS.includes(name))
      throw this.#refused(
        node,
        name === 'glob'
          ? conditionErrors.refused.globArguments()
          : conditionErrors.refused.noArgument({ name }),
      );
    throw this.#refused(
      node,
      conditionErrors.refused.operation({ operation: name, near: findNearestName(name, FUNCTIONS) }),
    );
  }

  #counter(node: ASTNode, name: CounterFunction, args: readonly ASTNode[]): TypedExpression {
    const [first, ...rest] = args;
    const of = name === 'sum' && first !== undefined ? this.#go(first).expression : undefined;
    const texts = (name === 'sum' ? rest : args).map((each) => this.#go(each).expression);
    const read = readCounter(name, of, texts);
    if ('code' in read) throw this.#refused(node, read);
    return { expression: { op: 'counter', counter: read }, type: name === 'after' ? 'flag' : 'number' };
  }

  #ownLabel(node: ASTNode, label: Expression): TypedExpression {
    if (label.op !== 'value' || typeof label.value !== 'string')
      throw this.#refused(node, conditionErrors.counter.label());
    const counter = {
      measure: 'label',
      tools: [],
      label: label.value,
      windowMs: null,
      per: 'session',
    } as const;
    return { expression: { op: 'counter', counter }, type: 'flag' };
  }

  #has(node: ASTNode, member: ASTNode | undefined): TypedExpression {
    const root = member?.op === '.' && member.args[0].op === 'id' ? member.args[0].args : undefined;
    if (member?.op === '.' && (root === undefined || !this.#roots.has(root))) {
      const of = this.#go(member.args[0]);
      if (isUntyped(of.type))
        return { expression: { op: 'has', of: of.expression, key: member.args[1] }, type: 'flag' };
    }
    throw this.#refused(node, conditionErrors.refused.has());
  }

  #size(node: ASTNode, of: ASTNode): TypedExpression {
    const { expression, type } = this.#go(of);
    if (type === 'text' || isListType(type) || isUntyped(type))
      return { expression: { op: 'size', of: expression }, type: 'number' };
    throw new ConditionError(conditionErrors.types.noSize({ type: TYPE_WORDS[type] }), node.start);
  }

  #texts(
    node: ASTNode,
    op: 'startsWith' | 'endsWith' | 'contains' | 'glob',
    left: ASTNode,
    right: ASTNode,
  ): TypedExpression {
    const sides = [this.#go(left), this.#go(right)] as const;
    for (const { type } of sides)
      if (type !== 'text' && !isUntyped(type))
        throw new ConditionError(
          conditionErrors.types.needsText({ operation: op, type: TYPE_WORDS[type] }),
          node.start,
        );
    return { expression: { op, left: sides[0].expression, right: sides[1].expression }, type: 'flag' };
  }

  #method(node: ASTNode, name: string, of: ASTNode, args: readonly ASTNode[]): TypedExpression {
    const [first, second] = args;
    if (name === 'matches') throw this.#refused(node, conditionErrors.refused.matches());
    if ((name === 'startsWith' || name === 'endsWith' || name === 'contains') && first !== undefined)
      return this.#texts(node, name, of, first);
    if (name === 'size') return this.#size(node, of);
    if (name === 'lowerAscii') {
      const { expression, type } = this.#go(of);
      if (type === 'text' || isUntyped(type))
        return { expression: { op: 'lowerAscii', of: expression }, type: 'text' };
      throw new ConditionError(
        conditionErrors.types.needsText({ operation: name, type: TYPE_WORDS[type] }),
        node.start,
      );
    }
    if ((name === 'exists' || name === 'all') && first?.op === 'id' && second !== undefined)
      return this.#quantifier(node, name, of, first.args, second);
    throw this.#refused(
      node,
      conditionErrors.refused.operation({ operation: name, near: findNearestName(name, METHODS) }),
    );
  }

  #quantifier(
    node: ASTNode,
    op: 'exists' | 'all',
    of: ASTNode,
    local: string,
    test: ASTNode,
  ): TypedExpression {
    if (this.#locals.length > 0) throw this.#refused(node, conditionErrors.refused.nested());
    const over = this.#go(of);
    if (over.type !== 'texts' && over.type !== 'list' && !isUntyped(over.type))
      throw new ConditionError(
        conditionErrors.types.needsList({ operation: op, type: TYPE_WORDS[over.type] }),
        node.start,
      );
    this.#locals.push(local);
    const inner = this.#flag(test);
    this.#locals.pop();
    return { expression: { op, over: over.expression, test: inner }, type: 'flag' };
  }
}

const isOwnLabels = (node: ASTNode): boolean =>
  node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'session' && node.args[1] === 'labels';

const MAX_DEPTH = 40;

const depthOf = (expression: Expression): number =>
  1 + Math.max(0, ...listSubexpressions(expression).map(depthOf));

const asConditionError = (error: unknown, text: string): ConditionError => {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const start = (error as { range?: { start?: number } } | undefined)?.range?.start ?? 0;
  return new ConditionError(
    conditionErrors.syntax({ problem: message }),
    Math.min(Math.max(0, start), text.length),
  );
};

/** Turns CEL into an expression of core, or says what is wrong and where. */
export const translateCondition = (
  text: string,
  environment: Environment,
  fields: readonly Field[],
): Expression => {
  let ast: ASTNode;
  try {
    ast = environment.parse(text).ast;
  } catch (error) {
    throw asConditionError(error, text);
  }
  const expression = new ConditionTranslator(fields).condition(ast);
  const checked = environment.check(text);
  if (!checked.valid) throw asConditionError(checked.error, text);
  if (depthOf(expression) > MAX_DEPTH)
    throw new ConditionError(conditionErrors.tooDeep({ max: MAX_DEPTH }), 0);
  const misplaced = findMisplacedCounter(expression);
  if (misplaced !== undefined)
    throw new ConditionError(conditionErrors.counter.misplaced({ counter: counterText(misplaced) }), 0);
  return expression;
};

const environment = createCelEnvironment(FIELDS);

/** One CEL condition over the fields every policy has; throws a `ConditionError` where it cannot be used. */
export const parseCondition = (text: string): Expression => translateCondition(text, environment, FIELDS);
