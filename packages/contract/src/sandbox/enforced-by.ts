import type { SandboxContract } from '@callgate/core/disclose';
import type { SandboxClass, SandboxLevel } from './sandbox.ts';

/** What a sandbox of this level enforces. A process that reaches anything at all can change something there. */
export const enforcedBy = (
  { writes, network }: SandboxClass,
  level: SandboxLevel,
  allow: readonly string[],
): Pick<SandboxContract, 'readOnly' | 'closedWorld'> => ({
  readOnly: level === 'enforced' && !writes && !network && allow.length === 0,
  closedWorld: level === 'enforced' && !network,
});
