import type { ComputerPorts } from '../../shared/computers/use-cases/computers-work.ts';
import type { WatchPorts } from '../../shared/controls/use-cases/watch-work.ts';
import type { DigestPorts } from '../../shared/digest/use-cases/collect-digest.ts';
import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore } from '../../shared/kernel/records/ports.ts';
import type { LivePorts } from '../../shared/live/use-cases/live-work.ts';
import type { MailerPorts } from '../../shared/mail/use-cases/send-mails.ts';
import type { ReadinessPorts } from '../../shared/readiness/use-cases/watch-readiness.ts';
import type { SessionPorts } from '../../shared/sessions/use-cases/session-work.ts';

/** One call of a port method. */
export interface PortCall {
  readonly name: string;
  /** Writes, or talks to the outside; a read of our own stores does not count. */
  readonly isEffect: boolean;
}

/** Does what it likes before, after, or in the place of a call. */
export type Around = <T>(call: PortCall, perform: () => Promise<T>) => Promise<T>;

/** `port.method` of each port; a name that is none of theirs does not compile. */
type MethodOf<Ports> = {
  [Port in keyof Ports & string]: `${Port}.${keyof NonNullable<Ports[Port]> & string}`;
}[keyof Ports & string];

type Ports = EnforcementPorts & { readonly budgets: BudgetStore } & WatchPorts &
  MailerPorts &
  ComputerPorts &
  ReadinessPorts &
  DigestPorts &
  SessionPorts &
  LivePorts;

const effects: ReadonlySet<string> = new Set<MethodOf<Ports>>([
  'budgets.adopt',
  'usage.readDays',
  'usage.readUserMetrics',
  'roster.read',
  'rosterPages.put',
  'metricsPages.put',
  'limitWriter.setLimits',
  'sender.send',
  'ledger.putDay',
  'ledger.putRows',
  'users.put',
  'limits.put',
  'leases.acquire',
  'leases.renew',
  'leases.release',
  'runs.put',
  'runs.begin',
  'runs.end',
  'plans.put',
  'runs.markApplied',
  'runs.markSent',
  'journal.append',
  'outbox.write',
  'outbox.move',
  'alerts.put',
  'alerts.enqueue',
  'alerts.assign',
  'alerts.settle',
  'history.pages',
  'history.marks',
  'organization.activity',
  'organization.tools',
  'organization.productivity',
  'revisions.put',
  'state.replace',
  'state.putDeviations',
  'evidence.append',
  'sessions.pages',
  'sessions.find',
  'sessions.change',
  'known.put',
  'known.putAction',
  'signer.sign',
  'anchors.put',
  'computers.find',
  'computers.create',
  'computers.retryInstall',
  'sessions.pages',
  'reports.pages',
  'store.put',
  'store.putFacts',
  'store.putProgress',
  'store.forget',
  'live.putState',
  'live.putSessions',
  'live.putFloat',
]);

/** Methods that give pages: each page is a call of its own. */
const paged = new Set([
  'usage.readUserMetrics',
  'roster.read',
  'history.pages',
  'history.marks',
  'sessions.pages',
  'reports.pages',
  'ledger.readEach',
  'rosterPages.read',
  'metricsPages.read',
  'anchors.list',
]);

/** Ports that never leave the process. */
const inside = new Set(['clock', 'ids', 'platformTime', 'progress', 'steps']);

/** The same ports, with `around` at every call of every method. */
export function aroundPorts<P extends object>(ports: P, around: Around): P {
  const entries = Object.entries(ports).map(([name, port]) => [
    name,
    inside.has(name) ? port : aroundPort(name, port as object, around),
  ]);
  return Object.fromEntries(entries) as P;
}

type Method = (...args: readonly unknown[]) => unknown;

function aroundPort(portName: string, port: object, around: Around): object {
  const methods = Object.entries(port).filter((entry): entry is [string, Method] => typeof entry[1] === 'function');
  return Object.fromEntries(
    methods.map(([methodName, method]) => {
      const name = `${portName}.${methodName}`;
      const call = { name, isEffect: effects.has(name) };
      const wrapped = (...args: readonly unknown[]) =>
        paged.has(name)
          ? pagesAround(call, method(...args) as AsyncIterable<unknown>, around)
          : around(call, async () => method(...args));
      return [methodName, wrapped];
    }),
  );
}

async function* pagesAround(call: PortCall, pages: AsyncIterable<unknown>, around: Around): AsyncIterable<unknown> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const next = await around(call, async () => iterator.next());
    if (next.done === true) {
      return;
    }
    yield next.value;
  }
}
