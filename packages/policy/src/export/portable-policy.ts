import type { Json, Policy, Rule } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import {
  FIELDS,
  listReferences,
  listSubexpressions,
  readsCounters,
  stricterOutcome,
} from '@callgate/core/decide';
import { exportMessages } from '@callgate/messages/cli/export';

/** What of a rule another language cannot say, and what the export does instead. */
export interface ExportLoss {
  readonly rule: string;
  /** `stricter`: the rule covers more calls than it should. `dropped`: calls that it allows are not allowed. `requirements`: only its outcome is exported. */
  readonly kind: 'stricter' | 'dropped' | 'requirements';
  /** What cannot be said, as it stands in the rule. */
  readonly what: string;
}

/** A rule without anything that the languages do not have in common. Conditions read fields alone. */
export interface PortableRule {
  readonly id: string;
  readonly reason: string;
  readonly then: 'auto' | 'confirm' | 'block';
  /** Patterns with `*` alone: of a server, and of a tool. */
  readonly tools: readonly { readonly server: string; readonly name: string }[];
  /** All must hold. */
  readonly conditions: readonly Expression[];
}

/** A policy as other languages can say it: it allows what runs by itself, and nothing that Callgate would not. */
export interface PortablePolicy {
  readonly name: string;
  readonly revision: string;
  readonly rules: readonly PortableRule[];
  readonly losses: readonly ExportLoss[];
  /** Every field that some rule reads. */
  readonly fields: readonly string[];
}

const KNOWN = new Map(FIELDS.map((field) => [field.name, field]));

const isPlainText = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

const isPlainValue = (value: Json): boolean =>
  typeof value === 'string' ? isPlainText(value) : typeof value === 'boolean' || Number.isSafeInteger(value);

const isLiteral = (node: Expression): boolean => node.op === 'value' && isPlainValue(node.value);

const isNumber = (node: Expression): boolean =>
  isLiteral(node) && node.op === 'value' && typeof node.value === 'number';

const isText = (node: Expression): boolean =>
  node.op === 'value' && typeof node.value === 'string' && isPlainText(node.value);

/** Fields that are whole numbers, texts or lists of texts everywhere. What servers claim is not exported. */
const isPortableField = (name: string): boolean => {
  const field = KNOWN.get(name);
  if (name.startsWith('claims.') || name === 'tool.intelligencePriority') return false;
  return field !== undefined || name.startsWith('tool.');
};

const typeOf = (node: Expression): string | undefined =>
  node.op === 'field' && isPortableField(node.name) ? (KNOWN.get(node.name)?.type ?? 'answer') : undefined;

const isOfType = (node: Expression, type: string): boolean => typeOf(node) === type;

const isScalar = (node: Expression): boolean => !['texts', undefined].includes(typeOf(node));

/** Compared with a literal of the same type, so that no side can fail. */
const isPortable = (node: Expression): boolean => {
  switch (node.op) {
    case 'value':
      return typeof node.value === 'boolean';
    case 'not':
      return isPortable(node.of);
    case 'and':
    case 'or':
      return node.of.every(isPortable);
    case 'eq':
    case 'ne':
      return (isScalar(node.left) && isLiteral(node.right)) || (isScalar(node.right) && isLiteral(node.left));
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return (
        (isOfType(node.left, 'number') && isNumber(node.right)) ||
        (isOfType(node.right, 'number') && isNumber(node.left))
      );
    case 'in':
      return (
        (isScalar(node.left) && node.right.op === 'list' && node.right.items.every(isLiteral)) ||
        (isOfType(node.right, 'texts') && isText(node.left))
      );
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return isOfType(node.left, 'text') && isText(node.right);
    default:
      return false;
  }
};

const conjuncts = (node: Expression | undefined): readonly Expression[] =>
  node === undefined ? [] : node.op === 'and' ? node.of.flatMap(conjuncts) : [node];

const LABELS = ['none', 'possible', 'known'] as const;
const SESSION = ['session.private', 'session.untrusted'] as const;

const replaceField = (node: Expression, name: string, value: string): Expression => {
  const swap = (part: Expression): Expression => replaceField(part, name, value);
  switch (node.op) {
    case 'field':
      return node.name === name ? { op: 'value', value } : node;
    case 'not':
      return { op: 'not', of: swap(node.of) };
    case 'and':
    case 'or':
      return { op: node.op, of: node.of.map(swap) };
    default:
      return 'left' in node && 'right' in node
        ? { ...node, left: swap(node.left), right: swap(node.right) }
        : node;
  }
};

const atLeast = (name: string, from: number): Expression => ({
  op: 'in',
  left: { op: 'field', name },
  right: { op: 'list', items: LABELS.slice(from).map((value) => ({ op: 'value', value })) },
});

/**
 * Callgate takes the strictest outcome over the labels of a session and all weaker ones. A rule that asks or blocks so
 * holds if it holds under any of them, a rule that allows must hold under all.
 */
const overWeakerLabels = (condition: Expression, then: PortableRule['then']): Expression => {
  let node = condition;
  for (const name of SESSION) {
    if (!listReferences(node).fields.has(name)) continue;
    const whole = node;
    const parts = LABELS.map((label, from): Expression => {
      const held = replaceField(whole, name, label);
      const reached = atLeast(name, from);
      return then === 'auto'
        ? { op: 'or', of: [{ op: 'not', of: reached }, held] }
        : { op: 'and', of: [reached, held] };
    });
    node = { op: then === 'auto' ? 'and' : 'or', of: parts };
  }
  return node;
};

