import type { Expression } from '@callgate/core/decide';
import { exportMessages } from '@callgate/messages/cli/export';
import type { PortablePolicy, PortableRule } from './portable-policy.ts';
import { fieldValues, openFieldKind } from './portable-policy.ts';

const quote = (text: string): string => JSON.stringify(text);

/** A pattern of `like`, whose only wildcard is `*`. */
const like = (text: string, before: string, after: string): string =>
  `"${before}${quote(text).slice(1, -1).replaceAll('*', '\\*')}${after}"`;

const ORDER = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

const textOf = (node: Expression): string =>
  node.op === 'value' && typeof node.value === 'string' ? node.value : '';

const expression = (node: Expression): string => {
  switch (node.op) {
    case 'value':
      return JSON.stringify(node.value);
    case 'list':
      return `[${node.items.map(expression).join(', ')}]`;
    case 'field':
      return `context.${node.name}`;
    case 'not':
      return `!(${expression(node.of)})`;
    case 'and':
      return `(${node.of.map(expression).join(' && ')})`;
    case 'or':
      return `(${node.of.map(expression).join(' || ')})`;
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return `(${expression(node.left)} ${ORDER[node.op]} ${expression(node.right)})`;
    case 'in':
      return `${expression(node.right)}.contains(${expression(node.left)})`;
    case 'startsWith':
      return `(${expression(node.left)} like ${like(textOf(node.right), '', '*')})`;
    case 'endsWith':
      return `(${expression(node.left)} like ${like(textOf(node.right), '*', '')})`;
    case 'contains':
      return `(${expression(node.left)} like ${like(textOf(node.right), '*', '*')})`;
    default:
      throw new TypeError(`not portable: ${node.op}`);
  }
};

/** Every `*` of a pattern of tools is one of Cedar's. */
const toolTest = ({ server, name }: PortableRule['tools'][number]): string =>
  [
    ...(server === '*' ? [] : [`context.server.name like ${quote(server)}`]),
    ...(name === '*' ? [] : [`context.tool.name like ${quote(name)}`]),
  ].join(' && ') || 'true';

const toolsTest = ({ tools }: PortableRule): readonly string[] => {
  const tests = tools.map(toolTest);
  return tests.includes('true') ? [] : [`(${tests.map((test) => `(${test})`).join(' || ')})`];
};

/** Holds for every value of a kind, and fails for any other. */
const KIND_TESTS: Readonly<Record<ReturnType<typeof openFieldKind>, (of: string) => string>> = {
  text: (of) => `${of} like "*"`,
  number: (of) => `${of} <= ${Number.MAX_SAFE_INTEGER}`,
  texts: (of) => `${of}.containsAll(${of})`,
};

/** A request that leaves out a fact, or has another kind of one, is not allowed: Cedar passes over rules that fail. */
const guards = (fields: readonly string[]): readonly string[] =>
  fields.map((name) => {
    const [domain = '', ...rest] = name.split('.');
    const has = `context has ${domain} && context.${domain} has ${rest.join('.')}`;
    const values = fieldValues(name);
    return values === undefined
      ? `(${has} && ${KIND_TESTS[openFieldKind(name)](`context.${name}`)})`
      : `(${has} && [${values.map(quote).join(', ')}].contains(context.${name}))`;
  });

const comment = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const policyText = (rule: PortableRule, fields: readonly string[]): string => {
  const tests = [
    ...(rule.then === 'auto' ? guards(fields) : []),
    ...toolsTest(rule),
    ...rule.conditions.map(expression),
  ];
  return [
    `// ${comment(rule.reason)}`,
    `@id(${quote(rule.id)})`,
    `@outcome(${quote(rule.then)})`,
    `${rule.then === 'auto' ? 'permit' : 'forbid'}(principal, action, resource)`,
    `when {\n  ${tests.join('\n  && ') || 'true'}\n};`,
  ].join('\n');
};

/** The policy in Cedar: it allows what runs by itself. */
export const writeCedar = (policy: PortablePolicy): string =>
  [
    ...exportMessages.head({ language: 'Cedar', name: comment(policy.name), revision: policy.revision }),
    ...policy.fields.map((name) =>
      exportMessages.field({ name: `context.${name}`, values: fieldValues(name) }),
    ),
    ...policy.losses.map((loss) => exportMessages.loss[loss.kind](loss)),
  ]
    .map((line) => `// ${comment(line)}\n`)
    .join('')
    .concat('\n', policy.rules.map((rule) => policyText(rule, policy.fields)).join('\n\n'), '\n');
