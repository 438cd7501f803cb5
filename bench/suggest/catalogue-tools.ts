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

/** A tool of a catalogue, its claims apart from the rest. */
export interface CatalogueTool {
  readonly server: string;
  readonly name: string;
  /** Without claims; the title stays. */
  readonly definition: JsonObject;
  readonly siblings: readonly JsonObject[];
  readonly declared: HintValues;
  /** Two readings, where somebody judged it. */
  readonly judged: readonly [HintValues, HintValues] | undefined;
  /** What both readings say, and what is declared where nobody judged. */
  readonly truth: HintValues;
}

/** `diu`: destructive, idempotent, unclear whether it is open. Letters are told in the head of the file. */
const readCode = (code: string): HintValues => {
  const [kind = '', repeat = ''] = code;
  const reach = code.at(-1);
  return {
    ...(kind === 'r' ? { readOnly: 'yes', destructive: 'no', idempotent: 'yes' } : {}),
    ...(kind === 'd' || kind === 'a'
      ? {
          readOnly: 'no',
          destructive: kind === 'd' ? 'yes' : 'no',
          idempotent: repeat === 'i' ? 'yes' : 'no',
        }
      : {}),
    ...(reach === 'o' || reach === 'c' ? { openWorld: reach === 'o' ? 'yes' : 'no' } : {}),
  };
};

const readJudgements = (): ReadonlyMap<string, readonly [HintValues, HintValues]> => {
  const found = new Map<string, readonly [HintValues, HintValues]>();
  let server = '';
  for (const line of readFileSync(JUDGEMENTS, 'utf8').split('\n')) {
    const [first = '', second = '', ...name] = line.split(' ');
    if (first === '#') server = second;
    else if (first !== '' && first !== '//')
      found.set(`${server} ${name.join(' ')}`, [readCode(first), readCode(second)]);
  }
  return found;
};

const KEYS: Readonly<Record<JudgedHint, string>> = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
};

const eachHint = (say: (hint: JudgedHint) => 'yes' | 'no' | undefined): HintValues =>
  Object.fromEntries(
    JUDGED_HINTS.flatMap((hint) => {
      const value = say(hint);
      return value === undefined ? [] : [[hint, value]];
    }),
  );

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
        const truth =
          judged === undefined
            ? declared
            : eachHint((hint) => (judged[0][hint] === judged[1][hint] ? judged[0][hint] : undefined));
        return { server, name, definition: siblings[at] ?? {}, siblings, declared, judged, truth };
      });
    });
};
