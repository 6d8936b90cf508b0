import { channelAddress, type ChannelTerms } from '../../channels/channel.ts';
import type { ocsfFinding } from '../../evidence/export/ocsf-findings.ts';
import { exportControls } from '../../evidence/use-cases/export-controls.ts';
import { addDays } from '../../kernel/time/day.ts';
import { mailIdFor } from '../../mail/mail-id.ts';
import type { Mail } from '../../mail/mail.ts';
import { printable } from '../../mail/printable.ts';
import { shortKey } from '../../notifications/short-key.ts';
import type { WatchState } from '../history/watch-state.ts';
import { revisionSource } from './evaluated-revisions.ts';
import { reportDeps } from './finish-intent.ts';
import type { WatchWork } from './watch-work.ts';

type Finding = ReturnType<typeof ocsfFinding>;

/** How far back loosenings are findings. */
const periodDays = 400;
/** For so long a resolved one is still written: a channel that is new hears of no older. */
const resolvedForMs = 14 * 86_400_000;
/** A message of a webhook has 128 KB; without its evidence, a finding is far smaller. */
const charsMax = 60_000;

const everything = { control: [], direction: [], severity: [], path: [], actor: [], acceptor: [], ticket: [] };

/**
 * A message to each channel for each state of a finding, under an id of its own: the outbox keeps those that it has. The
 * findings are those of `controls export --format ocsf`.
 */
export async function composeFindings(
  work: WatchWork,
  state: WatchState,
  channels: readonly ChannelTerms[],
): Promise<readonly Mail[]> {
  const { ports, order, at } = work;
  const { organization } = await ports.signer.identity();
  const today = at.slice(0, 10);
  const { files } = await exportControls(
    { evidence: ports.evidence, revisions: revisionSource(await reportDeps(work), state) },
    {
      period: { from: addDays(today, -periodDays), through: today },
      filter: everything,
      exportedAt: at,
      origin: { organization, platform: '', exportedBy: 'curfew', approvedChangers: [] },
      format: 'ocsf',
    },
  );
  const found = files
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Finding]))
    .filter(
      ({ status, finding_info: info }) => status !== 'Resolved' || Date.parse(at) - info.modified_time <= resolvedForMs,
    );
  return channels.flatMap((channel) => found.map((finding) => mailOf(finding, channelAddress(channel), { at, order })));
}

function mailOf(finding: Finding, to: string, { at, order }: Pick<WatchWork, 'at' | 'order'>): Mail {
  const { finding_info: info, status, message } = finding;
  return {
    mailId: mailIdFor(to, `finding/${shortKey(`${info.uid}/${status}/${info.modified_time}`)}`),
    to,
    subject: `Curfew: ${printable(message)}`,
    text: '',
    html: '',
    runId: order.runId,
    carries: [],
    message: { at, alerts: [], alertsInAll: 0, finding: bounded(finding) },
  };
}

function bounded(finding: Finding): Readonly<Record<string, unknown>> {
  const { evidences: _, ...others } = finding;
  return JSON.stringify(finding).length <= charsMax ? finding : others;
}
