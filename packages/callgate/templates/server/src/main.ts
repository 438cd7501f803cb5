import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileSink } from '@callgate/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './server.ts';

/** Hosts start one process a window, in whatever folder they like: each has a record of its own beside the package. */
const ownRecord = (): string => {
  const folder = fileURLToPath(new URL('../audit/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  return `${folder}${Date.now()}-${process.pid}.jsonl`;
};

const audit = fileSink(process.env['AUDIT_FILE'] ?? ownRecord());
// a record that cannot be opened ends the server here, not at its first call
await audit.lastHash();

serveStdio(() =>
  makeServer({
    audit,
    flow: [{ labels: ['untrusted'], then: 'ask', reason: 'Others wrote what is behind this call' }],
  }),
);
