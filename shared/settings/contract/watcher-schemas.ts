import { admins, alerts, doorUrl } from './single-settings.ts';

export const watcherSchemas = { admins, alerts, doorUrl };
