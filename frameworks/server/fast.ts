import { guard, scopeOf } from '@callgate/server';
import { FastMCP } from 'fastmcp';
import { manifest, names, options, runHandler, shapes } from './notes.ts';

const server = guard(new FastMCP({ name: 'notes', version: '1.0.0' }), manifest, options);
for (const name of names)
  server.addTool({
    name,
    parameters: shapes[name],
    execute: async (args, context) => runHandler(name, args as never, scopeOf(context)),
  });

if (process.argv[2] === 'http') {
  const port = Number(process.env['PORT']);
  await server.start({
    transportType: 'httpStream',
    httpStream: { port, stateless: true, enableJsonResponse: true },
  });
  console.log(port);
} else {
  // the guard sees the requests of a session from here on
  server.on('connect', () => console.error('connected'));
  await server.start({ transportType: 'stdio' });
}
