import { outboxNeeds, type Outbox, type RecipientStore } from '../../../mail/ports.ts';
import type { NotificationSettings } from '../../../notifications/delivery.ts';
import { alertStoreNeeds, type AlertStore } from '../../../notifications/ports.ts';
import type { LeaseNeeds, Ids, Journal, LeaseStore, RunStore } from '../ports.ts';
import type { JobPorts } from './job.ts';

/** The ports of every watcher; each adds its own. */
export interface WatcherPorts extends JobPorts {
  readonly ids: Ids;
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
  readonly recipients: RecipientStore;
}

export const watcherNeeds: LeaseNeeds<WatcherPorts> = {
  clock: 'free',
  steps: 'free',
  ids: 'free',
  leases: 'free',
  runs: 'free',
  journal: 'free',
  recipients: 'free',
  alerts: alertStoreNeeds,
  outbox: outboxNeeds,
};

/** Whom a watcher notifies; `contracts/settings/settings.ts` documents them. */
export interface WatcherSettings {
  readonly admins: readonly string[];
  readonly alerts: NotificationSettings;
  readonly doorUrl?: string;
  readonly consoleUrl?: string;
}
