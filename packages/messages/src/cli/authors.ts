import { countOf } from '../text/count.ts';
import { joinChoices } from '../text/join-choices.ts';

/** Commands for authors of servers and policies: scan, check, convert, new server. */
export const authorMessages = {
  scan: {
    /** What a server of a client does in the user's name, a line each. */
    inFolder: ({ folder }: { readonly folder: string }): string => `in ${folder}`,
    withVariable: ({ name, value }: { readonly name: string; readonly value: string }): string =>
      `with ${name}=${value}`,
    withHeader: ({ name, value }: { readonly name: string; readonly value: string }): string =>
      `with the header ${name}: ${value}`,
    ofClient: ({ source, client }: { readonly source: string; readonly client: string }): string =>
      `${source} of ${client}`,
    config: 'All servers of a Callgate configuration',
    tools: 'A saved tools/list answer, a catalogue, or a folder of them; repeatable',
    allClients: 'All servers that the MCP clients of this machine know',
    trust: 'untrusted, trusted or owned; by default what the configuration says',
    yes: 'Do not ask before starting or contacting servers named in files',
    output: 'Write the report to this file',
    failOn: ({ bars }: { readonly bars: readonly string[] }): string =>
      `Exit with 2 if there is one of ${bars.join(', ')}; several with commas`,
    under: 'The preset for --fail-on block and chain; by default balanced',
    title: 'What these MCP servers list',
    consent: ({ servers, mask }: { readonly servers: string; readonly mask: string }): string =>
      `${servers} from files. Commands run on this machine as you; addresses receive what is listed below them. ${mask} hides what looks like a secret.`,
    contacting: ({ server }: { readonly server: string }): string => `Contacting ${server}`,
    failed: ({ server, why }: { readonly server: string; readonly why: string }): string =>
      `${server} could not be read: ${why}`,
    thresholds: ({ reached }: { readonly reached: string }): string => `--fail-on: ${reached}`,
    noAnswer: ({ seconds }: { readonly seconds: number }): string => `No answer within ${seconds} seconds`,
    diagnosisHelp: 'Agents do not get it through Callgate. Tell the author of the server.',
    entryUnnamed: ({ number, entry }: { readonly number: number; readonly entry: string }): string =>
      `Entry ${number} of the list has no name: ${entry}`,
    entryNotAnObject: ({ number, entry }: { readonly number: number; readonly entry: string }): string =>
      `Entry ${number} of the list is not an object: ${entry}`,
  },
  check: {
    files:
      'Policies, tests, presets, configurations, locks, packs, manifests, tools/list answers, catalogues or folders',
    as: ({ kinds }: { readonly kinds: readonly string[] }): string =>
      `${joinChoices(kinds)}; by default told by the content`,
    is: ({ kind, content }: { readonly kind: string; readonly content: string }): string =>
      `${kind}: ${content}`,
    kinds: {
      policy: 'Policy',
      tests: 'Policy tests',
      manifest: 'Manifest',
      tools: 'Tool definitions',
      config: 'Configuration',
      lock: 'Lock',
      pack: 'Pack',
    },
    servers: ({ servers, tools }: { readonly servers: number; readonly tools: number }): string =>
      `${countOf(servers, 'server')}, ${countOf(tools, 'tool')}`,
    configured: ({ servers, warnings }: { readonly servers: number; readonly warnings: number }): string =>
      `${countOf(servers, 'server')}, ${countOf(warnings, 'warning')}`,
    packed: ({ server, tools }: { readonly server: string; readonly tools: number }): string =>
      `${server}, ${countOf(tools, 'tool')}`,
    watch: 'Check again whenever a file that was read changes',
    catalogue: 'For policies: warn about rules that match none of its tools',
    server: 'With --catalogue: the server of a raw tools/list answer, as rules name it',
    rule: 'For tools: RULE=off, note, warning or error; repeatable',
    durations: 'For tools: a file of recorded durations: {"tool": [milliseconds, …]}',
    notes: 'For tools: show notes too, not only errors and warnings',
    failOn: ({ bars }: { readonly bars: readonly string[] }): string =>
      `For tools: exit with 2 from this severity on: ${bars.join(', ')}; by default warning`,
    fix: 'For tools: write the definitions to -o FILE, with every safe fix',
    output: 'For tools: write the report, or with --fix the definitions, here',
    rules: ({
      rules,
      warnings,
      revision,
      observes,
    }: {
      readonly rules: number;
      readonly warnings: number;
      readonly revision: string;
      readonly observes: boolean;
    }): string =>
      `${countOf(rules, 'rule')}, ${countOf(warnings, 'warning')}, revision ${revision}${observes ? ', OBSERVING ONLY' : ''}`,
    explain: 'For tools: what a rule finds and why it matters; `all` lists the rules',
  },
  lint: {
    title: 'What these tools should say better',
    help: ({ help }: { readonly help: string }): string => `help: ${help}`,
    hidden: ({ notes }: { readonly notes: string }): string => `${notes} not shown; show them with --notes`,
    server: 'the server',
    fixed: ({ count, path }: { readonly count: number; readonly path: string }): string =>
      `${count === 1 ? '1 fix' : `${count} fixes`} written to ${path}. Fixes that would lower care are left to you.`,
    repair: ({ repair }: { readonly repair: string | null }): string =>
      `Fix: ${repair ?? 'none; the author decides.'}`,
    page: ({ page }: { readonly page: string }): string => `Read on: ${page}`,
  },
  catalogue: {
    nameTwice: 'two tools of the server have this name',
    at: ({
      problem,
      line,
      column,
    }: {
      readonly problem: string;
      readonly line: number;
      readonly column: number;
    }): string => `${problem} at line ${line}, column ${column}`,
    malformedTool: ({ server, number }: { readonly server: string; readonly number: number }): string =>
      `${server}: tool ${number} is not an object with a name and was left out`,
    quarantineUnknown: ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
      `${server}: there is no tool ${tool} to quarantine`,
    storeUnknown: ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
      `${server}: there is no tool ${tool} whose store could be named`,
    malformedClaim: ({
      server,
      tool,
      place,
      problem,
    }: {
      readonly server: string;
      readonly tool: string;
      readonly place: string;
      readonly problem: string;
    }): string => `${server}/${tool}: ${place} is ${problem}; it counts as not said`,
    trustIgnored: '--trust is for raw answers; a catalogue says how far its servers are trusted',
  },
  convert: {
    lost: ({
      tools,
      more,
      key,
    }: {
      readonly tools: string;
      readonly more: number;
      readonly key: string;
    }): string => `lost: ${tools}${more > 0 ? ` and ${more} more` : ''}: ${key}`,
    unnamed: 'a tool without a name',
    counts: ({ tools, lost }: { readonly tools: string; readonly lost: number }): string =>
      `${tools}, ${lost} lost`,
    notRecorded: ({ what, calls }: { readonly what: string; readonly calls: string }): string =>
      `recorded without ${what}: ${calls}; an instrumentation records them only if it is set to`,
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
    next: ({ folder }: { readonly folder: string }): string =>
      `In ${folder}: npm install, npm test, npm start.`,
    folder: 'Where to write; empty or not there yet',
    name: 'The name of the server; by default the name of the folder',
  },
};

export type AuthorMessages = typeof authorMessages;
