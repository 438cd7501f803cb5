import { fileSink } from '@callgate/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './server.ts';

const audit = fileSink(process.env['AUDIT_FILE'] ?? 'audit.jsonl');

serveStdio(() =>
  makeServer({
    audit,
    flow: [{ labels: ['untrusted'], then: 'ask', reason: 'Others wrote what is behind this call' }],
  }),
);
