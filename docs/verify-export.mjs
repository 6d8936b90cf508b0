// Checks an export of "curfew controls export" without Curfew: plain Node 20 or later, nothing to install.
//   node verify-export.mjs [FOLDER] [--head NUMBER:HASH]...
// docs/evidence.md describes what is checked. Exit code 0: all of it holds; 1: the first lines say what does not.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The page without what differs from one export to another.
const frameDigest = '4d817d34cc0ea734ae62afd485e6a66a04bce64869cb3fac518f2bf41ac33ebf';

const problemsMax = 50;
let problems = [];
let files = new Map();

/** Notes what does not hold. */
function bad(what) {
  if (problems.length < problemsMax) {
    problems.push(what);
  }
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const text = (value) => (typeof value === 'string' ? value : undefined);
const dayOf = (instant) => (Number.isNaN(Date.parse(instant)) ? '' : new Date(instant).toISOString().slice(0, 10));
const grouped = (number) => String(number).replaceAll(/\B(?=(\d{3})+$)/gu, ',');

/** JSON with sorted keys and no blanks. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).toSorted(order);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

// 1. The files are those of the manifest.
function read(name) {
  const bytes = files.get(name);
  if (bytes === undefined) {
    bad(`${name}: is not there`);
    return '';
  }
  const content = bytes.toString('utf8');
  if (!Buffer.from(content, 'utf8').equals(bytes)) bad(`${name}: is not UTF-8`);
  return content;
}

const needed = ['report.html', 'changes.csv', 'changes.json', 'revisions.txt', 'chain.txt', 'verify-export.mjs'];

/** Gives the first line, which names the head of the chain. */
function checkManifest() {
  const [remark = '', ...lines] = read('SHA256SUMS').split('\n');
  if (lines.pop() !== '') bad('SHA256SUMS: does not end with a line feed');
  const named = lines.map((line) => /^([0-9a-f]{64}) {2}([\w.-]+)$/u.exec(line) ?? [line, '', '']);
  for (const [line, sum, name] of named) {
    if (name === '') bad(`SHA256SUMS: ${JSON.stringify(line)} is no sum and name`);
    else if (sha256(files.get(name) ?? '') !== sum) bad(`${name}: is not the file of which SHA256SUMS has the sum`);
  }
  const names = named.map(([, , name]) => name);
  if (canonical(names) !== canonical(needed)) bad(`SHA256SUMS: names ${names.join(', ')} and not ${needed.join(', ')}`);
  return remark;
}

// 2. Each link has its hash and follows the one before; between two that do not, there were heartbeats alone.
function readLinks() {
  const lines = read('chain.txt').split('\n');
  if (lines.pop() !== '') bad('chain.txt: does not end with a line feed');
  const links = [];
  let record;
  for (const [at, line] of lines.entries()) {
    const where = `chain.txt line ${at + 1}`;
    const [hash, json] = [line.slice(0, 64), line.slice(66)];
    let link;
    try {
      link = JSON.parse(json);
    } catch {
      bad(`${where}: is no hash, two blanks and JSON`);
      continue;
    }
    if (line.slice(64, 66) !== '  ' || canonical(link) !== json) bad(`${where}: is not written as it was hashed`);
    if (sha256(`curfew-evidence/1\n${json}`) !== hash)
      bad(`${where}: link ${link.seq} was changed: it does not give its hash`);
    const before = links.at(-1);
    const due = before === undefined ? { seq: 0, hash: '0'.repeat(64) } : before;
    const bridge = link.body.lastRecord;
    if (link.seq === due.seq + 1 ? link.previousHash !== due.hash : link.seq <= due.seq || !isSame(bridge, record))
      bad(`${where}: link ${link.seq} does not follow link ${due.seq}: one was removed, inserted, moved or replaced`);
    if (link.seq === due.seq + 1 && bridge !== undefined && !isSame(bridge, record))
      bad(`${where}: link ${link.seq} names another record before it`);
    if (link.kind !== 'run') record = { seq: link.seq, hash };
    links.push({ ...link, hash });
  }
  return links;
}

const isSame = (a, b) => a !== undefined && b !== undefined && a.seq === b.seq && a.hash === b.hash;

/** No heartbeat of the period may be missing: around its links there is no gap. */
function checkGaps(links, { from, through }) {
  for (const [at, link] of links.entries()) {
    const before = links[at - 1];
    const isGap = before !== undefined && link.seq !== before.seq + 1;
    if (isGap && dayOf(before.at) <= through && dayOf(link.at) >= from)
      bad(`chain.txt: links ${before.seq + 1} to ${link.seq - 1} of the period are missing`);
  }
}

// 3. The settings give the digests that the links name.
function checkContents(links, steps, shown) {
  const contents = new Map();
  const lines = read('revisions.txt').split('\n');
  if (lines.pop() !== '') bad('revisions.txt: does not end with a line feed');
  for (const [at, line] of lines.entries()) {
    const [digest, json] = [line.slice(0, 64), line.slice(66)];
    if (line.slice(64, 66) !== '  ' || sha256(json) !== digest)
      bad(`revisions.txt line ${at + 1}: does not give its digest`);
    if (contents.has(digest)) bad(`revisions.txt line ${at + 1}: is there twice`);
    try {
      contents.set(digest, JSON.parse(json));
    } catch {
      bad(`revisions.txt line ${at + 1}: is not JSON`);
    }
  }
  const due = new Set(shown.flatMap(({ previous, digest }) => [previous?.digest ?? digest, digest]));
  for (const digest of due)
    if (!contents.has(digest)) bad(`revisions.txt: the settings with digest ${digest} are missing`);
  for (const digest of contents.keys())
    if (!due.has(digest)) bad(`revisions.txt: no link of the period names ${digest}`);
  for (const step of steps) {
    const content = contents.get(step.digest);
    const isIt =
      content === undefined || (content.revision === step.revision && sameInstant(content.updatedAt, step.updatedAt));
    const isBy =
      content === undefined || ['id', 'email', 'name'].every((name) => isStart(content.actor[name], step.actor[name]));
    if (!isIt || !isBy)
      bad(`link ${step.link}: names another revision, author or time than the settings with its digest`);
  }
  return contents.size;
}

const sameInstant = (a, b) => a === b || Date.parse(a) === Date.parse(b);
const isStart = (whole, start) => whole === start || String(whole).slice(0, 320) === start;

// 4. What the files say of the chain is what it says.
function stepsOf(links, document) {
  const parts = new Map();
  const keyOf = ({ series, revision, digest }) => `${series}/${revision}/${digest}`;
  return links.flatMap(({ kind, seq, hash, at, body }) => {
    if (kind === 'judged') parts.set(keyOf(body), [...(parts.get(keyOf(body)) ?? []), ...body.changes]);
    if (kind !== 'revision' || text(body.digest) === undefined || typeof body.revision !== 'number') return [];
    const recorded = Array.isArray(body.changes) ? [...body.changes, ...(parts.get(keyOf(body)) ?? [])] : undefined;
    // What was not judged when it was recorded was judged for the export: its sentences are not proven.
    const changes = recorded ?? document.changes.filter(({ link }) => link === seq);
    const { series, revision, digest, seenAt, updatedAt = '', actor = {} } = body;
    const judged = recorded === undefined ? 'on-export' : 'recorded';
    const previous = body.previous ?? undefined;
    const states = { isRewritten: body.isRewritten === true, isStart: body.isStart === true };
    return [
      {
        link: seq,
        hash,
        recordedAt: at,
        series,
        revision,
        digest,
        seenAt,
        updatedAt,
        actor,
        previous,
        ...states,
        changes,
        judged,
      },
    ];
  });
}

const isMadeIn = ({ from, through }, { updatedAt, seenAt = '' }) => {
  const day = dayOf(updatedAt) || dayOf(seenAt);
  return from <= day && day <= through;
};

/** `*` is any text; each piece between stars is looked for once, from left to right. */
function isLike(pattern, name) {
  const [first, ...others] = pattern.split('*');
  if (others.length === 0) return name === pattern;
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Whether a change is at a pattern or under it. */
export function isUnder(pattern, { path, field }) {
  return [path, field].some((name) => ['', '.*', '[*'].some((end) => isLike(`${pattern}${end}`, name)));
}

function acceptancesOf(links, { step, change, until }) {
  const found = [];
  const exceptions = new Map();
  for (const { kind, seq, at, body } of links) {
    if (
      kind === 'acknowledged' &&
      body.subject === `revision/${step.series}/${step.revision}` &&
      Date.parse(at) >= Date.parse(step.recordedAt)
    )
      found.push({
        kind,
        by: body.by,
        at: body.at ?? at,
        ticket: body.ticket,
        reason: body.reason,
        own: body.ownChange,
        link: seq,
      });
    if (kind === 'baseline' && step.series === 1 && body.source?.revision >= step.revision && at <= until)
      found.push({ kind, by: body.approvedBy, at: body.approvedAt ?? at, link: seq });
    if (kind === 'exception')
      exceptions.set(body.exceptionId, { seq: exceptions.get(body.exceptionId)?.seq ?? seq, body });
  }
  const announced = change.announced ?? undefined;
  const made = links.find(({ kind, body }) => kind === 'announced' && body.announcementId === announced?.id);
  if (announced !== undefined && made !== undefined) {
    const { createdBy: by, createdAt: at, ticket, note: reason } = made.body;
    found.push({ kind: 'announced', by, at, ticket, reason, link: made.seq });
  }
  for (const { seq, body } of exceptions.values()) {
    const ends =
      body.endedAt !== undefined && Date.parse(body.endedAt) < Date.parse(body.expires) ? body.endedAt : body.expires;
    const isMeanwhile = Date.parse(body.from) < Date.parse(until) && Date.parse(ends) > Date.parse(step.updatedAt);
    const { owner, ticket, reason, createdBy: by, createdAt: at } = body;
    if (isMeanwhile && isUnder(body.pattern, change))
      found.push({ kind: 'exception', by, at, owner, ticket, reason, until: ends, link: seq });
  }
  return found.toSorted((a, b) => a.link - b.link);
}

function revertOf(change, later) {
  const [added, removed] = [new Set(change.added), new Set(change.removed)];
  const isList = added.size + removed.size > 0;
  return later.find(({ changes }) =>
    changes.some((next) => {
      const after = next.after ?? undefined;
      if (next.path !== change.path)
        return after === undefined && next.path.endsWith(']') && change.path.startsWith(`${next.path}.`);
      next.removed.forEach((name) => added.delete(name));
      next.added.forEach((name) => removed.delete(name));
      const isBack =
        after === (change.before ?? undefined) || (next.direction === 'tightened' && ['true', 'false'].includes(after));
      return isList ? added.size + removed.size === 0 : isBack;
    }),
  );
}

const called = ({ name, email, id }) =>
  [name, email, id].find((each) => each !== undefined && each.trim() !== '') ?? 'unknown';

function span(from, until) {
  let rest = Math.max(0, Date.parse(until) - Date.parse(from));
  if (Number.isNaN(rest)) return null;
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ];
  const first = units.findIndex(([, ms]) => rest >= ms);
  if (first === -1) return 'less than a second';
  const parts = units.slice(first, first + 2).flatMap(([name, ms]) => {
    const count = Math.floor(rest / ms);
    rest -= count * ms;
    return count > 0 ? [`${count} ${name}${count === 1 ? '' : 's'}`] : [];
  });
  return parts.join(' ');
}

const names = ['path', 'field', 'kind', 'direction', 'severity', 'baseSeverity', 'before', 'after', 'added', 'removed'];
const changeNames = [...names, 'sentence', 'why', 'controlIds', 'notes', 'rule', 'quiet', 'announced'];

function rowOf({ step, index, change, acceptances, reverted, status }) {
  const { updatedAt, seenAt, previous, actor } = step;
  const told = (of) => acceptances.map((each) => of(each) ?? '');
  return {
    changedAt: updatedAt,
    noticedAt: seenAt ?? null,
    noticedAfter: seenAt === undefined ? null : span(updatedAt, seenAt),
    series: step.series,
    revision: step.revision,
    previousRevision: previous?.revision ?? null,
    rewritten: step.isRewritten ? 'yes' : 'no',
    actor: called(actor),
    actorName: actor.name ?? null,
    actorEmail: actor.email ?? null,
    actorId: actor.id ?? null,
    ...Object.fromEntries(changeNames.map((name) => [name, change[name] ?? null])),
    baseSeverity: change.baseSeverity ?? change.severity,
    status: status ?? null,
    acceptedBy: told(({ by }) => by),
    acceptedAs: told(({ kind }) => kind),
    acceptedAt: told(({ at }) => at),
    tickets: told(({ ticket }) => ticket),
    reasons: told(({ reason }) => reason),
    acceptedUntil: told(({ until }) => until ?? 'no end'),
    ownChange: told(({ kind, own = 'unknown' }) => (kind === 'acknowledged' ? own : undefined)),
    acceptedInLinks: told(({ link }) => `${link}`),
    authorized: authorizedOf(acceptances, updatedAt),
    revertedIn: reverted?.revision ?? null,
    revertedAt: reverted?.updatedAt ?? null,
    revertedBy: reverted === undefined ? null : called(reverted.actor),
    revertedAfter: reverted === undefined ? null : span(updatedAt, reverted.updatedAt),
    revertedInLink: reverted?.link ?? null,
    judged: step.judged,
    index,
    link: step.link ?? null,
    hash: step.hash ?? null,
    recordedAt: step.recordedAt ?? null,
    digest: step.digest,
    previousDigest: previous?.digest ?? null,
  };
}

/** Whether a person had said that a change may be made before it was, said so afterwards, or never. */
function authorizedOf(acceptances, madeAt) {
  const isBefore = ({ kind, at }) => kind !== 'acknowledged' && Date.parse(at) <= Date.parse(madeAt);
  return acceptances.some(isBefore) ? 'before' : acceptances.length > 0 ? 'after' : 'no';
}

function changesOf(links, steps, { period, filter, exportedAt }) {
  const all = steps.flatMap((step, position) =>
    !isMadeIn(period, step)
      ? []
      : step.changes.map((change, index) => {
          const isLoosened = change.direction === 'loosened';
          const reverted = isLoosened ? revertOf(change, steps.slice(position + 1)) : undefined;
          const acceptances = acceptancesOf(links, { step, change, until: reverted?.updatedAt ?? exportedAt });
          const isAccepted = acceptances.some(
            ({ until }) => until === undefined || Date.parse(until) > Date.parse(exportedAt),
          );
          const state = reverted !== undefined ? 'reverted' : isAccepted ? 'accepted' : 'open';
          const status = isLoosened && (change.quiet ?? undefined) === undefined ? state : undefined;
          return { step, index, change, acceptances, reverted, status };
        }),
  );
  const listed = all.filter((each) => isListed(filter, each));
  return { rows: listed.map(rowOf), omitted: all.length - listed.length };
}

function isListed(filter, { step, change, acceptances }) {
  const same = (known, wanted) => known !== undefined && known.trim().toLowerCase() === wanted.trim().toLowerCase();
  const met = (wanted, isSo) => wanted.length === 0 || wanted.some(isSo);
  const words = ({ ticket, reason = '' }) => [ticket, ...reason.split(/[\s,;:()[\]]+/u)];
  const { name, email, id } = step.actor;
  return (
    met(filter.control, (wanted) =>
      change.controlIds.some((one) => `${one}.`.toLowerCase().startsWith(`${wanted.trim()}.`.toLowerCase())),
    ) &&
    met(filter.direction, (wanted) => change.direction === wanted) &&
    met(filter.severity, (wanted) => change.severity === wanted) &&
    met(filter.path, (wanted) => isUnder(wanted.trim(), change)) &&
    met(filter.actor, (wanted) => [name, email, id].some((known) => same(known, wanted))) &&
    met(filter.acceptor, (wanted) => acceptances.some(({ by, owner }) => same(by, wanted) || same(owner, wanted))) &&
    met(filter.ticket, (wanted) => acceptances.some((each) => words(each).some((word) => same(word, wanted))))
  );
}

const severities = ['critical', 'high', 'medium', 'low', 'info'];

function looseningsOf(rows) {
  const rank = ({ status, severity }) =>
    ['open', 'accepted', 'reverted'].indexOf(status) * 10 + severities.indexOf(severity);
  return rows.filter(({ status }) => status !== null).toSorted((a, b) => rank(a) - rank(b));
}

/** What the index by control counts; its names, and which settings it lists, are an aid of Curfew's. */
function indexOf(rows, listed) {
  const known = listed.map(({ control }) => control);
  for (const id of new Set(rows.flatMap(({ controlIds }) => controlIds)))
    if (!known.includes(id)) bad(`changes.json: the index by control lacks ${id}`);
  return listed.map((row) => {
    const own = rows.filter(({ controlIds }) => controlIds.includes(row.control));
    const loosened = own.filter(({ status }) => status !== null);
    return {
      ...row,
      changes: own.length,
      loosened: loosened.length,
      openLoosenings: loosened.filter(({ status }) => status === 'open').length,
      revisions: [...new Set(own.map(({ revision }) => String(revision)))].slice(-100),
    };
  });
}

function shownSteps(steps, period) {
  const ordered = steps.toSorted((a, b) => a.series - b.series || a.revision - b.revision);
  const first = ordered.findIndex((step) => isMadeIn(period, step));
  const isBefore = (step, at) =>
    first === -1 ? (dayOf(step.updatedAt) || dayOf(step.seenAt ?? '')) < period.from : at < first;
  return [...ordered.filter(isBefore).slice(-1), ...ordered.filter((step) => isMadeIn(period, step))];
}

function settingsOf(shown) {
  return shown.map(
    ({ updatedAt, series, revision, actor, seenAt, isStart: isFirst, isRewritten, digest, link = null }, at) => ({
      from: updatedAt,
      until: shown[at + 1]?.updatedAt ?? null,
      series,
      revision,
      actor: called(actor),
      noticedAt: seenAt ?? null,
      remark: isFirst ? 'there when watching began' : isRewritten ? 'read before with another content' : null,
      digest,
      link,
    }),
  );
}

function decisionsOf(links) {
  const shorten = (long) => (long.length > 2_000 ? `${long.slice(0, 2_000).toWellFormed()}…` : long);
  const line = (body) => (name) =>
    `${name}: ${shorten(typeof body[name] === 'string' ? body[name] : canonical(body[name]))}`;
  const named = (body) =>
    Object.keys(body)
      .toSorted()
      .filter((name) => !['id', 'lastRecord'].includes(name));
  return links
    .filter(({ kind }) => !['judged', 'revision', 'run'].includes(kind))
    .map(({ seq: link, at: recordedAt, kind, body, hash }) => ({
      link,
      recordedAt,
      kind,
      content: named(body).map(line(body)),
      hash,
    }));
}

function countRevisions(steps, period) {
  const sentences = [...new Set(steps.map(({ series }) => series))].map((series) => {
    const all = steps.filter((step) => step.series === series);
    const numbers = [...new Set(all.filter(({ link }) => link !== undefined).map(({ revision }) => revision))].toSorted(
      (a, b) => a - b,
    );
    const made = [...new Set(all.filter((step) => isMadeIn(period, step)).map(({ revision }) => revision))].toSorted(
      (a, b) => a - b,
    );
    const of = series === 1 ? '' : ` of numbering ${series}`;
    if (made.length === 0) return { isMade: false, missing: 0, sentence: `No revision${of} was made in the period.` };
    const [first, last] = [made[0], made.at(-1)];
    const [from, through] = [
      numbers.findLast((one) => one < first) ?? first,
      numbers.find((one) => one > last) ?? last,
    ];
    const gaps = [];
    for (let one = from; one <= through; one += 1) {
      if (numbers.includes(one)) continue;
      if (gaps.at(-1)?.[1] === one - 1) gaps.at(-1)[1] = one;
      else gaps.push([one, one]);
    }
    const count = (ranges) => ranges.reduce((sum, [a, b]) => sum + b - a + 1, 0);
    const more = count(gaps.slice(20)) === 0 ? '' : ` and ${count(gaps.slice(20))} more`;
    const listed = `${gaps
      .slice(0, 20)
      .map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`))
      .join(', ')}${more}`;
    const number = `${grouped(count(gaps))} number${count(gaps) === 1 ? '' : 's'}`;
    const gap = gaps.length === 0 ? 'none missing' : `missing: ${listed} (${number})`;
    const named = first === last ? `Revision ${first}` : `Revisions ${first} to ${last}`;
    return { isMade: true, missing: count(gaps), sentence: `${named}${of}, ${gap}.` };
  });
  const made = sentences.filter(({ isMade }) => isMade);
  return made.length > 0 ? made : [sentences.at(-1) ?? { missing: 0, sentence: 'No revision is on record.' }];
}

function describeWatch(links, { from, through }, until) {
  const began = Date.parse(links[0]?.at ?? until);
  const start = Math.max(Date.parse(`${from}T00:00:00Z`), began);
  const end = Math.min(Date.parse(`${through}T00:00:00Z`) + 86_400_000, Date.parse(until));
  const beats = links.filter(({ kind }) => kind === 'run').map(({ at }) => Date.parse(at));
  const inside = beats.filter((at) => start <= at && at < end).toSorted((a, b) => a - b);
  const edges = [start, ...inside, end].map((at) => new Date(at).toISOString());
  const spans = edges
    .slice(1)
    .map((edge, at) => ({ from: edges[at], until: edge, ms: Date.parse(edge) - Date.parse(edges[at]) }));
  const long = spans
    .filter(({ ms }) => ms > 3_600_000)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 20);
  const longest = spans.toSorted((a, b) => b.ms - a.ms)[0];
  const runs = `${grouped(inside.length)} run${inside.length === 1 ? '' : 's'} of the watcher; the longest time without one: ${span(longest.from, longest.until)}.`;
  const first = start === began ? `Watching began at ${new Date(began).toISOString()}. ` : '';
  const none = 'No run of the watcher is on record in the period.';
  return `${first}${inside.length === 0 ? none : runs}${long.map((each) => `\nNo run watched from ${each.from} until ${each.until}.`).join('')}`;
}

function factsOf(links, steps, { document, rows, omitted }) {
  const { period, filter, exportedAt, origin, chain } = document;
  const described = Object.entries(filter)
    .filter(([, wanted]) => wanted.length > 0)
    .map(([name, wanted]) => `${name} ${wanted.join(' or ')}`)
    .join('; ');
  const counts = ['loosened', 'changed', 'tightened'].flatMap((direction) => {
    const found = rows.filter((row) => row.direction === direction);
    const parts = severities.flatMap((severity) => {
      const count = found.filter((row) => row.severity === severity).length;
      return count === 0 ? [] : [`${grouped(count)} ${severity}`];
    });
    return parts.length === 0 ? [] : [`${grouped(found.length)} ${direction} (${parts.join(', ')})`];
  });
  const of = (status) => grouped(rows.filter((row) => row.status === status).length);
  const loosened = rows.filter(({ status }) => status !== null);
  const when = (wanted) => grouped(loosened.filter(({ authorized }) => authorized === wanted).length);
  const onExport = rows.filter(({ judged }) => judged === 'on-export').length;
  const anew = `When this was exported, since the chain does not judge them: ${onExport}. When they were noticed: ${rows.length - onExport}.`;
  const facts = [
    ['Period', `${period.from} to ${period.through}, days in UTC, by when a change was made`],
    ['Organization', origin.organization === '' ? 'not named' : origin.organization],
    ['Platform', origin.platform === '' ? 'not known' : origin.platform],
    ['Exported', `${exportedAt} by ${origin.exportedBy}`],
    [
      'Approved changers',
      origin.approvedChangers.length === 0 ? 'No one is named.' : origin.approvedChangers.join(', '),
    ],
    ['Listed', described === '' ? 'every change' : `only ${described}; changes of the period left out: ${omitted}`],
    [
      'Is a revision missing?',
      countRevisions(steps, period)
        .map(({ sentence }) => sentence)
        .join(' '),
    ],
    ['Did someone watch?', describeWatch(links, period, exportedAt)],
    ['Is the chain whole?', chain.description],
    ['Changes', counts.length === 0 ? 'None.' : `${counts.join('; ')}.`],
    ['Loosenings', `${of('open')} open, ${of('accepted')} accepted, ${of('reverted')} reverted.`],
    [
      'Authorized',
      `Of the loosenings ${when('before')} before they were made, ${when('after')} afterwards, ${when('no')} not. Acknowledged by the person who made them: ${grouped(loosened.filter(({ ownChange }) => ownChange.includes('yes')).length)}.`,
    ],
    ['Judged', onExport === 0 ? 'Every change as it was judged when it was noticed, by the rule that it names.' : anew],
  ];
  return facts.map(([fact, said]) => ({ fact, text: said }));
}

function chainOf(links, { verdict, description }) {
  const [first, last] = [links[0], links.at(-1)];
  const head = last === undefined ? null : { seq: last.seq, hash: last.hash };
  const count =
    head === null
      ? '0 links'
      : `${grouped(head.seq)} link${head.seq === 1 ? '' : 's'}, head ${head.seq} with hash ${head.hash}`;
  if (verdict !== 'whole') bad(`changes.json: Curfew itself found the chain broken: ${description}`);
  return {
    verdict: 'whole',
    description: `The evidence chain is whole: ${count}.`,
    head,
    links: links.length,
    firstLink: first?.seq ?? null,
    lastLink: last?.seq ?? null,
  };
}

/** The first difference of two values by the name of its place; undefined when there is none. */
function difference(found, due, place = '') {
  if (canonical(found ?? null) === canonical(due ?? null)) return undefined;
  if (typeof found !== 'object' || typeof due !== 'object' || found === null || due === null) return place;
  const keys = [...new Set([...Object.keys(due), ...Object.keys(found)])];
  for (const key of keys) {
    const inner = difference(found[key], due[key], place === '' ? key : `${place}.${key}`);
    if (inner !== undefined) return inner;
  }
  return place;
}

// 5. CSV and page say what changes.json says.
const columns =
  'changed_at=changedAt noticed_at=noticedAt noticed_after=noticedAfter revision=revision previous_revision=previousRevision actor_name=actorName actor_email=actorEmail actor_id=actorId severity=severity base_severity=baseSeverity direction=direction path=path before=before after=after added=added removed=removed sentence=sentence why=why controls=controlIds notes=notes rule=rule quiet=quiet status=status accepted_by=acceptedBy accepted_as=acceptedAs accepted_at=acceptedAt tickets=tickets reasons=reasons accepted_until=acceptedUntil own_change=ownChange authorized=authorized reverted_in=revertedIn reverted_at=revertedAt reverted_by=revertedBy reverted_after=revertedAfter rewritten=rewritten judged=judged evidence_link=link evidence_hash=hash revision_digest=digest previous_digest=previousDigest'
    .split(' ')
    .map((pair) => pair.split('='));

function csvOf(rows) {
  const listed = (value) => (Array.isArray(value) ? value.join('; ') : String(value ?? ''));
  const harmless = (cell) => (/^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell);
  const quoted = (cell) => `"${harmless(cell).replaceAll('"', '""')}"`;
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, name]) => listed(row[name])))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

