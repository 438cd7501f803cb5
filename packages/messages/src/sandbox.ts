/** Why a sandbox does not work on a machine, and what it cannot do. */
export const sandboxMessages = {
  notLinux: 'it needs Linux',
  notMac: 'it needs macOS',
  architecture: ({ arch }: { arch: string }) => `it has no filter of system calls for ${arch}`,
  missingProgram: ({ program }: { program: string }) => `${program} is not installed`,
  failed: ({ program, output }: { program: string; output: string }) => `${program} failed: ${output}`,
  leaks: ({ what }: { what: string }) => `it did not hold in a trial: ${what}`,
  noOutput: 'it said nothing',
  noFolder: 'no folder for temporary files supports copy-on-write',
  nullCharacter: 'a variable of its environment contains a null character',
  linkedSecret:
    'a place of secrets is a link in a folder that the server may write to, and perl is not installed',
  preview: 'a preview of changes',
  allow: 'a list of allowed hosts',
};
