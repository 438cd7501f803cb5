export type { Condition, DeclaredTool, Hints, Manifest } from './manifest.ts';