const tables = {
  facts: ['fact', 'text'],
  loosenings: [
    'status',
    'severity',
    'sentence',
    'path',
    'actor',
    'changedAt',
    'revision',
    'noticedAfter',
    'acceptedBy',
    'acceptedAs',
    'acceptedAt',
    'tickets',
    'reasons',
    'acceptedUntil',
    'ownChange',
    'authorized',
    'acceptedInLinks',
    'revertedBy',
    'revertedAt',
    'revertedIn',
    'revertedAfter',
  ],
  controls: ['framework', 'control', 'name', 'settings', 'changes', 'loosened', 'openLoosenings', 'revisions'],
  changes: [
    'direction',
    'severity',
    'baseSeverity',
    'quiet',
    'sentence',
    'path',
    'before',
    'after',
    'added',
    'removed',
    'why',
    'notes',
    'actorName',
    'actorEmail',
    'actorId',
    'changedAt',
    'noticedAt',
    'revision',
    'previousRevision',
    'rewritten',
    'rule',
    'controlIds',
    'judged',
    'link',
    'hash',
  ],
  settings: ['from', 'until', 'revision', 'actor', 'noticedAt', 'remark', 'digest', 'link'],
  decisions: ['link', 'recordedAt', 'kind', 'content', 'hash'],
};
const none = {
  loosenings: { status: 'none' },
  changes: { direction: 'none' },
  settings: { from: 'none' },
  decisions: { kind: 'none' },
};

