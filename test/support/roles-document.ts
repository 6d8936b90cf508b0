import { rightHelp, rights, rightsOf, roles, type Right, type Role } from '../../shared/kernel/access/role.ts';

const roleHelp: Readonly<Record<Role, string>> = {
  viewer: 'sees everything, changes nothing',
  'team-owner': 'looks after the members of a team, within the team’s own amount',
  'budget-owner': 'reads the team; of `team:NAME` also gives its credits',
  'budget-admin': 'edits budgets, gives top-ups and exemptions, runs Curfew',
  approver: 'approves and rejects what waits: held plans, requests',
  security: 'decides on the controls',
};

/** The whole of docs/roles.md, which is made from the roles and rights of the code, and never by hand. */
export function rolesDocument(): string {
  return `${[
    '# Roles and rights',
    'Give roles in the settings: in `curfew.config.ts` of a deployment, under review, or in `settings.yaml` on one machine.',
    yaml`roles:
  viewers: ["group:engineering-leads"]
  budgetAdmins: [finops@acme.example, role/AWSReservedSSO_CurfewAdmins_0123456789abcdef]
  approvers: [cfo@acme.example]
  security: ["group:security"]
  teamOwners: { lab: [lead@acme.example] }`,
    'Until then people at the admin API see only what concerns themselves (`see-own`). On one machine the user who started Curfew may do everything.',
    rolesTable(),
    ...entries,
    '## Rights',
    rightsTable(),
    'The OpenAPI document (`/openapi.json`) says which right each operation takes.',
    ...rules,
  ].join('\n\n')}\n`;
}

function yaml(text: TemplateStringsArray): string {
  return `\`\`\`yaml\n${text.join('')}\n\`\`\``;
}

function rolesTable(): string {
  return table(
    ['role', 'setting', 'who'],
    roles.map((role) => [role, settingOf[role], roleHelp[role]]),
  );
}

function rightsTable(): string {
  return table(
    ['right', 'allows to', 'roles'],
    rights.map((right) => [`\`${right}\``, rightHelp[right], holdersOf(right)]),
  );
}

function holdersOf(right: Right): string {
  if (roles.every((role) => rightsOf[role][right] === 'all')) {
    return 'all';
  }
  const holders = roles.filter((role) => rightsOf[role][right] !== undefined);
  const named = holders.map((role) => (rightsOf[role][right] === 'all' ? role : `${role} (own team)`));
  return named.length === 0 ? 'no role' : named.join(', ');
}

const settingOf: Readonly<Record<Role, string>> = {
  viewer: '`roles.viewers`',
  'team-owner': '`roles.teamOwners`',
  'budget-owner': 'none: `owners` of a budget `team:NAME` or `members:NAME`',
  'budget-admin': '`roles.budgetAdmins`',
  approver: '`roles.approvers`',
  security: '`roles.security`',
};

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const entries = [
  `| entry in a list | matches |
| --- | --- |
| an email | a token of the OIDC issuer with that email, in upper or lower case, if the issuer has verified it |
| \`group:NAME\` | a token with that group in its claims, letter by letter |
| \`role/NAME\` | an IAM caller who assumed that role of the deployment’s account, letter by letter, without the role’s path |
| \`user/NAME\` | an IAM user, letter by letter, with its path |`,
  'There are no patterns. The name of a role’s session gives no right.',
];

const rules = [
  '## A team’s owner',
  'An owner sets and removes budgets of the team’s members in mode `enforce`, without reservations, up to the team’s amount over the same window (or the least of its amounts), and gives top-ups and decides requests within what the team has left. The owner cannot change the team’s own budget, its default and its members.',
  'An owner of a budget `team:NAME` or `members:NAME` that has not ended reads the same of that team; one of `team:NAME` gives top-ups too. The email is that of the token, the Identity Center user or `fourEyes.identities`. The budget’s edits count at once.',
  '## Four eyes',
  'Two settings, `fourEyes.heldPlans` and `fourEyes.ownLimit`. Default: on for people with a token or IAM, off for the one user of one machine. Set, they hold for all.',
  `- **Editors may not approve** (\`heldPlans\`). A person who edited a budget, team, top-up, exemption or the settings since the last run that set all limits cannot approve a held plan. A rule for requests counts as its author. While an edit in the table has no known author, no one can approve until a person sets that record again.
- **No one raises their own limit alone** (\`ownLimit\`): by an own budget, top-up or exemption, or by the team’s or default budget that binds them.
- **Requests are decided by another person** (\`ownLimit\`). A rule approves nothing of its last author, nor where the author is unknown.
- **A rejection stays.** A rejected plan or request cannot be approved.`,
  'A person by token, link, Identity Center, or user or role that the settings name is one person, in any spelling of the address. Two sessions of one role count as one person, unless Identity Center (`AWSReservedSSO_…`) names the session after its user; rights still go by the role.',
  'A caller without a known person (an assumed role, `user/deploy`, a token without a verified email) approves no held plan that edits led to, raises no limit, moves no one between teams, decides no request and sets no rule. A plan that such an edit led to waits until the settings name the person:',
  yaml`fourEyes:
  identities:
    user/deploy: nobody # no person with a limit: an automation
    user/ann: ann@acme.example
    role/FinOps: session # each session is named after a person's email, by the identity provider and not by its user`,
  'Identity Center with emails as user names, and IAM users named by an email, need no entry.',
];
