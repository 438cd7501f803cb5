import { describe, expect, it } from 'vitest';
import { compileFilePatterns } from './file-patterns.ts';

const names = (pattern: string, path: string): boolean => compileFilePatterns([pattern])(path, 'path');

describe('a pattern of files', () => {
  it.each([
    ['.envrc', '.envrc'],
    ['.envrc', '/repo/a/.envrc'],
    ['.envrc', 'C:\\repo\\.ENVRC'],
    ['.envrc', './x/../.envrc'],
    ['.envrc', '.envrc::$DATA'],
    ['.envrc', '.envrc. '],
    ['.envrc', '"/repo/.envrc"'],
    ['.github/workflows/', '.github/workflows/ci.yml'],
    ['.github/workflows/', '/repo/.github//workflows/./ci.yml'],
    ['.bash*', '/home/u/.bash_aliases'],
    ['*.service', 'deploy/app.service'],
    ['lefthook.y*', 'lefthook.yaml'],
    ['opt/*/bin/*.sh', '/opt/tool/bin/run.sh'],
    ['/bin/', '/bin/ls'],
    ['/bin/', '/tmp/../bin/ls'],
    ['/bin/', '/../bin/ls'],
    ['/bin/', '../../../../bin/ls'],
    ['/windows/', 'C:\\Windows\\System32\\x.dll'],
    ['~/bin/', '~/bin/git'],
    ['~/bin/', '$HOME/bin/git'],
    ['~/bin/', '/home/ann/bin/git'],
    ['~/bin/', '/Users/ann/bin/git'],
    ['~/bin/', '/root/bin/git'],
    ['Deploy\\Run.sh', 'deploy/run.sh'],
    ['./deploy.sh', 'deploy.sh'],
    ['/', '/a'],
    ['my file.sh', '/x/my file.sh'],
    ['/program files (x86)/', 'C:\\Program Files (x86)\\a.dll'],
    ['~/bin/*.sh', '/home/ann/bin/home/a.txt /home/ann/bin/a.sh'],
    ['opt/*/bin/*.sh', 'opt/a opt/b/bin/x opt/c/bin/y.sh'],
    ['.envrc', '/repo/.envrc/'],
    ['.envrc', '/repo/.envrc//'],
    ['.envrc', '/repo/.envrc\\'],
    ['~/.profile', '~/.profile/'],
    ['a*.json', 'x/ab.json/'],
    ['.vscode/', '/repo/.vscode'],
    ['.github/workflows/', '.github/workflows'],
    ['.github/workflows/', 'x/.github/workflows/.'],
    ['/opt/*/bin/', '/opt/a/bin'],
    ['~/bin/', '/home/ann/bin'],
    ['~/bin/', '~ann/bin/git'],
    ['~/bin/', '$env:USERPROFILE\\bin\\git'],
    ['~/bin/', '%HOMEPATH%\\bin\\git'],
    ['~/.cache/', '~/.cache/x'],
    ['~/.cache/', '/home/ann/.cache/x'],
    ['~/.cache/', 'C:\\Users\\ann\\.cache\\x'],
    ['~/.cache/', '/root/.cache'],
    ['~/.cache/', '$XDG_CACHE_HOME/x'],
    ['~/.cache/', '/home/ann/a.txt:/home/ann/.cache/x'],
    ['.git/hooks/', '$GIT_DIR/hooks/update'],
    ['.bash*', '$BASH_ENV'],
    ['powershell/*profile.ps1', '$PROFILE'],
    ['library/application support/jj/', '/Users/ann/Library/Application Support/jj/config.toml'],
    ['.config/git/', '$XDG_CONFIG_HOME/git/config'],
    ['.config/git/', '${XDG_CONFIG_HOME}/git/config'],
    ['.github/workflows/', '.github%2Fworkflows%2Fci.yml'],
    ['.bash*', '%2Ebashrc'],
    ['anything', 'GITHUB~1/x.yml'],
    ['anything', 'C:\\CLAUDE~1.MD'],
    ['.*', '~/.p10k.zsh'],
    ['.*', '.tekton\\push.yaml'],
    ['roaming/code/user/', '%APPDATA%\\Code\\User\\settings.json'],
  ])('%s means %j', (pattern, path) => {
    expect(names(pattern, path)).toBe(true);
  });

  it.each([
    ['.envrc', '.envrc.md'],
    ['.envrc', 'x.envrc'],
    ['.envrc', '.envrc2'],
    ['.github/workflows/', '.github/workflows.md'],
    ['*.service', 'src/auth.service.ts'],
    ['/bin/', 'bin/cli.js'],
    ['/bin/', '/repo/bin/cli.js'],
    ['~/bin/', '/srv/home/bin/x'],
    ['a*b*c', 'a-c'],
    ['a*b*c', 'a-b'],
    ['.git/', '.gitignore'],
    ['.git', '.github/x'],
    ['.bash*', '.bas/h'],
    ['ab*c*d', 'ab/d'],
    ['/a/', 'b/a/'],
    ['~/bin/', '$OTHER/bin/git'],
    ['.*', 'src/a.ts'],
    ['.*', './a/../b'],
    ['anything', 'a~1b/c'],
    ['!.a', '.a'],
    ['~/bin/', 'x~ann/bin/git'],
    ['.envrc', '/repo/.envrc/a'],
    ['.vscode/', '/repo/.vscodes'],
    ['/opt/*/bin/', '/opt/a/bins'],
    ['~/.cache/', '/home/ann/project/.cache/x'],
    ['~/.cache/', '/home/ann/.caches/x'],
    ['~/.cache/', '/root/project/.cache/x'],
    ['~/.cache/', '.cache/x'],
  ])('%s does not mean %j', (pattern, path) => {
    expect(names(pattern, path)).toBe(false);
  });

  it('does not reach across lines', () => {
    expect(names('a*.sh', 'a\nb.sh')).toBe(false);
    expect(names('ab*.sh', 'ab\nb.sh')).toBe(false);
  });

  it('means every text that is longer than a path can be', () => {
    expect(names('.envrc', '/a'.repeat(2048))).toBe(false);
    expect(names('.envrc', `${'/a'.repeat(2048)}/`)).toBe(true);
  });
});

