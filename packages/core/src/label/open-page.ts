import type { JsonObject } from '../receive/json.ts';
import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import { toSingular } from '../user-message/to-singular.ts';
import type { ArgumentValue } from './argument-places.ts';
import type { TracedTool } from './traced-tool.ts';

/** The page that a server's browser shows. */
export interface OpenPage {
  readonly server: string;
  /** The call that opened it. */
  readonly opened: string;
  /** The last call that may have led elsewhere or changed what is shown; nobody knows before its result. */
  readonly call: string;
  /** Its address is one that the person named or approved, and nothing since may have led elsewhere. */
  readonly proven: boolean;
}

const MAX_OPEN = 16;

/** What only looks at a page. A tab or a way back is another page. */
const LOOKING: ReadonlySet<string> = new Set(
  `a accessibility aria browser chrome content dom for get hover html page playwright puppeteer read screenshot scroll
  snapshot take text the tree visible wait`.split(/\s+/),
);
const FILLING: ReadonlySet<string> = new Set(
  'check clear enter fill input select set type uncheck'.split(' '),
);
const FILLED: ReadonlySet<string> = new Set(
  'box checkbox element field form in option text value'.split(' '),
);

const wordsOf = ({ tool }: TracedTool): readonly string[] => splitName(tool.name).map(toSingular);

const isLooking = (tool: TracedTool): boolean =>
  !tool.opensPages && !tool.agentic && wordsOf(tool).every((word) => LOOKING.has(word));

const isFilling = (tool: TracedTool): boolean => {
  const words = wordsOf(tool);
  return (
    !tool.opensPages &&
    !tool.agentic &&
    words.some((word) => FILLING.has(word)) &&
    words.every((word) => FILLING.has(word) || FILLED.has(word) || LOOKING.has(word))
  );
};

const NAMING: ReadonlySet<string> = new Set(['id', 'name']);
const isElementName = (name: string): boolean =>
  splitName(name).some((word) => isInWordList('pageElement', toSingular(word)));

/** Whether an argument says which part of a page is meant. */
export const isPagePart = ({ name, path }: Pick<ArgumentValue, 'name' | 'path'>): boolean =>
  isElementName(name) ||
  (NAMING.has(name.toLowerCase()) &&
    path.some((step) => typeof step === 'string' && step !== name && isElementName(step)));

/** Whether an argument says in words which element is meant, for people to read. */
export const isElementLabel = (name: string): boolean => name.toLowerCase() === 'element';

const REFERENCES: ReadonlySet<string> = new Set(['ref', 'selector', 'uid']);

/** Whether an argument says by the page's own sign which element is meant. */
export const isElementReference = (name: string): boolean => REFERENCES.has(name.toLowerCase());

/** Fields were filled, and nothing that sends them. */
export const onlyFills = (tool: TracedTool, args: JsonObject): boolean => {
  const values = tool.places.valuesOf(args) ?? [];
  return (
    isFilling(tool) &&
    values.some(isPagePart) &&
    values.every(({ value }) => value !== true && !/[\n\r]/.test(String(value)))
  );
};

const replace = (pages: readonly OpenPage[], page: OpenPage): readonly OpenPage[] =>
  [...pages.filter(({ server }) => server !== page.server), page].slice(-MAX_OPEN);

/** A call goes out: until its result is there, a page that it may lead away from is none. */
export const leavePage = (
  pages: readonly OpenPage[],
  tool: TracedTool,
  call: string,
): readonly OpenPage[] => {
  const server = tool.tool.server.name;
  const page = pages.find((each) => each.server === server);
  if (page === undefined ? !tool.opensPages : isLooking(tool)) return pages;
  const opened = page?.proven === true && isFilling(tool) ? page.opened : call;
  return replace(pages, { server, opened, call, proven: false });
};

/** A result came in; `isProven` where the call went to an address that the person named or approved, and nowhere else. */
export const enterPage = (
  pages: readonly OpenPage[],
  {
    tool,
    args,
    call,
    isProven,
  }: {
    readonly tool: TracedTool;
    readonly args: JsonObject;
    readonly call: string;
    readonly isProven: () => boolean;
  },
): readonly OpenPage[] => {
  const page = pages.find((each) => each.call === call);
  if (page === undefined || page.proven) return pages;
  const stays = page.opened === call ? tool.opensPages && isProven() : onlyFills(tool, args);
  return stays ? replace(pages, { ...page, proven: true }) : pages;
};
