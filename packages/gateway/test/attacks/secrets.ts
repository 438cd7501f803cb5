/** Texts that must turn up nowhere but where they belong. */
export const CANARIES = {
  agentToken: 'callgate-agents-CANARY-8f2b61c0a9d34e57b1aa',
  strangerToken: 'callgate-agents-CANARY-77c1e0d2f5864b90a3cd',
  serverHeader: 'Bearer CANARY-upstream-5d1f9be27ac84430',
  serverEnvironment: 'CANARY-environment-c49a70b1e6d24f08',
} as const;
