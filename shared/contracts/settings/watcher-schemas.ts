import { admins, alerts, doorUrl } from './single-settings.ts';

/** The schemas of the settings that every watcher reads. */
export const watcherSchemas = { admins, alerts, doorUrl };