function checkPage(document) {
  const page = read('report.html');
  const due = Object.entries(tables).flatMap(([table, fields]) => {
    const rows = document[table].length === 0 ? [none[table]] : document[table];
    return rows.flatMap((row) => fields.map((name) => [].concat(row[name] ?? '').join('\n')));
  });
  const shown = (cell) =>
    cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (one) =>
      one === '\n' ? one : `⟨U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
  const escaped = (cell) => shown(cell).replaceAll(/[&<>"'`]/gu, (one) => `&#${one.codePointAt(0)};`);
  const cells = [...page.matchAll(/<span class="[^"<>]*">([^<]*)<\/span>/gu)].map(([, cell]) => cell);
  const at = due.findIndex((cell, index) => escaped(cell) !== cells[index]);
  if (at !== -1 || cells.length !== due.length)
    bad(`report.html: cell ${at === -1 ? due.length + 1 : at + 1} does not say what changes.json says`);
  // What is left when the cells are emptied and each row stands once is the same in every export.
  const frame = page
    .replaceAll(/<span class="([^"<>]*)">\1<\/span>/gu, '<same>')
    .replaceAll(/<span class="(\w+)">[^<]*<\/span>/gu, '<$1>')
    .replaceAll(/(<tr>(?:(?!<tr>)[^])*?<\/tr>)\1+/gu, '$1');
  if (sha256(frame) !== frameDigest)
    bad(`report.html: its frame is not that of this script's version (${sha256(frame)}): rely on changes.json`);
}

