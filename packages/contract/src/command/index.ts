export type { CommandOutput, CommandTool, HeldCommand } from './hold-command.ts';
export { holdCommand } from './hold-command.ts';
