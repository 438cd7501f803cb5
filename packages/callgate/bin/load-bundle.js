const { mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { dirname, join } = process.getBuiltinModule('node:path');
const { Script, constants } = process.getBuiltinModule('node:vm');

/** By then a start is over, and what it needs was compiled. */
const KEEP_AFTER_MS = 10_000;

const COMMAND = /^[a-z-]{1,20}$/;

const attempt = (read) => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Plain values are read faster than accessors. One that is not there yet may come, so its accessor stays. */
const plainExports = (exports) => {
  const values = { ...exports };
  return Object.values(values).includes(undefined) ? exports : values;
};

/**
 * Runs the bundle of this command. Node's own cache has a module as it was before it ran; this one has every function
 * that an earlier start needed, so that none of them is compiled again.
 */
export const loadBundle = (file, folder, command = '') => {
  const bundle = dirname(file);
  const native = createRequire(file);
  const key = attempt(() => readFileSync(join(bundle, 'digest.txt'), 'utf8'));
  const kept =
    folder === undefined || key === undefined
      ? undefined
      : join(folder, `${key}-${process.version}-${process.arch}`, COMMAND.test(command) ? command : 'other');
  const loaded = new Map();
  const fresh = new Map();
  const load = (id) => {
    if (!id.startsWith('./')) return native(id);
    const known = loaded.get(id);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(id, module);
    const filename = join(bundle, id);
    // the bundle is ASCII, and a function of what a module is given
    const code = readFileSync(filename, 'latin1');
    const cachedData = kept === undefined ? undefined : attempt(() => readFileSync(join(kept, id)));
    const script = new Script(code, {
      filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.set(id, script);
    // the engine has its own copy, and nothing is collected for long after a start; small ones lie in a shared buffer
    if (cachedData !== undefined && cachedData.length === cachedData.buffer.byteLength)
      cachedData.buffer.transfer(0);
    script.runInThisContext()(module.exports, load, module, filename, bundle);
    module.exports = plainExports(module.exports);
    return module.exports;
  };
  const keep = () => {
    // what fails early has compiled little
    if (kept === undefined || (process.exitCode ?? 0) !== 0) return;
    attempt(() => {
      if (fresh.size > 0) mkdirSync(kept, { recursive: true, mode: 0o700 });
      for (const [id, script] of fresh) {
        const path = join(kept, id);
        // the engine does not check what it reads: it must not be half of it after the power failed
        writeFileSync(`${path}.${process.pid}`, script.createCachedData(), { mode: 0o600, flush: true });
        renameSync(`${path}.${process.pid}`, path);
      }
    });
    fresh.clear();
  };
  const bundled = load('./main.cjs');
  process.once('exit', keep);
  setTimeout(keep, KEEP_AFTER_MS).unref();
  return bundled;
};
