import { describe, expect, it } from 'vitest';
import { chooseFirstWorking } from './choose-sandbox.ts';
import { createNoBackend } from './create-no-backend.ts';
import type { SandboxBackend } from './sandbox.ts';

const backend = (name: SandboxBackend['name'], why?: string): SandboxBackend => ({
  ...createNoBackend(),
  name,
  probe: async () => why,
});

describe('the choice of a sandbox', () => {
  it('is the first that works, and says why each better one does not', async () => {
    const choice = await chooseFirstWorking([
      backend('bubblewrap', 'it is not installed'),
      backend('landlock'),
      backend('node'),
    ]);
    expect(choice.backend.name).toBe('landlock');
    expect(choice.refused).toEqual([{ name: 'bubblewrap', why: 'it is not installed' }]);
  });

  it('is none where nothing works', async () => {
    const { backend: chosen, refused } = await chooseFirstWorking([backend('landlock', 'too old')]);
    expect(chosen).toMatchObject({ name: 'none', level: 'declared' });
    expect(refused).toHaveLength(1);
  });
});
