// The program of the executable. It unpacks itself once into the user's cache folder and runs from there. Plain
// JavaScript in CommonJS: Node runs nothing else inside an executable.
const {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { homedir } = require('node:os');
const { dirname, isAbsolute, join, relative, resolve } = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');

const cacheFolder = () => {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local } = process.env;
  if (isAbsolute(xdg)) return xdg;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
};

const { digest, files } = JSON.parse(getAsset('files.json', 'utf8'));
const parent = join(cacheFolder(), 'callgate');
const home = join(parent, `program-${digest.slice(0, 16)}`);

/** Code is run from it: it must be a folder of this user that nobody else can write to. */
const isOwnFolder = (folder) => {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
};

/** A cleaner of caches may have taken some of it, and nobody may have changed any. */
const isWhole = () => {
  try {
    return (
      isOwnFolder(home) &&
      files.every((file) => readFileSync(join(home, file)).equals(Buffer.from(getRawAsset(file))))
    );
  } catch {
    return false;
  }
};

const unpack = () => {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  if (!isOwnFolder(parent))
    throw new Error(
      `${parent} is not a folder that only you can write to. Remove it, or set XDG_CACHE_HOME.`,
    );
  const folder = mkdtempSync(join(parent, 'unpacking-'));
  for (const file of files) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, new Uint8Array(getRawAsset(file)), { mode: 0o600 });
  }
  try {
    rmSync(home, { recursive: true, force: true });
    renameSync(folder, home);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // another process was quicker
    if (!isWhole()) throw error;
  }
};

/** The program starts itself as `node SCRIPT …`: the executable stands for Node there. */
const findOwnScript = (path) => {
  const file = isAbsolute(path) ? relative(home, resolve(path)).replaceAll('\\', '/') : '';
  return files.includes(file) && file.endsWith('.js') ? join(home, file) : undefined;
};

try {
  if (!isWhole()) unpack();
  const own = findOwnScript(process.argv[2] ?? '');
  const script = own ?? join(home, 'bin', 'callgate.js');
  process.argv.splice(1, own === undefined ? 1 : 2, script);
  import(pathToFileURL(script).href);
} catch (error) {
  process.stderr.write(`callgate cannot start: ${error.message}\n`);
  // hosts run a tool whose hook ends with anything but 2
  process.exitCode = process.argv[2] === 'hook' ? 2 : 1;
}
