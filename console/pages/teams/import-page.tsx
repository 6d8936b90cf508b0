import { ImportPage } from '../../parts/importing/import-page.tsx';
import { readPastedTeams, teamImport } from './team-form.ts';

/** A given team's members replace its present ones; other teams stay. */
export function Page() {
  return (
    <ImportPage
      example={'web\tann@acme.example\nweb\t*@web.example'}
      help="Columns team and member, a row a member or several between semicolons. The members given of a team are all that it has; teams that are not given stay."
      kind={teamImport}
      many="teams"
      path="/teams"
      readPasted={readPastedTeams}
    />
  );
}
