import type { ToolInput } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { openAnyCatalogue } from '../catalogue/open-any-catalogue.ts';
import { homePaths } from '../home/home-paths.ts';
import { openHomeTools } from '../tools/home-tools.ts';

const AS_OLD_MS = 30_000;

/** The tools that completion and hover know: those of a file, or those last seen on this machine. No server is asked. */
export class EditorCatalogue {
  readonly #file: string | undefined;
  readonly #onProblem: (message: string) => void;
  #read: { readonly at: number; readonly tools: Promise<readonly ToolInput[]> } | undefined;

  constructor(file: string | undefined, onProblem: (message: string) => void) {
    this.#file = file;
    this.#onProblem = onProblem;
  }

  /** Empty where there are none, or none that can be read. */
  tools(now: number): Promise<readonly ToolInput[]> {
    if (this.#read !== undefined && now - this.#read.at < AS_OLD_MS) return this.#read.tools;
    const tools = this.#open().catch((error: unknown) => {
      if (!(error instanceof CallgateError)) throw error;
      this.#onProblem(error.message);
      return [];
    });
    this.#read = { at: now, tools };
    return tools;
  }

  async #open(): Promise<readonly ToolInput[]> {
    if (this.#file !== undefined) {
      const { servers } = await openAnyCatalogue(this.#file, undefined, undefined);
      return servers.flatMap(({ tools }) => tools);
    }
    const { servers } = await openHomeTools({
      config: undefined,
      policy: undefined,
      home: homePaths(process.env),
    });
    return servers.flatMap(({ tools }) => tools.map((tool) => tool.traced().tool));
  }
}
