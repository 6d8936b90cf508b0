import type { Command } from 'commander';

import { addAlertCommands } from '../alerts/alert-commands.ts';
import { addBudgetCommands } from '../budgets/budget-commands.ts';
import { addChannelCommands } from '../channels/channel-commands.ts';
import { addControlsCommands } from '../controls/controls-commands.ts';
import { addExceptionCommands } from '../controls/exception-commands.ts';
import { addFleetCommands } from '../fleet/fleet-commands.ts';
import { addExemptionCommands, addTopUpCommands } from '../grants/grant-commands.ts';
import { addReadinessCommands } from '../readiness/readiness-commands.ts';
import { addRequestCommands } from '../requests/request-commands.ts';
import { addSessionCommands } from '../sessions/session-commands.ts';
import { addTeamCommands } from '../teams/team-commands.ts';
import type { CommandHost } from './command-host.ts';

/** What adds the commands of each group. The schemas of the records that they take are long to load. */
export const groups = {
  budgets: addBudgetCommands,
  teams: addTeamCommands,
  topup: addTopUpCommands,
  exempt: addExemptionCommands,
  alerts: addAlertCommands,
  channels: addChannelCommands,
  sessions: addSessionCommands,
  fleet: addFleetCommands,
  readiness: addReadinessCommands,
  requests: addRequestCommands,
  controls: addControlsCommands,
  exceptions: addExceptionCommands,
} satisfies Readonly<Record<string, (group: Command, host: CommandHost) => void>>;

export type GroupName = keyof typeof groups;