const splitPattern = (pattern: string): PortableRule['tools'][number] => {
  const slash = pattern.indexOf('/');
  return slash < 0 || pattern.slice(0, slash).includes(':')
    ? { server: '*', name: pattern }
    : { server: pattern.slice(0, slash), name: pattern.slice(slash + 1) };
};

interface ExportedRule {
  readonly rule?: PortableRule;
  readonly losses: readonly ExportLoss[];
}

const OPERANDS: ReadonlySet<string> = new Set(['field', 'value', 'list']);

const unsaid = (node: Expression): string => {
  const { args } = listReferences(node);
  const ops = new Set<string>();
  const walk = (part: Expression): void => {
    if (!isPortable(part) && !OPERANDS.has(part.op)) ops.add(part.op);
    for (const each of listSubexpressions(part)) walk(each);
  };
  walk(node);
  return args ? 'args' : [...ops].join(', ');
};

const exportRule = (source: Rule): ExportedRule => {
  const { id, tools, when, exceptions, obligations, reason } = source;
  // outside its hours no call runs by itself
  const hasHours = obligations.hours !== undefined;
  const then = hasHours ? stricterOutcome(source.then ?? 'confirm', 'confirm') : source.then;
  const demands = Object.keys(obligations).filter((key) => key !== 'hours');
  const requirements: readonly ExportLoss[] =
    demands.length === 0 ? [] : [{ rule: id, kind: 'requirements', what: demands.join(', ') }];
  if (then === undefined) return { losses: requirements };
  const isAuto = then === 'auto';
  const losses: ExportLoss[] = [...requirements];
  const lose = (what: string): void =>
    void losses.push({ rule: id, kind: isAuto ? 'dropped' : 'stricter', what });
  if (hasHours) lose('hours');
  const conditions: Expression[] = [];
  for (const part of conjuncts(when))
    if (isPortable(part)) conditions.push(overWeakerLabels(part, then));
    else lose(unsaid(part));
  // an exception takes calls away from its rule for a while: a stricter export knows none of them
  for (const exception of exceptions)
    if (!isAuto) lose(exportMessages.exception({ exception: exception.id }));
    else if (isPortable(exception.unless)) {
      conditions.push({ op: 'not', of: overWeakerLabels(exception.unless, 'confirm') });
      losses.push({
        rule: id,
        kind: 'stricter',
        what: exportMessages.exceptionEnd({ exception: exception.id }),
      });
    } else lose(exportMessages.exception({ exception: exception.id }));
  const patterns = tools.length === 0 ? ['*'] : tools;
  const odd = patterns.filter((pattern) => pattern.includes('?') || !isPlainText(pattern));
  for (const pattern of odd) lose(exportMessages.pattern({ pattern }));
  // what is lost of a rule that allows cannot be left out of it
  const isDropped = losses.some(({ kind }) => kind === 'dropped');
  // a rule that allows asks where it fails, and only arguments and counters make one fail
  const canFail = when !== undefined && (listReferences(when).args || readsCounters(when));
  if (isDropped && !canFail) return { losses };
  return {
    losses,
    rule: {
      id,
      reason,
      then: isDropped ? 'confirm' : then,
      conditions: isDropped
        ? conjuncts(when)
            .filter(isPortable)
            .map((part) => overWeakerLabels(part, 'confirm'))
        : conditions,
      tools: patterns.map((pattern) =>
        splitPattern(odd.includes(pattern) ? pattern.replaceAll(/[?]|[^\x20-\x7E]+/g, '*') : pattern),
      ),
    },
  };
};

/** The part of a policy that Cedar and Rego can say, and what they cannot. */
export const portablePolicy = ({ name, revision, rules }: Policy): PortablePolicy => {
  const exported = rules.map(exportRule);
  const portable = exported.flatMap(({ rule }) => rule ?? []);
  const fields = new Set(
    portable.flatMap(({ conditions }) => conditions.flatMap((each) => [...listReferences(each).fields])),
  );
  if (portable.some(({ tools }) => tools.some((each) => each.server !== '*'))) fields.add('server.name');
  if (portable.some(({ tools }) => tools.some((each) => each.name !== '*'))) fields.add('tool.name');
  return {
    name,
    revision,
    rules: portable,
    losses: exported.flatMap(({ losses }) => losses),
    fields: [...fields].toSorted(),
  };
};

/** Values that a field can have; undefined where it is a text, a number or a list. */
export const fieldValues = (name: string): readonly string[] | undefined => {
  const field = KNOWN.get(name);
  if (field === undefined) return ['yes', 'no', 'unknown'];
  if (field.type === 'answer') return ['yes', 'no', 'unknown'];
  return field.type === 'label' ? LABELS : field.values;
};

/** What a field is that can have more values than can be listed. */
export const openFieldKind = (name: string): 'text' | 'number' | 'texts' => {
  const type = KNOWN.get(name)?.type;
  return type === 'number' || type === 'texts' ? type : 'text';
};
