import { calendar } from '../../calendar/api/calendar-operations.ts';
import { channels } from '../../channels/api.ts';
import { fleet } from '../../computers/api.ts';
import { controls } from '../../controls/api/controls-operations.ts';
import { digests } from '../../digest/api.ts';
import { exports } from '../../exports/api.ts';
import { hook } from '../../hook/api/hook-operations.ts';
import { alerts } from '../../notifications/api.ts';
import { readiness } from '../../readiness/api.ts';
import { requests } from '../../requests/api/requests-operations.ts';
import { sessions } from '../../sessions/api.ts';
import { settings } from '../../settings/api/settings-operations.ts';
import { access, own } from '../access/api/own-operations.ts';
import type { Topic } from '../contract/routes.ts';
import { edits } from '../records/api/edits-operations.ts';
import { records } from '../records/api/records-operations.ts';
import type { TopicModule } from './limit-operations.ts';

/** What answers all else; loaded when it is asked for. */
export const otherTopics: Readonly<Partial<Record<Topic, TopicModule>>> = {
  access,
  own,
  alerts,
  calendar,
  channels,
  edits,
  records,
  settings,
  sessions,
  readiness,
  fleet,
  controls,
  hook,
  digests,
  exports,
  requests,
};
