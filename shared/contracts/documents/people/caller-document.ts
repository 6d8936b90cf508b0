import * as z from 'zod';
import { rights, roles } from '../../../domain/access/role.ts';

/** Who calls, as the admin API proved them. */
export const CallerDocument = z.object({
  /** As it stands on their edits. */
  name: z.string(),
  email: z.string().nullable(),
  /** `machine`: the user of the operating system, who may do everything. */
  via: z.enum(['machine', 'iam', 'oidc', 'link']),
  roles: z.array(z.enum(roles)).readonly(),
  ownedTeams: z.array(z.string()).readonly(),
  /** What they may do, for everybody or within the teams that they own. */
  rights: z.array(z.object({ right: z.enum(rights), reach: z.enum(['all', 'own-team']), help: z.string() })).readonly(),
});
export type CallerDocument = z.output<typeof CallerDocument>;
