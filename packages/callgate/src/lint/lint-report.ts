import type { FailedServer, ListedServer, ScanReport } from '@callgate/catalogue';
import { scan } from '@callgate/catalogue';
import type { Finding } from '@callgate/catalogue/lint';

/** A report with nothing in it but what an author is told, for the formats that scans have. */
export const lintReport = (
  listed: readonly ListedServer[],
  failed: readonly FailedServer[],
  findings: readonly Finding[],
): ScanReport => {
  const { servers, v } = scan(listed, { failed });
  return {
    v,
    chains: [],
    servers: servers.map((server) => {
      const own = findings.filter((finding) => finding.server === server.name);
      return {
        ...server,
        findings: own.filter(({ tool }) => tool === null),
        tools: server.tools.map((tool) => ({
          ...tool,
          findings: own.filter((finding) => finding.tool === tool.name),
        })),
      };
    }),
  };
};
