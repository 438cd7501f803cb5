import { expect, it } from 'vitest';
import { releaseOrder } from './release-order.ts';
import { readWorkspacePackages } from './workspace-packages.ts';

it('publishes each package after those it depends on', () => {
  const names = releaseOrder(readWorkspacePackages()).map(({ name }) => name);
  for (const { name, dependencies } of readWorkspacePackages())
    for (const needed of Object.keys(dependencies).filter((dependency) => names.includes(dependency)))
      expect(names.indexOf(needed)).toBeLessThan(names.indexOf(name));
  expect(names).toHaveLength(readWorkspacePackages().length);
});

it('refuses packages that need each other', () => {
  const [first, second] = readWorkspacePackages();
  if (first === undefined || second === undefined) throw new Error('no packages');
  const circle = [
    { ...first, dependencies: { [second.name]: '1.0.0' } },
    { ...second, dependencies: { [first.name]: '1.0.0' } },
  ];
  expect(() => releaseOrder(circle)).toThrow('need each other');
});
