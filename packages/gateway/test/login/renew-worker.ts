import { SavedAccessTokens } from '../../src/login/saved-access-tokens.ts';

const [home = '', url = '', ...allowPrivate] = process.argv.slice(2);

const open = (): SavedAccessTokens =>
  new SavedAccessTokens({ home, server: 'notes', target: 'notes', url, allowPrivate });

process.once('message', () => {
  const [one, other] = [open(), open()];
  void Promise.all([one.get(), one.get(), one.get(), other.get(), other.get()]).then((tokens) =>
    process.send?.(tokens, () => process.disconnect()),
  );
});
process.send?.('ready');
