export type { Chain, ChainStep } from './chain.ts';
export type { Finding, Fix, Severity } from './finding.ts';
export { SEVERITIES } from './finding.ts';
export type { ListedServer } from './listed.ts';
export type { Pack, PackedTool } from './packs/pack.ts';
export { poisonFindings } from './poison/poison-findings.ts';
export type { Advice, Advised, Doubt } from './review/advise.ts';
export { advise, claimDoubts } from './review/advise.ts';
export { prefilled, tighteningPart } from './review/prefill.ts';
export { findChains } from './chains/find-chains.ts';
export type { FailedServer, ScanReport, ScannedServer, ScannedTool } from './scan/report.ts';
export type { ScannedPreset } from './scanned-presets.ts';
export { SCANNED_PRESETS } from './scanned-presets.ts';
export { scan } from './scan/scan.ts';
export type { Suggestible, Suggestion, Suggestions } from './suggestion.ts';
export { suggest } from './suggest/suggest.ts';
export type { ReportOptions } from './report/options.ts';
export { scanHtml } from './report/scan-html.ts';
export { scanJunit } from './report/scan-junit.ts';
export type { JunitOptions } from './report/scan-junit.ts';
export { scanMarkdown } from './report/scan-markdown.ts';
export { scanSarif } from './report/scan-sarif.ts';
export type { SarifOptions, ToldRule } from './report/scan-sarif.ts';
export { scanText } from './report/scan-text.ts';
export type { TextOptions } from './report/scan-text.ts';
export { toolsReportHtml } from './report/tools-report-html.ts';
export { toolsReportMarkdown } from './report/tools-report-markdown.ts';
export { REPORTED_SITUATIONS, toolsReportTable } from './report/tools-report.ts';
export type {
  Reachable,
  ReportTable,
  ReportedHint,
  ReportedSituation,
  ReportedTool,
  ReportedUse,
  ReportedWord,
  ToolsReport,
} from './report/tools-report.ts';
