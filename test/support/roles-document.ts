import { operationRoutes } from '../../shared/contracts/admin-api/routes.ts';
import { rightHelp, rights, rightsOf, roles, type Role } from '../../shared/domain/access/role.ts';

const roleHelp: Readonly<Record<Role, string>> = {
  viewer: 'sees everything, changes nothing',
  'team-owner': 'looks after the members of a team, within the team’s own amount',
  'budget-admin': 'edits budgets, gives top-ups and exemptions, runs Curfew',
  approver: 'approves and rejects what waits: held plans, requests',
  security: 'decides on the controls',
};

/** The whole of docs/roles.md, which is made from the roles and rights of the code, and never by hand. */
export function rolesDocument(): string {
  return `${[
    '# Roles and rights',
    `Made from \`shared/domain/access\` by \`vitest run test/unit/domain/access -u\`. At the admin API nobody may do anything until the settings give a role, but see who they are and what concerns themselves (\`see-own\`). On one machine whoever can read the secret of the running installation (the user of the operating system who started it) may do everything.`,
    rolesTable(),
    rightsTable(),
    '## Which operation takes which right',
    operationsTable(),
    ...prose,
  ].join('\n\n')}\n`;
}

function rolesTable(): string {
  return table(
    ['role', 'setting', 'who'],
    roles.map((role) => [role, `\`roles.${settingOf[role]}\``, roleHelp[role]]),
  );
}

function rightsTable(): string {
  return table(
    ['right', 'allows to', ...roles],
    rights.map((right) => [
      `\`${right}\``,
      rightHelp[right],
      ...roles.map((role) => {
        const reach = rightsOf[role][right];
        return reach === undefined ? '' : reach === 'all' ? 'yes' : 'own team';
      }),
    ]),
  );
}

function operationsTable(): string {
  return table(
    ['right', 'operations'],
    rights.map((right) => [
      `\`${right}\``,
      [...operationRoutes.values()]
        .filter((route) => route.right === right)
        .map(({ method, path }) => `\`${method} ${path}\``)
        .join(', '),
    ]),
  );
}

const settingOf: Readonly<Record<Role, string>> = {
  viewer: 'viewers',
  'team-owner': 'teamOwners',
  'budget-admin': 'budgetAdmins',
  approver: 'approvers',
  security: 'security',
};

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const prose = [
  'No role has `edit-settings`, since the roles stand in the settings: whoever could edit them could raise themselves. Settings are edited where they are kept: in `curfew.config.ts` of a deployment, under review; in `settings.yaml` on one machine, whose user may also set them by command. Somebody may have several roles; what one of them allows is allowed.',
  '## Who is meant',
  `\`\`\`yaml
roles:
  viewers: ["group:engineering-leads"]
  budgetAdmins: [finops@acme.example, role/AWSReservedSSO_CurfewAdmins_0123456789abcdef]
  approvers: [cfo@acme.example]
  security: ["group:security"]
  teamOwners: { lab: [lead@acme.example] }
\`\`\``,
  `| entry | matches |
| --- | --- |
| an email | a token of the OIDC issuer with that email, upper and lower case alike, if the issuer says that it is verified; an email that is not verified gives no right |
| \`group:NAME\` | a token with that group in its claims, letter by letter |
| \`role/NAME\` | an IAM caller who assumed that role of the deployment’s account, letter by letter, without the role’s path |
| \`user/NAME\` | an IAM user, letter by letter, with the user’s path if it has one |`,
  'There are no patterns: who has a role can be read off the list. The name of an assumed role’s session is chosen by whoever assumes it. It is shown beside the role in versions and journal, and gives no right. Roles of IAM Identity Center (`AWSReservedSSO_…`) are the exception in one respect: the session carries the user’s name as Identity Center knows it, so that two users of one such role are distinguished where two people are needed; rights still go by the role alone.',
  '## A team’s owner',
  'sets and removes budgets of the team’s members, up to the amount that the team has itself over the same window (where it has none over that window, the least of its amounts), in mode `enforce`, without reservations; adds top-ups to members, of at most what the team has left, that raise no pool; decides requests of members, within the same bounds. The team’s own budget, its members and everything else are not theirs to change.',
  '## Four eyes',
  `Two rules, \`fourEyes.heldPlans\` and \`fourEyes.ownLimit\`. Left out, they are on for everybody who comes with a token or with IAM, and off for the user of the operating system on one machine, who would be alone with them. Set, they hold for everybody.

- **Who edited may not approve.** Whoever made an edit of a budget, a team, a top-up, an exemption or the settings since the last run that set all limits cannot approve a plan that is held. What a rule for requests gave counts as made by whoever set the rule. Where an edit was made in the table and its author is unknown, nobody can, until somebody sets that record again by command and so stands for it.
- **Nobody raises their own limit alone.** An edit of one’s own budget, top-up or exemption, or of the budget of one’s team or of the default that binds one, is refused if it gives more. Somebody else has to make it; the refusal says who.
- **Who asks may not grant.** One’s own request is decided by somebody else.
- **A rejection stays.** A rejected plan or request cannot be approved any more. What the next night holds instead waits as a new plan, which says that the one before was rejected, by whom and when.

One person who comes in two ways is one person: by token, by link, by Identity Center, as a user or role that the settings name below, in upper or lower case, and by an address in another spelling (\`ann+admin@…\`, a domain in another script). Two sessions of one role count as one person, whatever they are called. A caller whose person is not known (an assumed role, whose sessions are named by whoever assumes it; a user such as \`user/deploy\`; a token without a verified email) may be anybody. Such a caller approves no held plan that edits led to, and a plan that such an edit led to waits until the settings say who made it; they raise nobody’s limit, move nobody between teams, decide no request and set no rule for requests. A rule for requests approves nothing of the person who set it last, nor where its author is unknown. The settings may say who is behind a principal:`,
  `\`\`\`yaml
fourEyes:
  identities:
    user/deploy: nobody # no person with a limit: an automation
    user/ann: ann@acme.example
    role/FinOps: session # each session is named after a person's email, by the identity provider and not by its user
\`\`\``,
  'IAM Identity Center whose user names are emails, and users of IAM named by an email, need no such entry. A session of a role that stands for a person raises neither that person’s limit nor that of whoever the session is named after.',
];
