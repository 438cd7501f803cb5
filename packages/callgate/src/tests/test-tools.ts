import type { Json, TracedTool, TrustLevel } from '@callgate/core';
import { CallgateError, HINTS, HINT_NAMES, display, traceTool } from '@callgate/core';
import { readRecordedTool } from '@callgate/gate/replay';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';
import type { CatalogueServer } from '../catalogue/read-catalogue.ts';
import { readServers, traceTools } from '../catalogue/read-catalogue.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { shownNear } from '../show/shown-near.ts';
import type { RowEntry } from './test-file-schema.ts';

/** A server and a tool of it; the tool may have slashes in its name. */
export const splitCall = (call: string): readonly [server: string, tool: string] => {
  const [server = '', tool = ''] = call.split(/\/(.*)/s);
  return [server, tool];
};

/** A tool that is nothing but what an operator says of it. */
const toolOfHints = (
  call: string,
  { hints, trust }: Pick<RowEntry, 'hints' | 'trust'>,
  file: string,
): TracedTool => {
  const [server, name] = splitCall(call);
  const entry = { name: server, trust: trust ?? ('untrusted' satisfies TrustLevel) };
  const overrides: Json = [{ set: { ...hints } }];
  const [only] = readServers(file, { servers: [{ ...entry, overrides, tools: [{ name }] }] }, []);
  const [tool] = only === undefined ? [] : traceTools(only);
  if (tool !== undefined) return tool;
  throw new CallgateError(policyTestErrors.toolUnknown({ tool: display(call), near: undefined }));
};

/** The tools that the tests of a file call. */
export class TestTools {
  /** `server/tool` */
  readonly names: readonly string[];
  readonly #catalogue: CatalogueTools;
  readonly #hints: readonly string[];
  readonly #file: string;
  readonly #known: readonly TracedTool[];
  readonly #disclosures: Readonly<Record<string, Json>>;

  constructor(
    file: string,
    servers: readonly CatalogueServer[],
    disclosures: Readonly<Record<string, Json>>,
    customHints: readonly string[],
    known: readonly TracedTool[] = [],
  ) {
    this.#known = known;
    this.#hints = [...HINT_NAMES, ...HINT_NAMES.map((name) => HINTS[name].key), ...customHints];
    this.#file = file;
    this.#disclosures = disclosures;
    this.#catalogue = new CatalogueTools({ servers });
    this.names = [
      ...new Set(servers.flatMap(({ name, tools }) => tools.map((tool) => `${name}/${tool.name}`))),
    ];
  }

  #disclosed(name: string): TracedTool | undefined {
    if (!Object.hasOwn(this.#disclosures, name)) return undefined;
    const tool = readRecordedTool(structuredClone(this.#disclosures[name]));
    if (tool === undefined)
      throw new CallgateError(policyTestErrors.disclosureUnreadable({ name: display(name) }));
    return traceTool(tool, {});
  }

  #listed(server: string, name: string): TracedTool | undefined {
    return (
      this.#catalogue.find(server, name) ??
      this.#known.find(({ tool }) => tool.server.name === server && tool.name === name)
    );
  }

  /** The tool of a case: by its hints, by its disclosure, or of a catalogue. */
  find(call: string, entry: Pick<RowEntry, 'hints' | 'trust' | 'disclosure'> = {}): TracedTool {
    const hint = Object.keys(entry.hints ?? {}).find((name) => !this.#hints.includes(name));
    if (hint !== undefined)
      throw new CallgateError(
        policyTestErrors.hintUnknown({
          hint: display(hint, { max: 80 }),
          near: shownNear(hint, this.#hints),
        }),
      );
    if (entry.hints !== undefined) return toolOfHints(call, entry, this.#file);
    const disclosed = this.#disclosed(entry.disclosure ?? call);
    if (disclosed !== undefined) return disclosed;
    if (entry.disclosure !== undefined)
      throw new CallgateError(policyTestErrors.disclosureUnknown({ name: display(entry.disclosure) }));
    const found = this.#listed(...splitCall(call));
    if (found !== undefined) return found;
    throw new CallgateError(
      policyTestErrors.toolUnknown({ tool: display(call, { max: 200 }), near: shownNear(call, this.names) }),
    );
  }

  /** The tool of a call of a trace. */
  lookUp(server: string, tool: string): TracedTool | undefined {
    return this.#disclosed(`${server}/${tool}`) ?? this.#listed(server, tool);
  }
}