it('takes names out of those that begin with a dot', () => {
  const dots = compileFilePatterns(['.*', '!.gitignore', '!.eslint*']);
  expect(['.gitignore', 'a/.eslintrc', '.x', 'a/.gitignore/.x'].map((path) => dots(path, 'path'))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(['.x', 'a/.x'].map((word) => dots(word, 'word'))).toEqual([false, true]);
  expect(dots('+++ b/.x\n', 'patch')).toBe(true);
  expect(dots('+++ b/a\nindex .x\n', 'patch')).toBe(false);
});

describe('a patch', () => {
  const inPatch = (text: string): boolean => compileFilePatterns(['.envrc', '/usr/bin/'])(text, 'patch');

  it.each([
    '*** Begin Patch\n*** Add File: .envrc\n+x\n*** End Patch',
    '*** Begin Patch\r\n   *** Update File: a/../.envrc\r\n+x',
    '*** Update File: a.ts\n*** Move to: .envrc\n',
    '--- a/x\n+++ b/.envrc\n@@\n+x',
    'diff --git a/x b/.envrc\nrename from x\nrename to .envrc\n',
    'write .envrc please',
    '+ .envrc',
    ...[...'\u00A0\u3000\u000B\u0085\u200B\u2028\uFEFF'].map(
      (blank) => `*** Begin Patch\n*** Update File: a.ts\n+x\n${blank}*** Add File: .envrc\n+x\n`,
    ),
    '--- a/x\n+++ b/x\n@@\n+x\nIndex: .envrc\n',
    'diff --git "a/\\056envrc" "b/\\056envrc"\n',
    'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/home/u/.bashrc\n',
  ])('names its files: %j', (text) => {
    expect(inPatch(text)).toBe(true);
  });

  it('does not name what its content speaks of', () => {
    expect(
      inPatch('*** Begin Patch\n*** Update File: README.md\n+#!/usr/bin/env\n+put it into .envrc\n'),
    ).toBe(false);
  });

  it('counts as naming one where it is too long to be looked through', () => {
    expect(inPatch('/a '.repeat(20_000))).toBe(false);
    expect(inPatch('/a '.repeat(30_000))).toBe(true);
    expect(inPatch('+++ b/a\n'.repeat(4096))).toBe(false);
    expect(inPatch('+++ b/a\n'.repeat(4097))).toBe(true);
    expect(inPatch(`+++ ${'/a'.repeat(3000)}\n`)).toBe(true);
    expect(inPatch(`+++ b/a\n${'+see .envrc\n'.repeat(30_000)}`)).toBe(false);
    expect(inPatch(`+++ b/a\n${'literal x\n'.repeat(30_000)}`)).toBe(true);
  });
});

it('looks at each part of a long text a bounded number of times', () => {
  const patterns = ['~/bin/', 'a*b*c', '*.service', '.bash*x', '/opt/*/bin/'];
  const inAll = compileFilePatterns(patterns);
  for (const part of [' /home/a', '/a', 'a.servicex', ' /opt/x', '/.bash', '/ab'])
    expect(inAll(part.repeat(Math.floor(65_000 / part.length)), 'patch')).toBe(false);
});
