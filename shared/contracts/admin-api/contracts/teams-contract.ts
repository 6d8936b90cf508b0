import * as z from 'zod';

import { teamRecord } from '../../records/team.ts';
import type { Contract } from './contract.ts';
import { pageOf, PageQuery } from '../fields/page.ts';
import {
  AgreedQuery,
  EditedDocument,
  NameText,
  recordDocumentOf,
  saidOf,
  versionShape,
} from '../fields/record-parts.ts';
import type { teamsRoutes } from '../routes/teams-routes.ts';

const params = z.strictObject({ name: NameText });
const TeamDocument = recordDocumentOf(teamRecord);

export const teamsContract = {
  listTeams: {
    query: PageQuery,
    answer: pageOf(TeamDocument, {
      /** Users who match several teams. */
      doubles: z
        .array(
          z.object({
            userId: z.string(),
            email: z.string().nullable(),
            teams: z.array(z.string()).readonly(),
            chosen: z.string(),
          }),
        )
        .readonly(),
      /** Rows of the table that cannot be read as a team. */
      invalid: z.array(z.object({ team: z.string(), problem: z.string() })).readonly(),
    }),
    rowKey: ['team'],
  },
  showTeam: { params, answer: TeamDocument },
  setTeam: { params, query: AgreedQuery, body: saidOf(teamRecord, ['name']), answer: EditedDocument },
  removeTeam: { params, query: AgreedQuery, answer: EditedDocument },
  listTeamVersions: {
    query: z.strictObject({ ...PageQuery.shape, name: NameText.exactOptional() }),
    answer: pageOf(
      z.object({
        team: z.string(),
        ...versionShape,
        before: TeamDocument.nullable(),
        after: TeamDocument.nullable(),
      }),
      {},
    ),
    rowKey: ['team', 'version'],
  },
} as const satisfies Contract<typeof teamsRoutes>;
