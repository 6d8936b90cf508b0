import type { WatchPorts } from '../shared/controls/use-cases/watch-work.ts';
import type { EnforcementPorts } from '../shared/enforcement/use-cases/enforcement-work.ts';
import { secretFingerprint } from '../shared/kernel/aws/fingerprint.ts';
import type { Progress } from '../shared/kernel/runs/ports.ts';
import { randomIds } from '../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { writeCreditsBy } from '../shared/kernel/texts/credits.ts';
import type { MailsSent } from '../shared/mail/use-cases/send-mails.ts';
import type { Settings } from '../shared/settings/contract/settings.ts';
import { adoptSettings } from '../shared/settings/use-cases.ts';
import { controls } from '../shared/wiring/controls-job.ts';
import { enforcementPorts } from '../shared/wiring/enforcement-ports.ts';
import type { Installation } from '../shared/wiring/installation.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { newClosers } from './closers.ts';
import { accessTo } from './installation-access.ts';
import { accessOf, closedOnFailure, openTables, type InstallationOptions, type OpenedTables } from './installation.ts';
import type { JobResources } from './jobs/job-handlers.ts';
import { mailerOf, type Mailer } from './mail/mailer.ts';
import { openMail } from './mail/open-mail.ts';
import {
  demoPlatformAt,
  openDemoPlatform,
  openPlatform,
  type CallOptions,
  type OpenPlatform,
} from './open-platform.ts';
import { repairSettings, settingsPorts } from './settings/settings-in-force.ts';
import { localAnchoring } from './state/evidence-anchoring.ts';
import { localFingerprintKey } from './state/fingerprint-key.ts';
import { localLinks } from './state/link-key.ts';
import { linksTo } from './state/running-file.ts';
import { bindOrigin, originOf } from './state/state-folder.ts';

interface RunningInstallation extends Installation {
  readonly settings: Settings;
  enforcementPorts(progress?: Progress): EnforcementPorts;
  watchPorts(): WatchPorts;
  readonly jobs: JobResources;
  readonly mailer: Mailer;
  readonly noteSettings: () => Promise<void>;
}

/** Opens an installation with all a run needs. The next `npm start` shows caught mails. Passes on parts' errors. */
export async function openRunningInstallation(
  options: InstallationOptions & {
    readonly calls: CallOptions;
    /** Called with the outcome of a run's mails. */
    readonly onMailsSent: (sent: MailsSent) => void;
  },
): Promise<RunningInstallation> {
  const closers = newClosers();
  return closedOnFailure(closers, async () => {
    const opened = await openTables(options, closers);
    const { folder, env, storage, running, stores } = opened;
    const { onNotice = () => {} } = options;
    (await repairSettings(folder.settingsFile, stores.settingsVersions)).forEach(onNotice);
    const platform = await platformOf(opened, options.calls);
    closers.add(async () => platform.close());
    const sesEndpoint = env.sesEndpoint ?? running?.ses;
    const mail = await openMail(sesEndpoint === undefined ? { file: folder.inboxFile } : { endpoint: sesEndpoint });
    closers.add(async () => mail.close());
    const access = accessTo(accessOf(opened), closers);
    const settings = { ...linksTo(running?.door), ...access.readSettings() };
    writeCreditsBy(settings, systemClock.now());
    const { dynamo, tables } = storage;
    const clients = { dynamo, tables, platform: platform.client };
    const fingerprint = async () => secretFingerprint(localFingerprintKey(folder.fingerprintKeyFile));
    const anchoring = localAnchoring(folder, () => settings, { makesKey: true });
    const mailer = mailerOf({
      storage,
      mail,
      links: localLinks(folder.linkKeyFile),
      folder,
      settings: () => settings,
      onSent: options.onMailsSent,
    });
    return {
      ...stores,
      ...access,
      settings,
      readSettings: () => settings,
      noteSettings: async () => {
        const at = new Date(systemClock.now()).toISOString();
        await adoptSettings({ ...settingsPorts(folder.settingsFile, stores.settingsVersions), ids: randomIds }, at);
      },
      mailer,
      enforcementPorts: (progress) => enforcementPorts(clients, progress),
      watchPorts: () => controls.ports({ ...clients, ...anchoring, fingerprint }),
      jobs: { clock: systemClock, storage, platform: platform.client, settings, mailer, fingerprint, anchoring },
    };
  });
}

async function platformOf({ folder, env, running }: OpenedTables, calls: CallOptions): Promise<OpenPlatform> {
  const origin = originOf(folder);
  const given = env.platform;
  const isDemo = origin?.kind === 'demo' && (given === undefined || given.baseUrl === running?.platform);
  if (isDemo) {
    return running === undefined
      ? openDemoPlatform({ file: folder.emulatorFile, port: 0, name: origin.name }, calls)
      : openPlatform(demoPlatformAt(running.platform), calls);
  }
  if (given === undefined) {
    const which = origin?.kind === 'platform' ? ` (${origin.baseUrl})` : '';
    throw new CannotStartError(
      `There is no platform to speak to: set CURFEW_BASE_URL and CURFEW_API_KEY to those of the platform${which}${which === '' ? ', or start the demo with npm start' : ''}`,
    );
  }
  bindOrigin(folder, { kind: 'platform', baseUrl: given.baseUrl });
  return openPlatform(given, calls);
}
