const MAX = 10_000;

/** Which tool a server's task belongs to: what is answered to it is judged as that tool. */
export class TasksAtServers {
  readonly #tools: Map<string, string> = new Map();

  note(server: string, task: string, tool: string): void {
    if (this.#tools.size >= MAX) this.#tools.clear();
    this.#tools.set(`${server}\n${task}`, tool);
  }

  tool(server: string, task: string): string | undefined {
    return this.#tools.get(`${server}\n${task}`);
  }
}
