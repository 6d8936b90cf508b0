import { type Left, wayKinds, type WrittenMail } from './end-state.ts';
import type { TakenMail } from './machine.ts';

/** What two runs were compared by. */
export interface Comparison {
  /** Each thing that was compared, with how many lines it has in the undisturbed run. */
  readonly compared: readonly { readonly name: string; readonly lines: number; readonly differing: number }[];
  /** Differences in words; `-` as it should be, `+` as it is. */
  readonly differences: readonly string[];
}

const shownMax = 12;

/**
 * Compares what two runs left. Facts of the days in `lostDays` count as the same: a restored backup does not have them,
 * and raises after it wait for evidence. Of the way to the end, only how many entries differ is said.
 */
export function compareLeft(should: Left, is: Left, lostDays: readonly string[]): Comparison {
  const names = [...new Set([...should.state.keys(), ...is.state.keys()])].toSorted();
  const compared = names.map((name) => {
    const isDaily = /^(?:journal|credits|table ledger)\b/u.test(name);
    const isLost = (line: string): boolean => isDaily && lostDays.some((day) => line.includes(`:"${day}"`));
    const day = `"(?:${lostDays.join('|') || 'none'})"`;
    // One of the days on which a person was stopped, and the one since when a newcomer is in a team.
    const [listed, since] = [new RegExp(`(?<=[[,])${day},`, 'gu'), new RegExp(`(?<="from":)${day}`, 'gu')];
    const linesOf = ({ state }: Left): readonly string[] =>
      (state.get(name) ?? [])
        .filter((line) => !isLost(line))
        .map((line) => line.replaceAll(listed, '').replaceAll(since, 'lost'));
    const [wanted, found] = [linesOf(should), linesOf(is)];
    const missing = without(wanted, found).map((line) => `- ${line}`);
    const extra = without(found, wanted).map((line) => `+ ${line}`);
    const shown = [...missing.slice(0, shownMax), ...extra.slice(0, shownMax)];
    return { name, lines: wanted.length, differing: missing.length + extra.length, shown };
  });
  return {
    compared: compared.map(({ name, lines, differing }) => ({ name, lines, differing })),
    differences: compared.flatMap(({ name, differing, shown }) =>
      differing === 0 || wayKinds.has(name) ? [] : [`${name}: ${differing}`, ...shown],
    ),
  };
}

/** The lines that the other list does not have, as often as they are there. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  others.forEach((line) => counts.set(line, (counts.get(line) ?? 0) + 1));
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

/** What became of the mails of a run. */
export interface MailFigures {
  readonly written: number;
  readonly taken: number;
  /** Mails that were taken more often than they were written: sent twice. */
  readonly twice: readonly string[];
  /** Mails that say that they were sent, and were never taken. */
  readonly neverTaken: readonly string[];
  /** Ids of the mails of which the outbox says that their outcome is unknown. */
  readonly unknown: readonly string[];
  /** Those among them that neither a later mail reports, nor went once more, nor `status` names. */
  readonly unnamed: readonly string[];
  /** Ids of mails that the undisturbed run wrote and this one did not. */
  readonly unwritten: readonly string[];
}

interface Ran {
  readonly written: readonly WrittenMail[];
  readonly taken: readonly TakenMail[];
  /** What `curfew status` says at the end. */
  readonly status: string;
}

/**
 * Compares the outbox with what the mail service took. Recipient and subject stand for a mail: subjects name day or matter.
 * A restored backup does not have the mails of `lostDays`, which were taken once all the same, nor does it know of
 * `lostMails`, which were taken after it was made.
 */
export function compareMails(
  should: readonly WrittenMail[],
  is: Ran,
  { lostDays, lostMails }: { readonly lostDays: readonly string[]; readonly lostMails: readonly TakenMail[] },
): MailFigures {
  const { written, taken, status } = is;
  const keyOf = ({ to, subject }: TakenMail): string => `${to}: ${subject}`;
  const writtenKeys = written.map(keyOf);
  const takenKeys = taken.map(keyOf);
  const ids = new Set(written.map(({ mailId }) => mailId));
  const unknown = written.filter(({ state }) => state === 'unknown' || state === 'sending');
  return {
    written: written.length,
    taken: taken.length,
    twice: without(takenKeys, [
      ...writtenKeys,
      ...lostMails.map(keyOf),
      ...new Set(without([...new Set(takenKeys)], writtenKeys)),
    ]),
    neverTaken: without(written.filter(({ state }) => state === 'sent').map(keyOf), takenKeys),
    unknown: unknown.map(({ mailId }) => mailId),
    unnamed: unknown
      .filter(({ mailId, isCarried }) => !isCarried && !ids.has(`${mailId}/again`) && !status.includes(mailId))
      .map(({ mailId }) => mailId),
    unwritten: should
      .map(({ mailId }) => mailId)
      .filter((mailId) => !ids.has(mailId) && !lostDays.some((day) => mailId.includes(day))),
  };
}
