/** Mutants of one file that no test can find, since they do what the code does. */
export interface EquivalentMutants {
  readonly file: string;
  readonly why: string;
  /**
   * The code and what becomes of it, as the list of survivors prints them; where the same code stands elsewhere in the
   * file too, a larger piece of code around it. Spaces do not count.
   */
  readonly mutants: readonly (readonly [was: string, becomes: string, within?: string])[];
}

const stray = '["Stryker was here"]';
const strayText = '"Stryker was here!"';

/** The score leaves these out. One that a test kills after all, or that is no longer there, is told: take it out. */
export const equivalentMutants: readonly EquivalentMutants[] = [
  {
    file: 'shared/promise/limits.ts',
    why: 'A text among limits was sent at no moment, so that it reaches nobody and proves nothing.',
    mutants: [['[]', stray, '(facts.sent.get(address) ?? [])']],
  },
  {
    file: 'shared/promise/owed.ts',
    why: 'Limits are known of every account, and a text among them is none; nothing is sent to an empty address.',
    mutants: [
      ["''", strayText, "addressOf(account.sendTo ?? '')"],
      ["''", strayText, "{ email: account.sendTo ?? '', limitCredits }"],
      ['[]', stray, 'openLimit(survey.limitsOf.get(account) ?? [])'],
      ['[]', stray, 'finite(limitsOf.get(account) ?? [])'],
      ['[]', stray, 'leastLimit(limitsOf.get(account) ?? [])'],
    ],
  },
  {
    file: 'shared/promise/permit.ts',
    why: 'Limits are known of every account, and a text among them is none.',
    mutants: [
      ['[]', stray, 'finite(limitsOf.get(account) ?? [])'],
      ['[]', stray, '...(limitsOf.get(account) ?? [])'],
      ['[]', stray, 'survey.limitsOf.get(account) ?? []'],
    ],
  },
  {
    file: 'shared/permits/describe-verdict.ts',
    why: 'More than ten people are never one.',
    mutants: [["'person'", '""']],
  },
  {
    file: 'shared/permits/facts-of.ts',
    why: 'What is absent and what is undefined are the same. Days beyond those of an account have no credits.',
    mutants: [
      ["scope.kind === 'team'", 'true'],
      ['day < credits.length', 'day <= credits.length'],
      ['unheldUntilMs !== undefined', 'true'],
      ['sendTo !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/permits/facts-of.ts',
    why: 'Without an email there is no owner of an address, no exemption, and nothing to send to; each on the roster is an owner.',
    mutants: [
      ["''", strayText, "addressOf(email ?? '')"],
      ["''", strayText, "addressOf(user.email ?? record?.email ?? '')"],
      ['owners.get(key)?.length', 'owners.get(key).length'],
      ['user.email?.trim()', 'user.email.trim()'],
      ['email !== undefined', 'true', 'email !== undefined && goneSince === undefined'],
    ],
  },
  {
    file: 'shared/permits/held-addresses.ts',
    why: 'A text among events is of no kind; of no address none is taken.',
    mutants: [
      ['[]', stray, 'const { email, events = []'],
      ['[]', stray, 'goneSince, events = [] } of users'],
      ['last === undefined', 'false', 'taken === undefined || last === undefined ? held'],
    ],
  },
  {
    file: 'shared/permits/permitted-plan.ts',
    why: 'Of no changes all are permitted: not to ask saves time. What is known to be of the same changes is known. A text among limits is none.',
    mutants: [
      ['[]', stray, 'limitsOf.get(each.userId) ?? []'],
      ['changes.length === 0', 'false'],
      ['{ return plan; }', '{}', 'if (changes.length === 0) { return plan; }'],
      ['known !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/permits/sent-limits.ts',
    why: 'A limit that was replaced is in the list of those; to put two lists together where one is empty takes time alone.',
    mutants: [
      ['past.length === 0', 'false'],
      ["''", strayText],
      ['own?.from', 'own.from'],
      ['own?.until', 'own.until'],
    ],
  },
  {
    file: 'shared/permits/verdict.ts',
    why: 'Limits are known of every account.',
    mutants: [
      ['[]', stray, 'openLimit(limitsOf.get(account) ?? [])'],
      ['[]', stray, '(limitsOf.get(account) ?? []).map'],
    ],
  },
  {
    file: 'shared/roster/followed-addresses.ts',
    why: 'Where no email has changed, each address is with its person: not to look saves time.',
    mutants: [
      ["!users.some(({ events }) => events?.some(({ kind }) => kind === 'email-changed') === true)", 'false'],
      ["events?.some(({ kind }) => kind === 'email-changed') === true", 'true'],
      ["kind === 'email-changed'", 'true', "events?.some(({ kind }) => kind === 'email-changed') === true"],
      ['{ return new Map(); }', '{}'],
    ],
  },
  {
    file: 'shared/roster/followed-addresses.ts',
    why: 'A text is no address and no event; only a change of the email has one from before.',
    mutants: [
      ['[]', stray, 'goneSince !== undefined ? [] : [emailKey(email)]'],
      ['[]', stray, 'of user.events ?? []'],
      ["kind === 'email-changed'", 'true', "kind === 'email-changed' && emailBefore !== undefined"],
    ],
  },
  {
    file: 'shared/roster/followed-addresses.ts',
    why: 'An equal rank is of one user at one moment. What people on the roster have nobody gave up, and it is not looked for. An address that nobody has was given up.',
    mutants: [
      ['rankOf(known) < rankOf(given)', 'rankOf(known) <= rankOf(given)'],
      ['user.goneSince !== undefined', 'true', 'user.goneSince !== undefined && user.email !== undefined'],
      ['place !== undefined', 'true', 'while (place !== undefined && !held.has(place)'],
      ['lastHolder.get(place)?.user', 'lastHolder.get(place).user'],
      ['place !== undefined', 'true', 'return place !== undefined && held.has(place)'],
    ],
  },
  {
    file: 'shared/budgets/followed-rows.ts',
    why: 'Only the scope of a person has an address; ranks are equal of one row; where no address is a former one, not to look saves time; a text is no address and no grant.',
    mutants: [
      ["scope.kind === 'user'", 'true', "const to = scope.kind === 'user'"],
      ["budget.scope.kind === 'user'", 'true'],
      ['first < rank', 'first <= rank'],
      ['followed.size === 0', 'false', 'of followed.size === 0 ? [] : budgets'],
      ['followed.size === 0', 'false', 'of followed.size === 0 ? [] : grants'],
      ['[]', stray, 'of followed.size === 0 ? [] : grants'],
      ['followed.size === 0', 'false', 'of followed.size === 0 ? [] : teams'],
      ['[]', stray, '[grant.scope.email] : []'],
      ['[]', stray, 'grant.for ?? []'],
    ],
  },
  {
    file: 'shared/caps/person.ts',
    why: 'No team has no name; a text among budgets sets no caps.',
    mutants: [
      ['team === undefined', 'false', 'const ofTeam = team === undefined ?'],
      ['[]', stray, 'const ofTeam = team === undefined ? []'],
      ['[]', stray, 'byTeam.get(team) ?? []);\n  return [...ofTeam'],
    ],
  },
  {
    file: 'shared/promise/use.ts',
    why: 'A text among spans has no days; days that are not known have no credits.',
    mutants: [
      ['credits.length - 1', 'credits.length + 1'],
      ['[]', stray, 'stay.team === team && from <= through ? [{ from, through }] : []'],
    ],
  },
  {
    file: 'shared/promise/potential.ts',
    why: 'The limits of every account are known.',
    mutants: [['[]', stray, 'const limits = limitsOf.get(account) ?? [];']],
  },
  {
    file: 'shared/controls/use-cases/decide-history.ts',
    why: 'A list has a last range where it has a first one.',
    mutants: [
      ['first === undefined || last === undefined', 'first === undefined && last === undefined'],
      ['first === undefined', 'false'],
      ['last === undefined', 'false'],
    ],
  },
  {
    file: 'shared/controls/use-cases/decide-history.ts',
    why: 'Of a history of which something is handled, all was read before; absent and undefined are the same.',
    mutants: [
      ['handled === undefined', 'true', 'handled === undefined && state.predecessor === undefined'],
      ['after === undefined', 'false'],
    ],
  },
  {
    file: 'shared/controls/use-cases/collect-history.ts',
    why: 'No number that was served is undefined.',
    mutants: [['revision !== undefined', 'true']],
  },
  {
    file: 'shared/controls/use-cases/decide-history.ts',
    why: 'A history of which nothing is handled has nothing to count again.',
    mutants: [['state.handled === undefined', 'false']],
  },
  {
    file: 'shared/sessions/use-cases/watch-sessions.ts',
    why: 'No session has such an id: the action is needless. What is planned has applied nothing.',
    mutants: [
      ['[]', stray, 'permit?.mayAct === false ? [] : made.due'],
      ["end.kind === 'planned'", 'false'],
      ["'planned'", '""'],
    ],
  },
  {
    file: 'shared/digest/use-cases/collect-digest.ts',
    why: 'Only the scope of a team has a name; what is absent is not in depth.',
    mutants: [
      ['team !== undefined', 'true', 'return team !== undefined && scope.names'],
      ['{ isInDepth: false }', '{}'],
    ],
  },
  {
    file: 'shared/explanation/use-cases/snapshots/read-snapshot.ts',
    why: 'Nothing that is read names the run.',
    mutants: [["'standing'", '""']],
  },
  {
    file: 'shared/controls/use-cases/read-timeline.ts',
    why: 'Of no revision all are judged, and then there is no next one either.',
    mutants: [['last === undefined', 'false']],
  },
  {
    file: 'shared/mail/use-cases/send-mail.ts',
    why: 'A mail may be sent from some moment on exactly where it is written.',
    mutants: [
      ["entry?.state.kind !== 'written'", 'false'],
      [
        "entry?.state.kind !== 'written' || fromMs === undefined",
        "entry?.state.kind !== 'written' && fromMs === undefined",
      ],
      ['fromMs === undefined', 'false'],
    ],
  },
  {
    file: 'shared/mail/use-cases/find-mails.ts',
    why: 'Only a mail that is being sent is so since some moment.',
    mutants: [
      ["state.kind === 'sending'", 'true', "state.kind === 'sending' && nowMs - Date.parse(state.since) >= silentMs"],
    ],
  },
  {
    file: 'shared/notifications/use-cases/notify.ts',
    why: 'No condition has such an id; of nothing that is seen or known nothing is decided: not to look saves time.',
    mutants: [
      ['[]', stray, 'const known = order.known ?? (await ports.alerts.read(order.lease, []));'],
      ['[]', stray, 'function seesAnything({ uses = [], forecasts = ['],
      ['[]', stray, '], forecasts = [], stops, observed }: Observations): boolean {'],
      ['known.length > 0 || order.report !== undefined || seesAnything(order.observations)', 'true'],
      ['known.length > 0', 'known.length >= 0'],
      ['uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) > 0', 'true'],
      [
        'uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) > 0',
        'uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) >= 0',
      ],
    ],
  },
  {
    file: 'shared/notifications/use-cases/notify.ts',
    why: 'A text among what was seen is seen by nobody; every event that is noted has somebody who is notified of it, in the same words for owners and admins.',
    mutants: [
      ['[]', stray, 'return [];'],
      ['notification === undefined', 'false'],
      ['{ return []; }', '{}'],
      ["notification.role === 'user'", 'true'],
      ["'owner'", '""'],
    ],
  },
  {
    file: 'shared/notifications/use-cases/deliver-waiting.ts',
    why: 'A report is for an address, whoever has it: it is never astray.',
    mutants: [["notification.kind === 'condition'", 'true']],
  },
  {
    file: 'shared/notifications/use-cases/due-mails.ts',
    why: 'Nothing is pending under such a lease, no condition has such an id, and a text is not grave.',
    mutants: [
      ['[]', stray, '{ lease, also = [], settings, nowMs, unheard = ['],
      ['[]', stray, 'const open = unheard.length > 0 ? [] : await ports.alerts.read(lease, ['],
      ['[]', stray, '] : await ports.alerts.read(lease, []);'],
    ],
  },
  {
    file: 'shared/notifications/use-cases/find-unheard.ts',
    why: 'No condition has such an id.',
    mutants: [['[]', stray]],
  },
  {
    file: 'shared/notifications/use-cases/acknowledge.ts',
    why: 'No condition has such an id.',
    mutants: [['[]', stray, 'const found = (await alerts.read(lease, [])).find(']],
  },
  {
    file: 'shared/notifications/use-cases/due-mails.ts',
    why: 'A shortcut: of nothing there is no mail; no mail has no name.',
    mutants: [
      ['pending.size === 0 && summaries.length === 0', 'false'],
      ['{ return []; }', '{}'],
      ['mailId !== undefined', 'true'],
      ['[]', stray, 'const lost = due.length === 0 ? [] : await ports.outbox.listUnknown();'],
      ['[]', stray, 'const mailIds = new Set(pending.flatMap(({ mailId }) => mailId ?? []));'],
    ],
  },
  {
    file: 'shared/controls/use-cases/reports/add-unusual-steps.ts',
    why: 'What was reported as the newest has a place; a revision that was rewritten is stored, with two contents.',
    mutants: [
      ['of.draft.reported.place?.digest', 'of.draft.reported.place.digest'],
      ['reported === undefined', 'false'],
      ['entry !== undefined', 'true', 'if (entry !== undefined && revision !== undefined) {'],
      ['entry !== undefined', 'true', 'if (entry !== undefined && older !== undefined && newer !== undefined) {'],
      ['older !== undefined', 'true'],
      ['newer !== undefined', 'true'],
      ['entry !== undefined && older !== undefined', 'true'],
      ['entry !== undefined && older !== undefined', 'entry !== undefined || older !== undefined'],
      [
        'entry !== undefined && older !== undefined && newer !== undefined',
        'entry !== undefined && older !== undefined || newer !== undefined',
      ],
      ['revision !== undefined', 'true', 'if (before !== undefined && revision !== undefined) {'],
      ['[]', stray, 'const [older, newer] = entry === undefined ? [] : contentsOf(entry).slice(-2);'],
    ],
  },
  {
    file: 'shared/controls/use-cases/reports/compose-controls-report.ts',
    why: 'A first report has one step, which is no effect of several; several steps have a place; a list has a last where it has a first.',
    mutants: [
      [
        "intent.kind === 'first-run'",
        'false',
        "const net = intent.kind === 'first-run' ? undefined : netOf(of, before);",
      ],
      ["'first-run'", '""', "const net = intent.kind === 'first-run' ? undefined : netOf(of, before);"],
      ['reported.place === undefined', 'false'],
      ['last === undefined', 'false', 'return first === undefined || last === undefined ? undefined'],
    ],
  },
  {
    file: 'shared/controls/use-cases/reports/compose-controls-report.ts',
    why: 'A text among ranges has no numbers.',
    mutants: [
      ['[]', stray, 'return last === undefined ? [] : [{ from: last.through, through: last.through }];'],
      ['[]', stray, ' = [];\n  for (const range of intent.revisions'],
      ['[]', stray, '...(successor === undefined ? [] : [{ from: successor.revision, through: successor.revision }]),'],
    ],
  },
  {
    file: 'shared/controls/use-cases/reports/compose-controls-report.ts',
    why: 'A list has a last where it has a first one; every finding has a revision.',
    mutants: [
      [
        'first === undefined || last === undefined',
        'first === undefined && last === undefined',
        'if (first === undefined || last === undefined) {',
      ],
      ['last === undefined', 'false', 'if (first === undefined || last === undefined) {'],
      ['-1', '+1', '?? -1));'],
    ],
  },
  {
    file: 'shared/controls/use-cases/reports/report-draft.ts',
    why: 'A revision that is stored has a content.',
    mutants: [
      ["{ digest: '' }", '{}'],
      ["''", strayText],
    ],
  },
  {
    file: 'shared/evidence/use-cases/anchors/anchor-keeper.ts',
    why: 'Without links there is no moment since which nothing is signed; what is absent and what is undefined are the same.',
    mutants: [
      ['since !== undefined', 'true'],
      ['settings === undefined', 'false'],
    ],
  },
  {
    file: 'shared/evidence/use-cases/anchors/compare-anchors.ts',
    why: 'Of two heads that were signed at one instant either will do; one that another key has signed names that key.',
    mutants: [
      ['each.statement.at > newest.statement.at', 'each.statement.at >= newest.statement.at'],
      ['first.key !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/controls/use-cases/collect-history.ts',
    why: 'Whether all is read is set by each reading; a stored content is in its entry, which has a first one; no instant is later than none.',
    mutants: [
      ['false', 'true', 'newest: undefined, isWhole: false,'],
      ['version === undefined', 'false'],
      ['contentsOf(entry)[0]?.digest', 'contentsOf(entry)[0].digest'],
      ['newestAt === undefined', 'false'],
      [
        'oldestAt === undefined',
        'false',
        'if (handled === undefined || newestAt === undefined || oldestAt === undefined) {',
      ],
      [
        'Date.parse(updatedAt) < Date.parse(gathered.oldestAt)',
        'Date.parse(updatedAt) <= Date.parse(gathered.oldestAt)',
      ],
    ],
  },
  {
    file: 'shared/controls/use-cases/collect-history.ts',
    why: 'What was served is not unreadable; nothing is less than undefined.',
    mutants: [
      ['number < newest.revision', 'number <= newest.revision'],
      ['number !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/controls/use-cases/stored-revisions.ts',
    why: 'Of a revision that is not known no content is.',
    mutants: [['entry !== undefined', 'true']],
  },
  {
    file: 'shared/controls/use-cases/finish-intent.ts',
    why: 'What is absent and what is undefined are the same; an intent names what is handled, where anything is.',
    mutants: [
      ['inForce === undefined', 'false'],
      ['handled === undefined', 'false', 'return handled === undefined ? {} : { handled };'],
      ['baselineVersion === undefined', 'false'],
    ],
  },
  {
    file: 'shared/controls/use-cases/finish-intent.ts',
    why: 'Nothing stands behind the link that a fresh intent was written at: not to look saves time.',
    mutants: [["how === 'taken-up'", 'true']],
  },
  {
    file: 'shared/evidence/use-cases/append-evidence.ts',
    why: 'The chain takes no record twice: not to look saves time. What is absent and what is undefined are the same.',
    mutants: [
      ['(id: string) => writer.has(id)', '() => undefined'],
      ['Object.entries(alarm).filter(([, value]) => value !== undefined)', 'Object.entries(alarm)'],
      ['value !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/controls/use-cases/finish-intent.ts',
    why: 'Nobody hears of a dry run; what has an alarm is mailed, so that no condition is journaled by itself; subjects are for all.',
    mutants: [
      ['[]', stray, 'return { state, unheard: [], reports: isWorthMailing(report) ? [report] : ['],
      ['{ runId: order.runId, at, today: at.slice(0, 10) }', '{}'],
      ['at.slice(0, 10)', 'at'],
      ["'controls'", '""', "lease: 'controls',"],
      [
        "'owner'",
        '""',
        "return isHeard ? [] : [{ severity: said.severity, headline: said.contentFor('owner').subject }];",
      ],
    ],
  },
  {
    file: 'shared/controls/use-cases/decide-on-controls.ts',
    why: 'What was decided has no field that is undefined.',
    mutants: [
      ['Object.entries(grant).filter(([, value]) => value !== undefined)', 'Object.entries(grant)'],
      ['value !== undefined', 'true', 'Object.entries(grant).filter(([, value]) => value !== undefined)'],
    ],
  },
  {
    file: 'shared/controls/use-cases/evaluated-revisions.ts',
    why: 'What is absent and what is undefined are the same.',
    mutants: [['predecessor === undefined', 'false']],
  },
  {
    file: 'shared/controls/use-cases/finish-intent.ts',
    why: 'A deviation has a change.',
    mutants: [['change === undefined', 'false']],
  },
  {
    file: 'shared/controls/use-cases/judge-revision.ts',
    why: 'Nothing is as false as undefined.',
    mutants: [['() => false', '() => undefined']],
  },
  {
    file: 'shared/controls/use-cases/stored-revisions.ts',
    why: 'A page without an entry is shorter than a whole one.',
    mutants: [['last === undefined', 'false']],
  },
  {
    file: 'shared/controls/use-cases/alarm-conditions.ts',
    why: 'Of no alarm and no condition nothing follows: it is said at once only to load less. Events do not say whom to notify.',
    mutants: [
      ['observed.length === 0 && open.every(({ observation }) => alarmOf(observation) === undefined)', 'false'],
      ['{ return { alarms: [], over: [] }; }', '{}'],
      ['[]', stray, 'const nobody = { admins: []'],
      ['[]', stray, 'fallback: [], unreachable'],
    ],
  },
  {
    file: 'shared/controls/use-cases/alarm-conditions.ts',
    why: 'Under the lease of the controls all conditions were observed, and none has such an id.',
    mutants: [
      ["(await ports.alerts.read('controls', [])).filter(isObserved)", "await ports.alerts.read('controls', [])"],
      [
        '(await ports.alerts.find([...new Set(others)])).filter(isObserved)',
        'await ports.alerts.find([...new Set(others)])',
      ],
      ['[]', stray, "const open = (await ports.alerts.read('controls', [])).filter(isObserved);"],
      ["state.kind === 'observed'", 'true'],
    ],
  },
  {
    file: 'shared/evidence/use-cases/export-controls.ts',
    why: 'A link that is seen twice is in the same part; what is absent and what is undefined are the same.',
    mutants: [
      ["verdict.kind === 'broken'", 'true'],
      [
        'previous === undefined',
        'false',
        '...step, ...(previous === undefined ? {} : { previous }), isStart: step.isStart || (meaning !== undefined && meaning.previous ===',
      ],
    ],
  },
  {
    file: 'shared/controls/use-cases/close-watch.ts',
    why: 'No condition has such an id, and who is notified does not depend on the day of the run.',
    mutants: [
      ['[]', stray, "const open = await ports.alerts.read('controls', []);"],
      ['at.slice(0, 10)', 'at'],
    ],
  },
  {
    file: 'shared/evidence/use-cases/read-head.ts',
    why: 'No link names no signed head.',
    mutants: [['head === undefined', 'false']],
  },
  {
    file: 'shared/evidence/use-cases/append-evidence.ts',
    why: 'Changes have a first part, even if there is none; a text among contents has the place of none.',
    mutants: [
      ['[]', stray, 'const [first = [], ...more] = partsOfChanges(changes ?? ['],
      ['[]', stray, '] = [];'],
    ],
  },
  {
    file: 'shared/evidence/use-cases/verify-controls.ts',
    why: 'A text among signed heads is none, and one that is read twice is the same.',
    mutants: [
      ['[]', stray, 'kept: KeptAnchors = { checked: [] },'],
      ["''", strayText],
      ['text !== last', 'true'],
    ],
  },
  {
    file: 'shared/enforcement/judge-plan.ts',
    why: 'A plan is measured against limits that were confirmed; where no budget binds, nothing is asked of its window.',
    mutants: [
      ['record.confirmed?.at', 'record.confirmed.at'],
      ['confirmed !== undefined', 'true'],
      ['binding !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/enforcement/judge-plan.ts',
    why: 'The earlier of two moments that are the same.',
    mutants: [['confirmed.at < latestSent', 'confirmed.at <= latestSent']],
  },
  {
    file: 'shared/enforcement/judge-plan.ts',
    why: 'Nothing is more than bounds that are not there.',
    mutants: [['blastRadius === false', 'false']],
  },
  {
    file: 'shared/enforcement/judge-plan.ts',
    why: 'The run of what is taken as done is looked at by its ending alone.',
    mutants: [["'protection'", '""']],
  },
  {
    file: 'shared/caps/cap-plan.ts',
    why: 'Letters are made alike in either case.',
    mutants: [['change.email.toLowerCase()', 'change.email.toUpperCase()']],
  },
  {
    file: 'shared/caps/cap.ts',
    why: 'A limit that is right was confirmed, so that there is a record with an instant.',
    mutants: [
      ['record?.email', 'record.email'],
      ["''", strayText],
      ['record.confirmed?.at', 'record.confirmed.at'],
    ],
  },
  {
    file: 'shared/caps/shares/divide-shares.ts',
    why: 'Every user with a share draws on a pool.',
    mutants: [
      ['own === undefined', 'false'],
      ['{ return []; }', '{}'],
      ['[]', stray, '? [] : [{ ...status, ...known, roomCredits: roomOf(pool), guarantee, reserved, memberIds }];'],
      ['[]', stray, 'return [];'],
      ['[]', stray, 'for (const userId of reservedOf.size === 0 ? [] : memberIds) {'],
    ],
  },
  {
    file: 'shared/budgets/binding-budgets.ts',
    why: 'A shortcut for the usual case: in no scopes at all none is found.',
    mutants: [
      ['invalidScopes.size === 0', 'false'],
      ['{ return false; }', '{}'],
    ],
  },
  {
    file: 'shared/caps/shares/named-pools.ts',
    why: 'The team of every budget has its people gathered, and no team has the name that takes the place of none.',
    mutants: [
      ['ofScope === undefined', 'false'],
      ['[]', stray, 'return ofScope === undefined ? [] : poolsOf(budget, { ofScope, use: people.use, moment });'],
      ["''", strayText, "teams.get(team ?? '')?.memberIds.push(userId);"],
    ],
  },
  {
    file: 'shared/caps/top-up-gain.ts',
    why: 'Nothing of a plan depends on what a top-up is called and who made it, and a text names no one.',
    mutants: [
      ["'tried'", '""'],
      ["''", strayText, "return { ...tried, id: 'tried', reason: '', createdBy:"],
      ["''", strayText, "createdBy: '', version: 1 };"],
      [
        '[]',
        stray,
        'const inForce = [record?.confirmed, ...(record?.unsettled ?? [])].map((sent) => sent?.limitCredits ?? 0);',
      ],
    ],
  },
  {
    file: 'shared/caps/top-up-gain.ts',
    why: 'Two plans of the same people decide on the same people, and somebody who is short of a pool has a share of it.',
    mutants: [
      ['was?.limitCredits === undefined', 'false'],
      ['was?.limitCredits', 'was.limitCredits'],
      ['is === undefined', 'false'],
      ['shares.byUser.get(userId)?.reserved', 'shares.byUser.get(userId).reserved'],
    ],
  },
  {
    file: 'shared/caps/shares/user-pools.ts',
    why: 'Users who draw on the same pools share what is told of them to save time, and it says the same.',
    mutants: [
      ['next.set(named, known);', ';'],
      ['pools !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/ledger/judge-day.ts',
    why: 'A day that is complete after it was suspect names the run that cleared it.',
    mutants: [['clearedByRunId === undefined', 'false']],
  },
  {
    file: 'shared/ledger/trust-gate.ts',
    why: 'A text among rows names no user.',
    mutants: [
      ['[]', stray, 'const billed = (reported?.unreadable ?? []).flatMap((row) => (row.userId === undefined ? ['],
    ],
  },
  {
    file: 'shared/ledger/trust-gate.ts',
    why: 'Nothing is less than a share of undefined.',
    mutants: [['trustedTotal !== undefined', 'true']],
  },
  {
    file: 'shared/limits/limits-in-force.ts',
    why: 'What ended before the known data is left out once more at the end; here it only saves time.',
    mutants: [
      ['untilMs > terms.knownUntilMs', 'true'],
      ['untilMs > terms.knownUntilMs', 'untilMs >= terms.knownUntilMs'],
    ],
  },
  {
    file: 'shared/limits/record-outcome.ts',
    why: 'A text among limits ends at no instant and is left out; of two equal instants either will do.',
    mutants: [
      [
        '[]',
        stray,
        'const earlier = (before?.replaced ?? []).filter((limit) => Date.parse(limit.until) > keptFromMs);',
      ],
      ['from < one.from', 'from <= one.from'],
      ['until > one.until', 'until >= one.until'],
    ],
  },
  {
    file: 'shared/limits/stopped-days.ts',
    why: 'A text among limits never stands, no use is as much as undefined, and of two equal limits either will do.',
    mutants: [
      ['[]', stray, 'const inForce = [...(confirmed === undefined ? [] : [confirmed]), ...unsettled];'],
      ['[]', stray, 'function limitsOf({ confirmed, unsettled, replaced = [] }: LimitRecord): readonly LimitPeriod['],
      ['limitCredits !== undefined', 'true'],
      ['limitCredits > (highest ?? -1)', 'limitCredits >= (highest ?? -1)'],
    ],
  },
  {
    file: 'shared/limits/stopped-days.ts',
    why: 'Where no day is looked at, every day comes after the last.',
    mutants: [["''", strayText, "const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ??"]],
  },
  {
    file: 'shared/pools/divide-pools.ts',
    why: 'A shortcut where nothing depends on when a limit is replaced: to divide once more gives the same.',
    mutants: [
      ['({ curves }) => curves.every(({ replaced, inForce }) => replaced === inForce)', '() => undefined'],
      ['({ replaced, inForce }) => replaced === inForce', '() => undefined'],
      ['replaced === inForce', 'false'],
    ],
  },
  {
    file: 'shared/pools/divide-pools.ts',
    why: 'What is absent and what is undefined are the same, or become 0 where they are used.',
    mutants: [['() => 0', '() => undefined']],
  },
  {
    file: 'shared/pools/divide-pools.ts',
    why: 'A limit is lowered only below the one in force, so that something changes; the pool of every index exists.',
    mutants: [
      [
        'change !== undefined',
        'true',
        'lowers: decided.flatMap(({ change, isLowered }) => (change !== undefined && isLowered ? [change] : [])),',
      ],
      ['pool === undefined', 'false'],
    ],
  },
  {
    file: 'shared/pools/divide-pools.ts',
    why: 'A text among members is a member of no pool, and every pool of a member exists.',
    mutants: [['[]', stray, 'const own = pool.memberIds.flatMap((userId) => byId.get(userId) ?? []);']],
  },
  {
    file: 'shared/pools/demand/demand.ts',
    why: 'At the bound itself the formula gives the same.',
    mutants: [
      ['headroomCredits <= 0', 'headroomCredits < 0'],
      ['chance >= activeChance', 'chance > activeChance'],
    ],
  },
  {
    file: 'shared/pools/demand/estimate-demand.ts',
    why: 'Which of the two kinds of days is called which changes nothing.',
    mutants: [['weekday >= 5', 'weekday < 5']],
  },
  {
    file: 'shared/pools/fill-pools.ts',
    why: 'Every draw is one of a pool.',
    mutants: [
      ['pool !== undefined', 'true'],
      ['other !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/pools/stop-chance-queue.ts',
    why: 'There is a chance for each index, and a last entry where there is a first.',
    mutants: [
      ['hole > 0', 'hole >= 0'],
      ['chance === undefined', 'false'],
      ['lastIndex === undefined', 'false'],
      ['lastChance === undefined', 'false'],
    ],
  },
  {
    file: 'shared/pools/exposure/member-exposure.ts',
    why: 'Every pool of a member exists, and a group of pools has a first one.',
    mutants: [
      ['pool === undefined', 'false'],
      ['first === undefined', 'false'],
    ],
  },
  {
    file: 'shared/pools/reservation.ts',
    why: 'A shortcut: where nobody is to get more than they have, filling gives everybody that.',
    mutants: [
      ['users.every(({ reservation }) => reservation === undefined)', 'false'],
      ['({ reservation }) => reservation === undefined', '() => undefined'],
      ['reservation === undefined', 'false', 'if (users.every(({ reservation }) => reservation === undefined)) {'],
      ['{ return users.map(({ leastCredits = 0 }) => leastCredits); }', '{}'],
      ['(wanted[index] ?? 0) > leastCredits', 'true'],
      ['(wanted[index] ?? 0) > leastCredits', '(wanted[index] ?? 0) >= leastCredits'],
    ],
  },
  {
    file: 'shared/enforcement/blast-radius.ts',
    why: 'No record has no confirmed limit either; only a budget blocks.',
    mutants: [
      ['record === undefined', 'false'],
      [
        'binding === undefined',
        'false',
        "return binding === undefined ? 'no budget' : `${formatScope(binding.scope)} ${binding.window}`;",
      ],
    ],
  },
  {
    file: 'shared/enforcement/named-users.ts',
    why: 'A text among ends is at no instant.',
    mutants: [['[]', stray, ': [],']],
  },
  {
    file: 'shared/kernel/runs/next-run.ts',
    why: 'A text among minutes is at no instant; of two runs at one instant either will do.',
    mutants: [
      ['[]', stray],
      ['runMs < next', 'runMs <= next'],
    ],
  },
  {
    file: 'shared/kernel/runs/notice.ts',
    why: 'The first and the last of some days are days.',
    mutants: [
      ["''", strayText, "const about = `${days[0]?.day ?? ''}/${days.at(-1)?.day ??"],
      ["''", strayText, "days.at(-1)?.day ?? ''}/${days.length}`;"],
    ],
  },
  {
    file: 'shared/kernel/records/use-cases/adopt-edits.ts',
    why: 'Without a version nobody is asked for its author; a row without a record has none; absent and undefined are the same.',
    mutants: [
      ["''", strayText],
      ["row.kind === 'record'", 'true', "const grant = row.kind === 'record' ? row.record : undefined;"],
      ['endedAt !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/grants/use-cases.ts',
    why: 'A top-up has no email of its own: it is no exemption of anybody.',
    mutants: [
      ["grants .filter((grant) => grant.kind === 'exemption')", 'grants'],
      ["grant.kind === 'exemption'", 'true'],
    ],
  },
  {
    file: 'shared/kernel/records/use-cases/edit-record.ts',
    why: 'Of a row that is not there, or is none of these, neither is known.',
    mutants: [
      ["row.kind === 'invalid'", 'true', "row.kind === 'invalid' ? row.lastValid : undefined"],
      ["row.kind === 'record'", 'true', "row.kind === 'record' ? row.record : undefined"],
    ],
  },
  {
    file: 'shared/kernel/records/use-cases/edit-record.ts',
    why: 'An addition has no record before it, and a removal none after it; absent and undefined terms are the same.',
    mutants: [
      ["change.kind === 'add'", 'false'],
      ["'add'", '""', "const before = change.kind === 'add' ? undefined : change.before;"],
      ["change.kind === 'remove'", 'false'],
      ["'remove'", '""', "const terms = change.kind === 'remove' ? undefined : change.after;"],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/begin-run.ts',
    why: 'Only a run that has ended is asked for by its kind; the owner of no lease is asked by nobody.',
    mutants: [
      ["'begun'", '""', "return { kind: 'begun', started: startedRun(job, order, firstMs, firstMs), firstMs };"],
      ["'begun'", '""', "return { kind: 'begun', started, firstMs, lease: acquired?.lease };"],
      ["''", strayText],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/begin-run.ts',
    why: 'Another run is at work, and a lease is there to be released, only where the job has one.',
    mutants: [
      ['lease?.doing', 'lease.doing'],
      ['lease?.leases', 'lease.leases', 'await (acquired && lease?.leases.release(acquired.lease));'],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/begin-run.ts',
    why: 'Without a lease to wait for, a second look finds what the first did; a text among runs has no outcome.',
    mutants: [
      ['acquired === undefined', 'false'],
      ['[]', stray, '...(same === undefined ? [] : [same]),'],
      ['[]', stray, '? [] : (await record.runs.list(name, recentRunsMax)).filter(record.isFinishedBy)),'],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/job.ts',
    why: 'A verdict is asked only whether it is `held`.',
    mutants: [
      ["{ kind: 'passed', permit: undefined }", '{}'],
      ["'passed'", '""', "export const passed: Verdict<undefined> = { kind: 'passed', permit: undefined };"],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/read-pages.ts',
    why: 'Each step reads a page or more, and one that reads none any more gives the same place again, which is a circle.',
    mutants: [
      ['step <= pagesMax', 'step < pagesMax'],
      ['place.pages >= pagesMax', 'false'],
      ['place.pages >= pagesMax', 'place.pages > pagesMax'],
      ['pages === end', 'false'],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/read-pages.ts',
    why: 'After the last page the list ends by itself.',
    mutants: [
      [
        'page.next === undefined',
        'false',
        'if (page.next === undefined || pages >= end || samePages >= samePagesMax) {',
      ],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/run-job.ts',
    why: 'A run has a lease exactly where its job has one, and only what has a record is recorded at the end.',
    mutants: [
      ['job.lease !== undefined', 'true'],
      ['job.lease === undefined || held === undefined', 'job.lease === undefined && held === undefined'],
      ['job.lease === undefined', 'false'],
      ['held === undefined', 'false', '=== undefined || held === undefined) {'],
      ['record?.journal', 'record.journal'],
    ],
  },
  {
    file: 'shared/kernel/runs/use-cases/run-job.ts',
    why: 'A dry run has returned before it is asked whether its lease is lost.',
    mutants: [
      ["end.kind !== 'planned'", 'true'],
      ["'planned'", '""', ": end.kind !== 'planned' && end.applied?.isLeaseLost === true;"],
    ],
  },
  {
    file: 'shared/kernel/records/use-cases/watch-edits.ts',
    why: 'A job without lease and record always has an end.',
    mutants: [['end?.kind', 'end.kind']],
  },
  {
    file: 'shared/kernel/records/use-cases/guarded-stores.ts',
    why: 'A text among people is nobody, and only a team’s scope has a name.',
    mutants: [
      [
        '[]',
        stray,
        "const named = grant.kind === 'exemption' ? [grant.email] : [...emailsIn(grant.scope), ...(grant.for ?? [])];",
      ],
      [
        '[]',
        stray,
        'users.flatMap(({ userId, email }) => (email !== undefined && teamOf.get(userId) === name ? [emailKey(email)] : []));',
      ],
      ["each.scope.kind === 'team'", 'true'],
    ],
  },
  {
    file: 'shared/kernel/records/use-cases/guarded-stores.ts',
    why: 'What is set for the first time has nothing before it, whatever the change is called.',
    mutants: [
      [
        'before === undefined',
        'false',
        "return before === undefined ? { kind: 'add', after: terms } : { kind: 'change', before, after: terms };",
      ],
      ["'add'", '""'],
    ],
  },
  {
    file: 'shared/kernel/access/editing-persons.ts',
    why: 'A text among people is nobody, only a user’s scope has an email, and teams go by their rules alone.',
    mutants: [
      ['[]', stray, "return scope.kind === 'user' ? [scope.email] : [];"],
      ["scope.kind === 'user'", 'true'],
      ["''", strayText, "const known = users.flatMap(({ userId, email = '' }) => {"],
      ["''", strayText, "const stamp = { version: 0, updatedBy: '', updatedAt:"],
      ["''", strayText, "updatedAt: '' };"],
      ["{ version: 0, updatedBy: '', updatedAt: '' }", '{}'],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/send-plan.ts',
    why: 'What a process has once begun to send passes a second look, at the same things.',
    mutants: [
      ['cache.sending !== undefined || cache.isDividedAgain', 'false'],
      ['cache.sending !== undefined || cache.isDividedAgain', 'cache.sending !== undefined && cache.isDividedAgain'],
      ['cache.sending !== undefined', 'false'],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/close-run.ts',
    why: 'No condition is called that, and what is absent and what is undefined are the same.',
    mutants: [['[]', stray, "conditions: await ports.alerts.read('limits', []),"]],
  },
  {
    file: 'shared/enforcement/use-cases/enforce-budgets.ts',
    why: 'A hold that is absent and one that is undefined are the same.',
    mutants: [['newer === undefined', 'false']],
  },
  {
    file: 'shared/enforcement/use-cases/apply-plan.ts',
    why: 'A hold that is absent and one that is undefined are the same.',
    mutants: [['hold === undefined', 'false', 'return hold === undefined ? {} : { hold };']],
  },
  {
    file: 'shared/enforcement/use-cases/close-run.ts',
    why: 'A dry run has applied nothing; a text is no suspect day.',
    mutants: [
      ["end.kind === 'planned'", 'false', "} = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);"],
      ["'planned'", '""', "} = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);"],
      ['[]', stray, 'return { ...result, days: [] };'],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/collect/collect-tables.ts',
    why: 'Days that nobody asked for are added to nothing, and nobody asks for later ones.',
    mutants: [
      ['day <= through', 'true'],
      ['through <= range.through', 'true'],
    ],
  },
  {
    file: 'shared/journal/day-entries.ts',
    why: 'Only a day that was known before is restated.',
    mutants: [['previous?.totalCredits', 'previous.totalCredits']],
  },
  {
    file: 'shared/enforcement/use-cases/collect/collect-last-known.ts',
    why: 'No day is before undefined, absent and undefined are the same, and a text among days is not complete.',
    mutants: [
      ['through !== undefined', 'true'],
      ['[]', stray, 'const days = range.from <= range.through ? await ledger.listDays(range) : [];'],
    ],
  },
  {
    file: 'shared/live/use-cases/plan-live.ts',
    why: 'Whoever is given credits is a member with an email, a share and a confirmed limit, which becomes another; a text is none of them.',
    mutants: [
      ['member === undefined || email === undefined || share === undefined || fromCredits === undefined', 'false'],
      [
        'member === undefined || email === undefined || share === undefined || fromCredits === undefined',
        '(member === undefined || email === undefined || share === undefined) && fromCredits === undefined',
      ],
      ['member === undefined || email === undefined || share === undefined', 'false'],
      [
        'member === undefined || email === undefined || share === undefined',
        '(member === undefined || email === undefined) && share === undefined',
      ],
      ['member === undefined || email === undefined', 'false'],
      ['member === undefined || email === undefined', 'member === undefined && email === undefined'],
      ['member === undefined', 'false'],
      ['email === undefined', 'false'],
      ['share === undefined', 'false'],
      ['fromCredits === undefined', 'false'],
      ['{ return []; }', '{}'],
      ['limitCredits < fromCredits', 'limitCredits <= fromCredits'],
      ['[]', stray, 'return [];'],
      ['[]', stray, 'return scope === undefined || window === undefined ? [] : [ {'],
      ['[]', stray, 'return { proven, changes: [], lowIds: ['],
      [
        '[]',
        stray,
        'const members = new Map((plan.shares.division?.members ?? []).map((member) => [member.userId, member]));',
      ],
    ],
  },
  {
    file: 'shared/live/use-cases/plan-live.ts',
    why: 'Every pool of which something is proven is one of the plan; totals were read by then.',
    mutants: [
      ['scope === undefined || window === undefined', 'scope === undefined && window === undefined'],
      ['scope === undefined || window === undefined', 'false'],
      ['window === undefined', 'false'],
      ['totals.reading?.beganAtMs', 'totals.reading.beganAtMs'],
    ],
  },
  {
    file: 'shared/live/use-cases/warn-seen.ts',
    why: 'Budgets are watched exactly where some day is known; of no uses nobody is notified.',
    mutants: [
      ['watched === undefined || through === undefined', 'watched === undefined && through === undefined'],
      ['watched === undefined', 'false'],
      ['through === undefined', 'false'],
      ['uses.length > 0', 'true'],
      ['uses.length > 0', 'uses.length >= 0'],
    ],
  },
  {
    file: 'shared/live/use-cases/give-live.ts',
    why: 'A dry run sends nothing and observes nothing, and what is off is not asked for its outcomes.',
    mutants: [
      ["end.kind === 'planned'", 'false', "const given = end.kind === 'planned' ? undefined : end.applied?.records;"],
      [
        "end.kind === 'planned'",
        'false',
        "const { outcomes, stopped } = end.kind === 'planned' ? nothingGiven : (end.applied ?? nothingGiven);",
      ],
      ["'planned'", '""', "const given = end.kind === 'planned' ? undefined : end.applied?.records;"],
      [
        "'planned'",
        '""',
        "const { outcomes, stopped } = end.kind === 'planned' ? nothingGiven : (end.applied ?? nothingGiven);",
      ],
      [
        '{ outcomes: new Map() }',
        '{}',
        'if (plan === undefined) { await sendOwed(work, capPercentOf(work)); return { outcomes: new Map() }; }',
      ],
    ],
  },
  {
    file: 'shared/live/use-cases/give-live.ts',
    why: 'What is absent and what is undefined are the same.',
    mutants: [["end.kind === 'held'", 'true', "...(end.kind === 'held' && { held: end.hold }),"]],
  },
  {
    file: 'shared/controls/use-cases/watch-controls.ts',
    why: 'From where links are looked for only saves reading; what fails has a problem.',
    mutants: [
      ['next.intent === undefined', 'false'],
      ['next.intent === undefined', 'true'],
      ['next.intent === undefined', 'next.intent !== undefined'],
      ["'fresh'", '""'],
      ["''", strayText],
      ["problems[0] ?? ''", "problems[0] && ''"],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/raise-alerts.ts',
    why: 'What is absent and what is undefined are the same; what is open is read whatever ids are named; text in place of a restated day names none.',
    mutants: [
      ['[]', stray, 'const open = await ports.alerts.read(lease, []);'],
      ['[]', stray, "restated: own.flatMap((each) => ('restated' in each ? each.restated : [])),"],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/raise-alerts.ts',
    why: 'Without a decided plan nothing is watched and there are no terms; without terms there is no pool; an exempt user has an exemption in force.',
    mutants: [
      [
        'decided === undefined',
        'false',
        'if (decided === undefined || exposureTerms === undefined || collected.through === undefined) {',
      ],
      ['decided === undefined || exposureTerms === undefined', 'decided === undefined && exposureTerms === undefined'],
      ['exposureTerms === undefined', 'false'],
      ["''", strayText],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/collect/collect-tables.ts',
    why: 'A range without days has no figures; texts are shared to save memory.',
    mutants: [
      ['wanted.from > wanted.through', 'false'],
      ['wanted.from > wanted.through', 'wanted.from >= wanted.through'],
      ['({ userId, email = userId }) => [userId, email]', '() => undefined'],
      ['[userId, email]', '[]'],
      ['[text, text]', '[]'],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/collect/collect-last-known.ts',
    why: 'A ledger gives the days that it is asked for.',
    mutants: [
      ['[]', stray, 'totals.add({ day, rows, unreadableUserIds: wanted.get(day)?.unreadableUserIds ?? [] });'],
      ['wanted.get(day)?.unreadableUserIds', 'wanted.get(day).unreadableUserIds'],
    ],
  },
  {
    file: 'shared/enforcement/use-cases/close-run.ts',
    why: 'A text among changes changes nothing.',
    mutants: [
      [
        '[]',
        stray,
        'const changesOf = (entries: typeof read) => changesByUser(entries.flatMap(({ change }) => change ?? []));',
      ],
    ],
  },
  {
    file: 'shared/requests/use-cases/ask-for-credits.ts',
    why: 'Without rules none is found; what was just asked can be decided, and all but a refusal approves; absent and undefined are the same.',
    mutants: [
      ['rules.length === 0', 'false'],
      ["{ verdict: 'approve' }", '{}'],
      ["'approve'", '""'],
      ["outcome.kind === 'refused' || outcome.request.decision === undefined", 'false'],
      [
        "outcome.kind === 'refused' || outcome.request.decision === undefined",
        "outcome.kind === 'refused' && outcome.request.decision === undefined",
      ],
      ["outcome.kind === 'refused'", 'false'],
      ["'refused'", '""', "return outcome.kind === 'refused' || outcome.request.decision === undefined"],
      ['outcome.request.decision === undefined', 'false'],
    ],
  },
  {
    file: 'shared/requests/use-cases/give-credits.ts',
    why: 'A request that is written with what it gives is decided, and has both the credits and the id of the top-up, or none.',
    mutants: [
      [
        'decision?.topUpId === undefined || decision.credits === undefined',
        'decision?.topUpId === undefined && decision.credits === undefined',
      ],
      ['decision?.topUpId === undefined', 'false'],
      ['decision?.topUpId', 'decision.topUpId'],
      ['decision.credits === undefined', 'false'],
    ],
  },
  {
    file: 'shared/requests/use-cases/list-requests.ts',
    why: 'Nothing else is asked of pools than whether they are raised, or drawn on first; what counts was decided; a way without pools to raise is not shown.',
    mutants: [
      ['a.askedAt < b.askedAt', 'a.askedAt <= b.askedAt'],
      [
        "'as-budgeted'",
        '""',
        "const preview = await previewRequest(ports, request, { settings, atMs, pools: 'as-budgeted' });",
      ],
      [
        'decision?.credits',
        'decision.credits',
        'givenCredits: given.reduce((sum, { decision }) => sum + (decision?.credits ?? 0), 0),',
      ],
      ['[]', stray, "const raised = (raisePools?.terms.raises ?? []).map(formatScope).join(' and ');"],
    ],
  },
  {
    file: 'shared/requests/use-cases/notify-requests.ts',
    why: 'An address of links is looked for twice; without a report nobody is notified; with its states given, a lease is not looked at.',
    mutants: [
      [
        'doorUrl === undefined',
        'false',
        'const invited = doorUrl === undefined ? [] : await invitations.listNotified();',
      ],
      ['doorUrl === undefined', 'false', 'isNotified || doorUrl === undefined ? []'],
      ['report !== undefined', 'true'],
      ["'requests'", '""', "composeDueMails(work.ports, work.run, { lease: 'requests', settings, nowMs }),"],
      [
        "'requests'",
        '""',
        "await notify(ports, run, { lease: 'requests', observations, routing, known: [], report });",
      ],
      ['[]', stray, 'const invited = doorUrl === undefined ? [] : await invitations.listNotified();'],
      ['[]', stray, "await notify(ports, run, { lease: 'requests', observations, routing, known: [], report });"],
    ],
  },
  {
    file: 'shared/requests/use-cases/report-request.ts',
    why: 'An address of links is looked for twice.',
    mutants: [['settings.doorUrl === undefined', 'false']],
  },
  {
    file: 'shared/hook/use-cases/start-run.ts',
    why: 'The table lets one run start in so many minutes: to be quiet here only saves asking it; a value that is alone may have any key.',
    mutants: [
      ['nowMs < quietUntilMs', 'false'],
      ['nowMs < quietUntilMs', 'nowMs <= quietUntilMs'],
      ['nowMs + lowKeptMs', 'nowMs - lowKeptMs'],
      ['nowMs + everyMs', 'nowMs - everyMs'],
      ["'low'", '""'],
    ],
  },
  {
    file: 'shared/hook/use-cases/invite-people.ts',
    why: 'Every email that is known has its user.',
    mutants: [["''", strayText]],
  },
  {
    file: 'shared/hook/use-cases/report-event.ts',
    why: 'Where more are kept than may be, there is a first one.',
    mutants: [['oldest !== undefined', 'true']],
  },
  {
    file: 'shared/hook/use-cases/connect-hook.ts',
    why: 'No two tokens of one person are made at one moment.',
    mutants: [['a.madeAt < b.madeAt', 'a.madeAt <= b.madeAt']],
  },
  {
    file: 'shared/impact/use-cases/show-impact.ts',
    why: 'The id of a run that is not made is in nothing that is shown.',
    mutants: [["'impact'", '""']],
  },
  {
    file: 'shared/impact/use-cases/show-impact.ts',
    why: 'Who set a budget is not looked at by a plan.',
    mutants: [["''", strayText]],
  },
  {
    file: 'shared/status/use-cases/status-document.ts',
    why: 'A group of runs has a first one.',
    mutants: [
      ['[]', stray, 'run === undefined ? [] : [runRecordDocument(run, facts.cutOff.has(run.runId))],'],
      ['run === undefined', 'false'],
    ],
  },
  {
    file: 'shared/explanation/use-cases/explanation-document.ts',
    why: 'Only who is limited has a binding budget, only who left has a day of leaving; what is absent is null either way.',
    mutants: [
      [
        "verdict.kind === 'limited'",
        'true',
        "const binding = verdict.kind === 'limited' ? verdict.binding : undefined;",
      ],
      ["verdict.kind === 'left'", 'true'],
      ["'bound' in verdict && verdict.bound !== undefined", "'bound' in verdict || verdict.bound !== undefined"],
      ['verdict.bound !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/digest/use-cases/collect-digest.ts',
    why: 'Where nobody gets a page, not to read only saves reading; a ledger gives the days that it is asked for; a page of the organization has its facts; no team is without a name.',
    mutants: [
      ['digestPages(settings, budgets, run.today).length === 0', 'false'],
      ['{ return { weeks, pages: [], problems: [], isAwayForNow: false }; }', '{}'],
      ['figures !== undefined', 'true'],
      ["''", strayText],
      ['organization !== undefined', 'true'],
    ],
  },
  {
    file: 'shared/digest/use-cases/send-digest.ts',
    why: 'Nothing is later than what was never sent; of no notifications nobody is notified; the organization names no teams.',
    mutants: [
      ['sent !== undefined', 'true'],
      ['notifications.length > 0', 'true'],
      ['notifications.length > 0', 'notifications.length >= 0'],
      ["scope.kind === 'teams'", 'true'],
    ],
  },
  {
    file: 'shared/hook/use-cases/read-own-warnings.ts',
    why: 'What is no stop and no use is nobody’s own; of a notification that is only described, nothing is looked at but whom it is for.',
    mutants: [
      ["'forecast'", '""'],
      ["case 'observed': return undefined;", "case 'observed':"],
      ["'observed'", '""'],
      ["'condition'", '""'],
      ["''", strayText, "notificationId: '',"],
      ["''", strayText, "recipient: '',"],
      ['[]', stray, 'askWhom: [],'],
    ],
  },
  {
    file: 'shared/computers/use-cases/watch-computers.ts',
    why: 'Only what is to be acted on is acted on.',
    mutants: [
      ["next.kind !== 'act'", 'false'],
      ['{ return undefined; }', '{}'],
    ],
  },
  {
    file: 'shared/roster/use-cases.ts',
    why: 'Of a reading that is not trusted nothing is told, and no reading is later than none.',
    mutants: [
      [
        "verdict.kind === 'trusted'",
        'true',
        "const span = verdict.kind === 'trusted' ? await spanToReport(ports, verdict.through) : undefined;",
      ],
      [
        "verdict.kind === 'trusted'",
        'true',
        "through: span?.through ?? (verdict.kind === 'trusted' ? verdict.through : run.at),",
      ],
      ['after === undefined', 'false'],
      ['begun !== undefined', 'true'],
    ],
  },
];
