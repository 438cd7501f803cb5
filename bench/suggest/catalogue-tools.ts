import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';

const FOLDER = new URL('../../../shared/catalogue/', import.meta.url);
const JUDGEMENTS = new URL('judgements.txt', import.meta.url);
const LIMITS = { ...DEFAULT_PARSE_LIMITS, bytes: 64 * 1_048_576, keys: 1_000_000, array: 1_000_000 };

export const JUDGED_HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;
export type JudgedHint = (typeof JUDGED_HINTS)[number];

/** What a reader or a server says of the four hints; what is left open is absent. */
export type HintValues = { readonly [H in JudgedHint]?: 'yes' | 'no' };

/** What two readers say of a tool. */
export interface Judgement {
  /** Read twice, to see how steady the reader is. */
  readonly first: readonly [HintValues, HintValues];
  readonly second: HintValues;
}

/** A tool of a catalogue, its claims apart from the rest. */
export interface CatalogueTool {
  readonly server: string;
  readonly name: string;
  /** Without claims; the title stays. */
  readonly definition: JsonObject;
  readonly siblings: readonly JsonObject[];
  readonly declared: HintValues;
  /** Absent where nobody judged it. */
  readonly judged: Judgement | undefined;
  /** What both readers say, and what is declared where nobody judged. */
  readonly truth: HintValues;
}

const eachHint = (say: (hint: JudgedHint) => 'yes' | 'no' | undefined): HintValues =>
  Object.fromEntries(
    JUDGED_HINTS.flatMap((hint) => {
      const value = say(hint);
      return value === undefined ? [] : [[hint, value]];
    }),
  );

/** What two say alike. */
export const bothSay = (one: HintValues, other: HintValues): HintValues =>
  eachHint((hint) => (one[hint] === other[hint] ? one[hint] : undefined));

const either = (letter: string, yes: readonly string[], no: readonly string[]): 'yes' | 'no' | undefined =>
  yes.includes(letter) ? 'yes' : no.includes(letter) ? 'no' : undefined;

/** `diu`: destructive, idempotent, unclear whether it is open. Letters are told in the head of the file. */
const readCode = (code: string): HintValues => {
  const [kind = '', reach = ''] = [code.at(0), code.at(-1)];
  const repeat = kind === 'r' ? 'i' : code.slice(1, -1);
  const values = {
    readOnly: either(kind, ['r'], ['a', 'd', 'w']),
    destructive: either(kind, ['d'], ['r', 'a']),
    idempotent: either(repeat, ['i'], ['n']),
    openWorld: either(reach, ['o'], ['c']),
  };
  return eachHint((hint) => values[hint]);
};

const readJudgements = (): ReadonlyMap<string, Judgement> => {
  const found = new Map<string, Judgement>();
  let server = '';
  for (const line of readFileSync(JUDGEMENTS, 'utf8').split('\n')) {
    const [one = '', again = '', other = '', ...name] = line.split(' ');
    if (one === '#') server = again;
    else if (one !== '' && one !== '//')
      found.set(`${server} ${name.join(' ')}`, {
        first: [readCode(one), readCode(again)],
        second: readCode(other),
      });
  }
  return found;
};

const KEYS: Readonly<Record<JudgedHint, string>> = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
};

const declaredOf = (tool: JsonObject): HintValues =>
  eachHint((hint) => {
    const annotations = getOwn(tool, 'annotations');
    const value = isJsonObject(annotations) ? getOwn(annotations, KEYS[hint]) : undefined;
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
  });

const withoutClaims = ({ annotations, _meta: _, ...rest }: JsonObject): JsonObject => {
  const title = isJsonObject(annotations) ? getOwn(annotations, 'title') : undefined;
  return { ...rest, ...(typeof title === 'string' ? { annotations: { title } } : {}) };
};

const toolsOf = (file: string): readonly JsonObject[] => {
  const answer = parseStrict(readFileSync(new URL(file, FOLDER)), LIMITS);
  const tools = isJsonObject(answer) ? getOwn(answer, 'tools') : undefined;
  return [tools ?? []].flat().filter(isJsonObject);
};

/** Every tool of the catalogues, or undefined where they are not there. */
export const readCatalogueTools = (): readonly CatalogueTool[] | undefined => {
  if (!existsSync(FOLDER)) return undefined;
  const judgements = readJudgements();
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => {
      const server = file.replace(/\.json$/u, '');
      const tools = toolsOf(file);
      const siblings = tools.map(withoutClaims);
      return tools.map((tool, at): CatalogueTool => {
        const name = String(getOwn(tool, 'name'));
        const judged = judgements.get(`${server} ${name}`);
        const declared = declaredOf(tool);
        const truth = judged === undefined ? declared : bothSay(bothSay(...judged.first), judged.second);
        return { server, name, definition: siblings[at] ?? {}, siblings, declared, judged, truth };
      });
    });
};
