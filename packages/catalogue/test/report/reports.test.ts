import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/index.ts';
import { scanHtml, scanJunit, scanMarkdown, scanSarif, scanText } from '../../src/report/index.ts';
import { sampleReport } from './sample-report.ts';
import { sarifSchema } from './sarif-schema.ts';

const report = sampleReport();
const options = { title: 'Scan', at: Date.UTC(2026, 10, 16, 8, 30) };

/** As many servers as there are in a large office. */
const many: ScanReport = {
  ...report,
  servers: Array.from({ length: 43 }, (_, at) =>
    report.servers.map((server) => ({ ...server, name: `${server.name}-${at}` })),
  )
    .flat()
    .slice(0, 43),
};

const ORDER: readonly (string | undefined)[] = ['error', 'warning', 'note'];

const text = (of: ScanReport, tools?: boolean): string =>
  scanText(of, { colour: false, width: 100, ...(tools === undefined ? {} : { tools }) });

describe('the report for a terminal', () => {
  it('has for few servers every tool with outcomes, claims and suggestions', () => {
    const out = text(report);
    expect(out).toMatch(/^files {2}trusted, 3 tools, from npx files-server$/m);
    expect(out).toMatch(/^ {2}claimed: readOnly 2, destructive 2, idempotent 1, openWorld 1/m);
    expect(out).toMatch(/^ {2}strict +1 run +0 ask +2 blocked$/m);
    expect(out).toMatch(/^ {2}read_file +runs +runs +runs .*only reads/m);
    expect(out).toMatch(/^ {2}run +blocked +asks +asks +\d+ +claims nothing$/m);
    expect(out).toMatch(/^ {6}suggested: only reads \d+ %/m);
    expect(out).toMatch(/^gone {2}untrusted, 0 tools, from npx gone\n {2}It ended with code 1$/m);
  });

  it('has for many servers a line each, and tools where somebody wants them', () => {
    const out = text(many);
    expect(out.match(/^ {2}files-\d+ +trusted +3 +33 % +\d+ +\d+ +\d+/gm)).toHaveLength(15);
    expect(out).not.toContain('suggested:');
    expect(text(many, true)).toContain('suggested:');
  });

  it('has findings with their exact place, the worst first, and chains as stories', () => {
    const out = text(report);
    expect(out).toMatch(
      /^ {2}error {2}claims\/made-up {2}files\/run#\/inputSchema\/properties\/a~1b~0c\/0, characters 2 to 5\n {4}something is wrong here\n {4}help: look at it$/m,
    );
    const severities = [...out.matchAll(/^ {2}(error|warning|note) {2}\w/gm)].map(([, each]) => each);
    expect(severities).toEqual([...severities].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
    expect(new Set(severities).size).toBe(3);
    expect(out).toContain('Chains under intent: no approval\n  Private data leaves: Text that web/fetch');
    expect(out).toContain('(3 alike)');
    expect(out).toContain('1 chain of calls leads from untrusted text to harm without approval.');
  });

  it('keeps to the width of the terminal where words allow it', () => {
    const out = scanText(report, { colour: false, width: 60 });
    const sentences = out.split('\n').filter((line) => /^(?: {2})?[A-Z]/.test(line));
    expect(sentences.length).toBeGreaterThan(5);
    for (const line of sentences) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('the report as Markdown', () => {
  it('has a summary, chains, findings, servers and tools', () => {
    const out = scanMarkdown(report, options);
    expect(out.match(/^## .*$/gm)).toEqual([
      '## Chains of calls without approval',
      '## Findings',
      '## Servers',
    ]);
    expect(out).toContain('Made by Callgate on 2026-11-16 08:30 UTC.');
    expect(out).toContain('| `files` | trusted | 3 | 33 % | 1 | 2 | 0 |');
    expect(out).toMatch(
      /^\| `read_file` \| runs \| runs \| runs \| only reads, only adds, safe to repeat, /m,
    );
    expect(out).toContain('| `gone` | untrusted | could not be read |');
  });
});

describe('the report as a page', () => {
  const html = scanHtml(report, options);

  it('loads nothing and runs nothing', () => {
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|https?:\/\/(?!web\.example)/);
  });

  it('has a place for every link inside it, and links to nothing else', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(html).toContain(`id="${link.slice(1)}"`);
    expect(links.every((link) => link.startsWith('#'))).toBe(true);
  });

  it('tells of findings first where no chain is possible under a policy that enforces', () => {
    const order = (of: ScanReport): readonly string[] =>
      [...scanHtml(of, options).matchAll(/<h2 id="(\w+)"/g)].map(([, id = '']) => id);
    expect(order(report)).toEqual(['summary', 'chains', 'findings', 'servers', 'tools']);
    expect(order({ ...report, chains: [] })).toEqual(['summary', 'findings', 'chains', 'servers', 'tools']);
  });

  it('folds servers where there are many', () => {
    expect(html.match(/<details id="server-\d+" open>/g)).toBeNull();
    const one = { ...report, servers: report.servers.slice(0, 1) };
    expect(scanHtml(one, options)).toContain('<details id="server-1" open>');
  });
});

describe('the report as SARIF', () => {
  const parse = (of: ScanReport, more: Partial<Parameters<typeof scanSarif>[1]> = {}) =>
    sarifSchema.parse(JSON.parse(scanSarif(of, { ...options, ...more }))).runs[0];

  it('has a result for every finding and chain, with level, place and a rule that is explained', () => {
    const run = parse(report);
    const made = run?.results.find(({ ruleId }) => ruleId === 'claims/made-up');
    expect(made).toMatchObject({
      ruleId: 'claims/made-up',
      message: { text: 'something is wrong here. look at it' },
      locations: [
        {
          logicalLocations: [
            {
              name: 'run',
              fullyQualifiedName: 'files/run#/inputSchema/properties/a~1b~0c/0',
              kind: 'member',
            },
          ],
        },
      ],
      properties: { characters: [2, 5] },
    });
    const chains = run?.results.filter(({ ruleId }) => ruleId.startsWith('chain/'));
    expect(chains?.map(({ level }) => level)).toEqual(['warning', 'note']);
    expect(chains?.[0]?.codeFlows?.[0]?.threadFlows[0]?.locations).toHaveLength(3);
    const rules = new Set(run?.tool.driver.rules.map(({ id }) => id));
    expect(run?.results.every(({ ruleId }) => rules.has(ruleId))).toBe(true);
  });

  it('has fingerprints that outlive other words and other findings, and tell findings apart', () => {
    const prints = (of: ScanReport): readonly string[] =>
      parse(of)?.results.map(({ partialFingerprints }) => partialFingerprints['callgate/v1'] ?? '') ?? [];
    const before = prints(report);
    expect(new Set(before).size).toBe(before.length);
    const reworded: ScanReport = {
      ...report,
      servers: report.servers.map((server) => ({
        ...server,
        tools: server.tools.map((tool) => ({
          ...tool,
          findings: tool.findings.map((finding) => ({ ...finding, message: `now: ${finding.message}` })),
        })),
      })),
    };
    expect(prints(reworded)).toEqual(before);
    const fewer = { ...report, servers: report.servers.slice(1) };
    expect(before).toEqual(expect.arrayContaining([...prints(fewer)]));
  });

  it('names the file where the list of a server lies in one', () => {
    const run = parse(report, {
      artifact: (server) => (server === 'files' ? 'lists/my files.json' : undefined),
    });
    const files = run?.results.flatMap(({ locations }) =>
      locations.map(({ physicalLocation }) => physicalLocation?.artifactLocation.uri),
    );
    expect(files).toContain('lists/my%20files.json');
    expect(files).toContain(undefined);
  });
});

describe('the report as test results', () => {
  it('has a test for every tool, server and chain, and fails by what is asked for', () => {
    const failed = (failOn: 'error' | 'warning' | 'note'): readonly string[] => {
      const xml = scanJunit(report, { ...options, failOn });
      expect(xml).toContain(
        `<testsuites name="Scan" tests="9" failures="${xml.match(/<failure /g)?.length}" errors="1">`,
      );
      return [...xml.matchAll(/<testcase [^>]*name="([^"]*)"[^>]*><failure/g)].map(([, name = '']) => name);
    };
    expect(failed('error')).toContain('run');
    expect(failed('error')).not.toContain('Private data leaves: web/fetch, files/read_file, web/fetch');
    expect(failed('warning')).toContain('Private data leaves: web/fetch, files/read_file, web/fetch');
    expect(failed('note').length).toBeGreaterThan(failed('warning').length);
    expect(scanJunit(report, options)).toContain(
      '<error type="scan/unreached" message="it ended with code 1">',
    );
  });
});