function checkDocument(links) {
  let document;
  const file = read('changes.json');
  try {
    document = JSON.parse(file);
    if (document.format !== 'curfew-evidence-export/3') throw new Error('format');
    if (`${JSON.stringify(document, undefined, 2)}\n` !== file) bad('changes.json: is not written as Curfew writes it');
    const unrecorded = document.changes.filter(({ link }) => link === null);
    const steps = stepsOf(links, document);
    const { rows, omitted } = changesOf(links, steps, document);
    const loosenings = looseningsOf(rows);
    const shown = shownSteps(steps, document.period);
    const due = {
      ...document,
      chain: chainOf(links, document.chain),
      omitted,
      changes: rows,
      controls: indexOf(rows, document.controls),
      settings: settingsOf(shown),
      decisions: decisionsOf(links),
      loosenings: loosenings.map((row) => rows.indexOf(row)),
      facts: factsOf(links, steps, { document: { ...document, chain: chainOf(links, document.chain) }, rows, omitted }),
    };
    if (unrecorded.length > 0)
      bad(`changes.json: ${unrecorded.length} changes are of revisions that the chain does not have`);
    const differs = difference(document, due);
    if (differs !== undefined) bad(`changes.json: ${differs} is not what the chain says`);
    for (const { missing, sentence } of countRevisions(steps, document.period))
      if (missing > 0) bad(`chain.txt: ${sentence}`);
    if (read('changes.csv') !== csvOf(rows)) bad('changes.csv: does not say what changes.json says');
    checkPage({ ...due, loosenings });
    checkGaps(links, document.period);
    return { document, rows, shown, contents: checkContents(links, steps, shown) };
  } catch (error) {
    bad(`changes.json: cannot be checked (${error instanceof Error ? error.message : 'unknown'})`);
    return undefined;
  }
}

