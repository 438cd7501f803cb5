import { describe, expect, it } from 'vitest';
import { homePaths } from './home-paths.ts';

const LINUX = { platform: 'linux', home: '/home/ann' };

const folderOf = (env: Record<string, string>, machine = LINUX): string => homePaths(env, machine).folder;

describe('the folder of Callgate', () => {
  it('is where the operator says', () => {
    expect(folderOf({ CALLGATE_HOME: '/srv/callgate', XDG_DATA_HOME: '/data' })).toBe('/srv/callgate');
    expect(folderOf({ CALLGATE_HOME: 'here' })).toBe(`${process.cwd()}/here`);
  });

  it('is otherwise with the data of other programs', () => {
    expect(folderOf({ XDG_DATA_HOME: '/data' })).toBe('/data/callgate');
    expect(folderOf({})).toBe('/home/ann/.local/share/callgate');
    expect(folderOf({ CALLGATE_HOME: '', XDG_DATA_HOME: '' })).toBe('/home/ann/.local/share/callgate');
    expect(folderOf({}, { platform: 'darwin', home: '/Users/ann' })).toBe(
      '/Users/ann/Library/Application Support/callgate',
    );
    expect(folderOf({ LOCALAPPDATA: '/local' }, { platform: 'win32', home: '/ann' })).toBe('/local/callgate');
    expect(folderOf({}, { platform: 'win32', home: '/ann' })).toBe('/ann/AppData/Local/callgate');
  });

  it('is not below whatever folder a relative variable happens to mean', () => {
    expect(folderOf({ XDG_DATA_HOME: 'data' })).toBe('/home/ann/.local/share/callgate');
  });

  it('holds the store, the key, the anchors and the sockets', () => {
    expect(homePaths({ CALLGATE_HOME: '/c' })).toEqual({
      folder: '/c',
      database: '/c/callgate.db',
      keys: '/c/callgate.key',
      anchors: '/c/callgate.anchors',
      run: '/c/run',
    });
  });
});
