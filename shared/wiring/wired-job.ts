import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

import type { JobDeclaration } from '../kernel/runs/contract/job-declaration.ts';
import type { TableOf } from '../kernel/runs/contract/job-variables.ts';
import type { StorePorts } from '../kernel/runs/contract/store-grants.ts';
import type { Clock, Ids, Steps } from '../kernel/runs/ports.ts';
import { immediateSteps } from '../kernel/runs/store/immediate-steps.ts';
import { randomIds } from '../kernel/runtime/random-ids.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import type { SettingName } from '../settings/contract/setting-schemas.ts';
import type { Settings } from '../settings/contract/settings.ts';
import { openPorts, type Tables, type TableUnder } from './stores.ts';

/** What a handler works with, beside the events. */
export interface HandlerDeps<Ports, Given, Order, Result> {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Those of the run, which may continue in another invocation. */
  readonly steps: Steps;
  readonly ports: Ports;
  readonly settings: Given;
  readonly run: (order: Order) => Promise<Result>;
}

/** The settings that a job declares. */
export type SettingsOf<J> = J extends { readonly settings: readonly (infer Name extends SettingName)[] }
  ? Pick<Settings, Name>
  : object;

/** A job and how it is made to run: in a function of AWS and on one machine alike. */
export interface WiredJob<J extends JobDeclaration, On, Ports, Order, Result> {
  readonly job: J;
  /** Its ports on the real things. Nothing is called yet. */
  readonly ports: (on: On) => Ports;
  readonly run: (ports: Ports, settings: SettingsOf<J>, order: Order) => Promise<Result>;
  readonly handler: (
    job: J,
    deps: HandlerDeps<Ports, SettingsOf<J>, Order, Result>,
  ) => (event: never, context: Context) => Promise<unknown>;
}

/** What a job works on: its tables, and what else it calls. */
export type On<J extends JobDeclaration, More = object> = Tables<TableOf<J>> & More;

export interface OnPlatform<Calls> {
  readonly platform: Calls;
}

export const portsOf = <Ports extends StorePorts>(
  { ports }: { readonly ports: Ports },
  on: Tables<TableUnder<Ports>>,
) => ({
  clock: systemClock,
  ids: randomIds,
  steps: immediateSteps(),
  ...openPorts(ports, on),
});
