import * as z from 'zod';

import {
  ComputerDocument,
  ComputerShownDocument,
  FleetApprovalsDocument,
  FleetPlanDocument,
} from '../../documents/fleet-documents.ts';
import type { Contract } from './contract.ts';
import type { fleetRoutes } from '../routes/fleet-routes.ts';
import { AsOfQuery, pageOf, PageQuery } from '../fields/page.ts';

const name = z.string().min(1).max(200);

export const fleetContract = {
  listComputers: {
    query: z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape }),
    answer: pageOf(ComputerDocument, {}),
    rowKey: ['name'],
  },
  showComputer: { params: z.strictObject({ name }), query: AsOfQuery, answer: ComputerShownDocument },
  planFleet: { query: AsOfQuery, answer: FleetPlanDocument },
  approveFleet: {
    query: AsOfQuery,
    /** Without names, everything that is proposed. */
    body: z.strictObject({ names: z.array(name).max(1_000) }),
    answer: FleetApprovalsDocument,
  },
} as const satisfies Contract<typeof fleetRoutes>;
