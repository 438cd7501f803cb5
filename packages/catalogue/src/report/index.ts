/**
 * What a scan found and what tools may do, as pages, tables and the formats that CI services read.
 *
 * @module
 */
export { htmlPage } from './html-page.ts';
export type { Markup, MarkupPart } from './markup.ts';
export { NO_MARKUP, isolateForeignText, markup } from './markup.ts';
export { scanHtml } from './scan-html.ts';
export type { JunitSuite, JunitTest } from './junit-xml.ts';
export { junitXml } from './junit-xml.ts';
export { scanJunit } from './scan-junit.ts';
export { scanMarkdown } from './scan-markdown.ts';
export { scanSarif } from './scan-sarif.ts';
export { scanText } from './scan-text.ts';
export { toolsReportHtml } from './tools-report-html.ts';
export { toolsReportMarkdown } from './tools-report-markdown.ts';
export type { ReportedTool, ReportedStatement, ToolsReport } from './tools-report.ts';
export { toolsReportTable } from './tools-report.ts';
