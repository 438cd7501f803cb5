/** Commands for authors of servers and policies: scan, check, convert, new server. */
export const authorMessages = {
  scan: {
    config: 'All servers of a Callgate configuration',
    tools: 'A saved tools/list answer, a catalogue, or a folder of them; repeatable',
    allClients: 'All servers that the MCP clients of this machine know',
    trust: 'untrusted, trusted or owned; by default what the configuration says',
    yes: 'Do not ask before starting or contacting servers named in files',
    output: 'Write the report to this file',
    failOn: ({ bars }: { readonly bars: readonly string[] }): string =>
      `Exit with 2 if there is one of ${bars.join(', ')}; several with commas`,
    under: 'The preset for --fail-on block and chain; by default balanced',
  },
  check: {
    files: 'Policies, presets, manifests, tools/list answers, catalogues or folders of them',
    as: 'policy, manifest or tools; by default told by the content',
    catalogue: 'For policies: warn about rules that match none of its tools',
    rule: 'For tools: RULE=off, note, warning or error; repeatable',
    durations: 'For tools: a file of recorded durations: {"tool": [milliseconds, …]}',
    notes: 'For tools: show notes too, not only errors and warnings',
    failOn: ({ bars }: { readonly bars: readonly string[] }): string =>
      `For tools: exit with 2 from this severity on: ${bars.join(', ')}; by default warning`,
    fix: 'For tools: write the definitions to -o FILE, with every safe fix',
    output: 'For tools: write the report, or with --fix the definitions, here',
    explain: 'For tools: what a rule finds and why it matters; `all` lists the rules',
  },
  convert: {
    file: 'A manifest, a tools/list answer, tools of a vendor, spans or transcripts; - for standard input',
    from: ({ forms }: { readonly forms: readonly string[] }): string =>
      `What it is: ${forms.join(', ')}; by default manifest`,
    to: ({ forms }: { readonly forms: readonly string[] }): string =>
      `What to make of it: ${forms.join(', ')}; by default manifest`,
    server: 'For traces: the server of tools not named server__tool; by default host',
    output: 'Write it to this file',
    strict: 'Exit with 2 if something is lost',
    writeJson: 'Write it as JSON.',
  },
  newServer: {
    folder: 'Where to write; empty or not there yet',
    name: 'The name of the server; by default the name of the folder',
  },
};

export type AuthorMessages = typeof authorMessages;