function checkHead(head, links) {
  const [seq, hash] = head.split(':');
  const link = links.find((each) => String(each.seq) === seq);
  if (link === undefined) {
    const isLater = Number(seq) > (links.at(-1)?.seq ?? 0);
    const why = isLater ? 'its end was cut off, or the export is older' : 'it may be a heartbeat outside of the period';
    bad(`--head ${head}: the export does not hold link ${seq}: ${why}`);
  } else if (link.hash !== hash) {
    bad(`--head ${head}: link ${seq} has another hash: the chain was made anew`);
  }
}

/** What holds, and what no export can show. */
function describe(links, heads, { document, rows, shown, contents }) {
  const last = links.at(-1)?.seq ?? 0;
  const unproven = rows.filter(({ judged }) => judged === 'on-export').length;
  const anchored = Math.max(0, ...heads.map((head) => Number(head.split(':')[0])));
  return [
    'holds    each file is the one that SHA256SUMS names',
    `holds    ${links.length} links give their hashes and follow each other up to link ${last}; only heartbeats outside of the period are left out`,
    `holds    ${contents} contents of revisions give the digests that the links name; ${shown.length} were in force in the period or when it began`,
    `holds    ${rows.length} changes are what the links say: author, times, judgement, acceptance, reversal; changes.csv and report.html say the same`,
    `holds    ${document.facts.find(({ fact }) => fact === 'Is a revision missing?').text} Changes of the period that the filter leaves out: ${document.omitted}.`,
    ...(unproven > 0
      ? [
          `open     ${unproven} changes were judged when this was exported: their settings are proven, their sentences are not`,
        ]
      : []),
    ...(anchored > 0 ? [`holds    up to link ${anchored} it is the chain whose head was kept elsewhere`] : []),
    ...(anchored < last
      ? [
          `open     whoever could write Curfew's table may have made links ${anchored + 1} to ${last} anew, or cut off later ones: only a later head that was kept elsewhere shows that (--head NUMBER:HASH, from a mail, a summary or an anchor)`,
        ]
      : []),
    'open     organization, platform, exporter and approved changers are as Curfew said when it exported; names and settings of the index by control are an aid: the chain says none of them',
    "open     no export shows that the platform's history is true and that the clocks were right",
  ];
}

