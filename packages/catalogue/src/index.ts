export type { Chain, ChainStep } from './chain.ts';
export type { Finding, Fix, Severity } from './finding.ts';
export { SEVERITIES } from './finding.ts';
export type { ListedServer } from './listed.ts';
export type { Pack, PackedTool } from './packs/pack.ts';
export type { ScanReport, ScannedServer, ScannedTool } from './scan/report.ts';
export type { Suggestible, Suggestion, Suggestions } from './suggestion.ts';
export { suggest } from './suggest/suggest.ts';
