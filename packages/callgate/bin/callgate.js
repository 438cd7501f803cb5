#!/usr/bin/env node
// Plain JavaScript that any Node parses: an old one must reach the message, not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `callgate needs Node 22.13 or newer; this is ${process.versions.node}. Install a newer Node and try again.\n`,
  );
  // hosts run a tool whose hook ends with anything but 2
  process.exitCode = process.argv[2] === 'hook' ? 2 : 1;
} else {
  const args = process.argv.slice(2);
  const { load } = await import('./program.js');
  const { main } = await load(args[0]);
  await main(args);
}
