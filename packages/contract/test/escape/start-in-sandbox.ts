import { z } from 'zod';
import { createBubblewrapBackend, createLandlockBackend, createNoBackend } from '../../src/sandbox/index.ts';
import { createNodeBackend } from '../../src/sandbox/index.ts';

/** A process of its own, so that it can be of another user: starts a server, passes its output on, and ends it. */
const jobSchema = z.object({
  backend: z.enum(['bubblewrap', 'landlock', 'node', 'none']),
  request: z.object({
    command: z.string(),
    args: z.array(z.string()),
    cwd: z.string(),
    env: z.record(z.string(), z.string()),
    class: z.object({ writes: z.boolean(), network: z.boolean() }),
    roots: z.array(z.string()),
    hidden: z.array(z.string()),
    allow: z.array(z.string()),
  }),
});

const BACKENDS = {
  bubblewrap: createBubblewrapBackend,
  landlock: createLandlockBackend,
  node: createNodeBackend,
  none: createNoBackend,
};

const { backend, request } = jobSchema.parse(JSON.parse(process.argv[2] ?? ''));
const chosen = BACKENDS[backend]();
const why = await chosen.probe();
if (why !== undefined) {
  process.stdout.write(`${JSON.stringify({ why })}\n`);
  process.exit(0);
}
const server = await chosen.start(request);
server.child.stderr.pipe(process.stderr);
server.child.stdout.pipe(process.stdout, { end: false });
// a pipe would stop at the server's end, and what ends this process would not be read
process.stdin.on('data', (more: Buffer) => server.child.stdin.write(more));
// the other side says when it has seen enough
process.stdin.once('end', () => {
  void (async () => {
    const violations = await server.violations();
    await server.close();
    process.stdout.write(`${JSON.stringify({ violations })}\n`);
    process.exit(0);
  })();
});
