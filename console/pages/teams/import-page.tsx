import { Link } from 'react-router';

import { ImportPanel } from '../../parts/importing/import-panel.tsx';
import { Review } from '../../parts/importing/review.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { readPastedTeams, teamImport } from './team-form.ts';

/** Imports teams. A given team's members replace its present ones; other teams stay. */
export function Page() {
  return (
    <PageFrame
      actions={<Link to="/teams">All teams</Link>}
      description="Every row is checked, and what it would do is shown, before anything is saved"
      title="Paste or import teams"
    >
      <ImportPanel
        example={'web\tann@acme.example\nweb\t*@web.example'}
        help="Columns team and member, a row a member or several between semicolons. The members given of a team are all that it has; teams that are not given stay."
        many="teams"
        readPasted={readPastedTeams}
        review={(file, onDone) => <Review file={file} kind={teamImport} onDone={onDone} />}
      />
    </PageFrame>
  );
}
