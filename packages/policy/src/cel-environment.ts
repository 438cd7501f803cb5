import type { Field, FieldType } from '@callgate/core/decide';
import { Environment } from '@marcbachmann/cel-js';

class CelBelief {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class CelLabel {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

const CEL_TYPES: Readonly<Record<FieldType, string>> = {
  answer: 'Belief',
  label: 'Label',
  text: 'string',
  // the library has no equality of double and int; the translation knows the type anyway
  number: 'dyn',
  flag: 'bool',
  texts: 'list<string>',
};

export const BELIEF_CONSTANTS: readonly string[] = ['yes', 'no', 'unknown'];
export const LABEL_CONSTANTS: readonly string[] = ['none', 'possible', 'known'];

const COUNTERS: readonly (readonly [
  name: string,
  before: readonly string[],
  after: readonly string[],
  of: string,
])[] = [
  ['count', [], ['string'], 'dyn'],
  ['sum', ['dyn'], ['string'], 'dyn'],
  ['since', [], [], 'dyn'],
  ['after', [], [], 'bool'],
];

/** Tools are a pattern or a list of them; windows and scopes are texts, and a scope may be left out. */
const COUNTER_SIGNATURES: readonly string[] = COUNTERS.flatMap(([name, before, after, of]) =>
  ['string', 'list<string>'].flatMap((tools) =>
    [[], ['string']].map((scope) => `${name}(${[...before, tools, ...after, ...scope].join()}): ${of}`),
  ),
);

/** A CEL environment in which every field has its type, so that a typo or `== true` does not load. */
export const createCelEnvironment = (fields: readonly Field[]): Environment => {
  const environment = new Environment({
    limits: {
      maxAstNodes: 2000,
      maxDepth: 48,
      maxListElements: 500,
      maxMapEntries: 100,
      maxCallArguments: 8,
    },
  })
    .registerType('Belief', CelBelief)
    .registerType('Label', CelLabel)
    .registerOperator('Belief == Belief', (a: CelBelief, b: CelBelief) => a.value === b.value)
    .registerOperator('Label == Label', (a: CelLabel, b: CelLabel) => a.value === b.value)
    .registerFunction('glob(string, string): bool', () => false);
  for (const signature of COUNTER_SIGNATURES) environment.registerFunction(signature, () => false);
  for (const name of BELIEF_CONSTANTS) environment.registerConstant(name, 'Belief', new CelBelief(name));
  for (const name of LABEL_CONSTANTS) environment.registerConstant(name, 'Label', new CelLabel(name));
  const roots = new Map<string, Record<string, string>>();
  for (const field of fields) {
    const [root = '', name = ''] = field.name.split('.');
    roots.set(root, { ...roots.get(root), [name]: CEL_TYPES[field.type] });
  }
  // it is read by what looks for a label in it, and by nothing else
  roots.set('session', { ...roots.get('session'), labels: 'list<string>' });
  for (const [name, schema] of roots) environment.registerVariable({ name, schema });
  environment.registerVariable('args', 'map<string, dyn>');
  return environment;
};
