import { addDays } from '../../../shared/kernel/time/day.ts';

/** Who calls, by role, of the demo organization; the last has none. */
export const people = {
  viewers: 'anna.castillo@acme.example',
  budgetAdmins: 'maria.mensah@acme.example',
  approvers: 'femi.petrov@acme.example',
  security: 'noa.levi@acme.example',
  teamOwner: 'theo.van-der-rahman@acme.example',
  nobody: 'lars.eriksen@acme.example',
} as const;

const { teamOwner, nobody, ...entries } = people;
const team = 'search';

/** The settings that give them their roles; JSON is YAML, too. */
export const settings = JSON.stringify({
  roles: {
    ...Object.fromEntries(Object.entries(entries).map(([role, email]) => [role, [email]])),
    teamOwners: { [team]: [teamOwner] },
  },
});

/** Names that the demo organization knows, and bodies of edits that are made, for calls that are not refused at once. */
export function knownOf(today: string) {
  const until = addDays(today, 5);
  const reason = 'tried by a judge';
  return {
    names: {
      scope: ['default', 'org', `team:${team}`, `user:${teamOwner}`, `user:${nobody}`],
      window: ['month', 'week', 'day'],
      email: [teamOwner, nobody],
      name: [team, 'judged'],
      kind: ['computers', 'policies', 'targets', 'rules'],
      content: ['budgets', 'teams'],
    },
    bodies: {
      setBudget: [{ amount: 1_000_000 }, { amount: 990_000, mode: 'alert' }, { amount: 'unlimited', note: reason }],
      setTeam: [{ members: [nobody], position: 30 }],
      addTopUp: [{ scope: `user:${teamOwner}`, credits: 1_000, from: today, to: until, reason }],
      addExemption: [{ email: nobody, until, reason }],
      addGrants: [{ exemptions: [{ email: nobody, until, reason }] }],
      askForCredits: [{ credits: '250k', until, reason }],
      approveRequest: [
        { verdict: 'approve', reason },
        { verdict: 'deny', reason },
      ],
      startRun: [{ job: 'roster' }, { job: 'enforce' }],
      importRecords: [{ format: 'csv', content: 'scope,window,amount\ndefault,month,980000\n' }],
    },
  };
}