/** Checks the files of an export, by name, against heads of the chain that were kept elsewhere (`NUMBER:HASH`). */
export function verifyExport(exported, heads = []) {
  problems = [];
  files = exported;
  const remark = checkManifest();
  const links = readLinks();
  const last = links.at(-1);
  const due = last === undefined ? 'no link yet' : `head is link ${last.seq}, hash ${last.hash}`;
  if (remark !== `# evidence chain: ${due}`) bad('SHA256SUMS: its first line names another head than chain.txt has');
  const checked = checkDocument(links);
  heads.forEach((head) => checkHead(head.trim().toLowerCase(), links));
  const own = readFileSync(fileURLToPath(import.meta.url));
  const isOwn = files.get('verify-export.mjs')?.equals(own) === true;
  const note = isOwn
    ? []
    : ['note     verify-export.mjs of the export is not the script that runs: another version, or altered'];
  const holds = problems.length === 0 && checked !== undefined;
  const found = holds ? describe(links, heads, checked) : problems.map((problem) => `WRONG    ${problem}`);
  return { holds, lines: [...found, ...note] };
}

function main(args) {
  const heads = args.filter((_, at) => args[at - 1] === '--head');
  const folder = args.find((arg, at) => arg !== '--head' && args[at - 1] !== '--head') ?? '.';
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const { holds, lines } = verifyExport(new Map(names.map((name) => [name, readFileSync(join(folder, name))])), heads);
  const others = names.filter((name) => ![...needed, 'SHA256SUMS'].includes(name));
  const notes = others.length === 0 ? [] : [`note     no part of the export and not checked: ${others.join(', ')}`];
  process.stdout.write(`${[...lines, ...notes].join('\n')}\n`);
  process.exitCode = holds ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2));
}
