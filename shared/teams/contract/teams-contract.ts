import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import {
  editContracts,
  NameText,
  recordDocumentOf,
  stampShape,
  versionsContract,
} from '../../kernel/contract/fields/record-parts.ts';
import { teamRecord } from './team.ts';

const params = z.strictObject({ name: NameText });
const edits = editContracts(teamRecord, params, 'Makes a team, or changes it: the members given are all that it has');

export const teamsContract = {
  listTeams: {
    purpose: 'Lists every team, and how many users each has',
    query: PageQuery,
    answer: pageOf(recordDocumentOf(teamRecord, { ...stampShape, users: z.int() }), {
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
      /** Rows that cannot be read as a team. */
      invalid: z.array(z.object({ team: z.string(), problem: z.string() })).readonly(),
    }),
    rowKey: ['team'],
  },
  showTeam: {
    purpose: 'Shows one team, and who belongs to it',
    params,
    answer: recordDocumentOf(teamRecord, {
      ...stampShape,
      users: z.array(z.string()).readonly(),
      /** Users who would belong to it but for a stronger rule or an earlier team. */
      elsewhere: z.array(z.object({ who: z.string(), team: z.string() })).readonly(),
      /** Keys of metadata in its rules that no user on the roster has. */
      unknownKeys: z.array(z.string()).readonly(),
    }),
  },
  setTeam: edits.set,
  removeTeam: edits.remove,
  listTeamVersions: versionsContract(teamRecord, {
    names: { team: z.string() },
    query: { name: NameText.optional() },
  }),
} as const satisfies Contract<'teams'>;
