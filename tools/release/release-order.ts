import type { WorkspacePackage } from './workspace-packages.ts';

/** The packages so that each comes after those it depends on: what is published never names what is not there yet. */
export const releaseOrder = (packages: readonly WorkspacePackage[]): readonly WorkspacePackage[] => {
  const byName = new Map(packages.map((item) => [item.name, item]));
  const order = new Set<WorkspacePackage>();
  const add = (item: WorkspacePackage, path: readonly string[]): void => {
    if (order.has(item)) return;
    if (path.includes(item.name))
      throw new Error(`packages need each other: ${[...path, item.name].join(' → ')}`);
    for (const name of Object.keys(item.dependencies)) {
      const needed = byName.get(name);
      if (needed !== undefined) add(needed, [...path, item.name]);
    }
    order.add(item);
  };
  for (const item of packages) add(item, []);
  return [...order];
};
