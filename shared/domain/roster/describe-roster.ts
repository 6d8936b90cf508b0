import type { MailContent, MailSection } from '../mail/content.ts';
import { left, rest, rowsMax } from '../mail/table-parts.ts';
import { counted } from '../texts/counted.ts';
import type { RosterFinding, RosterFindingKind } from './roster-findings.ts';

const groups = [
  { kind: 'joined', heading: 'Joined', one: 'person', many: 'people' },
  { kind: 'left', heading: 'Left', one: 'person', many: 'people' },
  { kind: 'returned', heading: 'Came back', one: 'person', many: 'people' },
  { kind: 'email-changed', heading: 'Changed their email', one: 'person', many: 'people' },
] as const satisfies readonly {
  readonly kind: RosterFindingKind;
  readonly heading: string;
  readonly one: string;
  readonly many: string;
}[];

/** The mail about what changed on the roster. `through`: the day of the last reading that is reported. */
export function describeRosterChanges(
  changes: readonly RosterFinding[],
  { through, runId }: { readonly through: string; readonly runId: string },
): MailContent {
  const counts = groups.flatMap(({ kind, heading, one, many }) => {
    const found = changes.filter((change) => change.kind === kind);
    return found.length === 0 ? [] : [`${heading.toLowerCase()}: ${counted(found.length, one, many)}`];
  });
  const said = counts.join(', ');
  return {
    subject: `Curfew ${through}: roster, ${said}`,
    tone: changes.some(({ severity }) => severity === 'medium') ? 'warning' : 'good',
    lead: `On the roster as of ${through}, ${said}.`,
    sections: groups.flatMap(({ kind, heading }) =>
      sectionOf(
        heading,
        changes.filter((change) => change.kind === kind),
      ),
    ),
    foot: [
      `Run ${runId}. Curfew leaves the last limit of whoever leaves in force, since the account may still work: remove the account on the platform.`,
      'You get this mail because you are an admin of this installation.',
    ],
  };
}

function sectionOf(heading: string, changes: readonly RosterFinding[]): readonly MailSection[] {
  const rows = changes.slice(0, rowsMax).map(({ subject, detail }) => [subject, detail]);
  const table = { columns: [left('Who'), left('What')], rows, ...rest(changes.length) };
  return changes.length === 0 ? [] : [{ kind: 'table', heading: `${heading} (${changes.length})`, table }];
}
