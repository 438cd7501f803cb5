import type { Expression } from '@callgate/core/decide';
import { exportMessages } from '@callgate/messages/cli/export';
import type { PortablePolicy, PortableRule } from './portable-policy.ts';
import { fieldValues, openFieldKind } from './portable-policy.ts';

const quote = (text: string): string => JSON.stringify(text);

/** Only `*` is a wildcard in a pattern of tools. */
const pattern = (glob: string): string => quote(glob.replaceAll(/[\\[\]{}!]/g, String.raw`\$&`));

const ORDER = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

const operand = (node: Expression): string => {
  if (node.op === 'value') return JSON.stringify(node.value);
  if (node.op === 'list') return `{${node.items.map(operand).join(', ')}}`;
  if (node.op === 'field') return `input.${node.name}`;
  throw new TypeError(`not portable: ${node.op}`);
};

const ends = { startsWith: 'startswith', endsWith: 'endswith', contains: 'contains' } as const;

/** Rego has no `or` between expressions: each part is a helper rule of its own. */
class RegoRules {
  readonly helpers: string[] = [];
  readonly #rule: string;
  #next = 0;

  constructor(rule: string) {
    this.#rule = rule;
  }

  /** Lines that must all hold. */
  lines(node: Expression): readonly string[] {
    switch (node.op) {
      case 'value':
        return [JSON.stringify(node.value)];
      case 'and':
        return node.of.flatMap((part) => this.lines(part));
      case 'or':
        return [this.#helper(node.of.map((part) => this.lines(part)))];
      case 'not':
        return [`not ${this.#helper([this.lines(node.of)])}`];
      case 'in':
        return [`${operand(node.left)} in ${operand(node.right)}`];
      case 'startsWith':
      case 'endsWith':
      case 'contains':
        return [`${ends[node.op]}(${operand(node.left)}, ${operand(node.right)})`];
      case 'eq':
      case 'ne':
      case 'lt':
      case 'le':
      case 'gt':
      case 'ge':
        return [`${operand(node.left)} ${ORDER[node.op]} ${operand(node.right)}`];
      default:
        throw new TypeError(`not portable: ${node.op}`);
    }
  }

  tools(tools: PortableRule['tools']): readonly string[] {
    const tests = tools.map(({ server, name }) => [
      ...(server === '*' ? [] : [`glob.match(${pattern(server)}, null, input.server.name)`]),
      ...(name === '*' ? [] : [`glob.match(${pattern(name)}, null, input.tool.name)`]),
    ]);
    return tests.some(({ length }) => length === 0) ? [] : [this.#helper(tests)];
  }

  #helper(ways: readonly (readonly string[])[]): string {
    this.#next += 1;
    const name = `_${this.#rule}_${this.#next}`;
    for (const lines of ways) this.helpers.push(`${name} if {\n\t${lines.join('\n\t')}\n}`);
    return name;
  }
}

const comment = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const ruleText = (rule: PortableRule, index: number): string => {
  const rego = new RegoRules(`r${index}`);
  const lines = [...rego.tools(rule.tools), ...rule.conditions.flatMap((each) => rego.lines(each))];
  return [
    `# ${comment(rule.reason)}`,
    `${rule.then} contains ${quote(rule.id)} if {\n\t${lines.join('\n\t') || 'true'}\n}`,
    ...rego.helpers,
  ].join('\n\n');
};

const KIND_TESTS = { text: 'is_string', number: 'is_number', texts: 'is_array' } as const;

/** Undefined facts, and those of another kind, would make rules undefined that ask or block. */
const guardText = (fields: readonly string[]): string =>
  `_complete if {\n\t${
    fields
      .map((name) => {
        const values = fieldValues(name);
        return values === undefined
          ? `${KIND_TESTS[openFieldKind(name)]}(input.${name})`
          : `input.${name} in {${values.map(quote).join(', ')}}`;
      })
      .join('\n\t') || 'true'
  }\n}`;

/** The policy in Rego: `allow` is what runs by itself, `outcome` is auto, confirm or block. */
export const writeRego = (policy: PortablePolicy): string =>
  [
    [
      ...exportMessages.head({ language: 'Rego', name: comment(policy.name), revision: policy.revision }),
      ...policy.fields.map((name) =>
        exportMessages.field({ name: `input.${name}`, values: fieldValues(name) }),
      ),
      ...policy.losses.map((loss) => exportMessages.loss[loss.kind](loss)),
    ]
      .map((line) => `# ${comment(line)}`)
      .join('\n'),
    'package callgate\n\nimport rego.v1',
    'default allow := false',
    'allow if outcome == "auto"',
    'default outcome := "confirm"',
    'outcome := "block" if {\n\tcount(block) > 0\n} else := "confirm" if {\n\tcount(confirm) > 0\n} else := "auto" if {\n\t_complete\n\tcount(auto) > 0\n}',
    guardText(policy.fields),
    // a set that no rule adds to would be undefined
    ...(['auto', 'confirm', 'block'] as const).map((then) => `${then} contains "" if false`),
    ...policy.rules.map(ruleText),
  ].join('\n\n') + '\n';
