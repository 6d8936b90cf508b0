export const diffHelp = `
A and B are numbers of stored revisions or JSON files with the settings of an
organization, bare or under "settings". Secrets are replaced before anything else
sees them. A file that is called 42 can be given as ./42.

Examples:
  $ curfew controls diff 41 42
  $ curfew controls diff approved.json proposed.json --json`;

export const exceptionHelp = `
CONTROL is a path as mails and "controls show" print it; all under it is meant as
well, and * stands for anything: sandbox, customModels[].baseUrl.

Example:
  $ curfew exceptions add sandbox.network.allowedDomains --owner ann@example.com \\
      --ticket SEC-12 --until 2026-04-30 --reason "vendor migration"`;

export const verifyHelp = `
Exit code 1, and the first broken link named, when the evidence does not hold.
Every mail about the controls ends with number and hash of the newest link: given
with --head, they show whether the chain was made anew or cut off since.

Example:
  $ curfew controls verify --head 912:06d4982e68e2a995ed25f04492ff1a1ccc24143550e53ea4eb994b0b06ac72cd`;
