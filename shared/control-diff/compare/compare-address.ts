import { type Json, isUnset } from '../../controls/json.ts';
import { registrableDomain } from '../../coverage/patterns/registrable-domain.ts';
import { describeLookAlikes } from '../../kernel/texts/look-alike.ts';
import type { AddressShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, type Verdict, changed, loosened, tightened } from '../finding.ts';
import type { Place } from '../place.ts';
import { raised } from '../severity-steps.ts';
import { quoted } from '../words/phrases.ts';

/** Compares an address that data is sent to: the recipient counts, and whether others can read along. */
export function compareAddress(place: Place<AddressShape>): readonly Finding[] {
  const { before, after } = place;
  if (!isText(before) || !isText(after)) {
    return illTyped(place);
  }
  if (before === after || (isUnset(before) && isUnset(after)) || isSameUrl(before ?? '', after ?? '')) {
    return [];
  }
  const { notes = [], ...verdict } = verdictOn(place.shape, before ?? '', after ?? '');
  return [findingAt(place, { ...verdict, notes: [...notes, ...describeLookAlikes([after ?? ''])] })];
}

function hostOf(address: string): string | undefined {
  const text = withoutSecrets(address.trim());
  if (!URL.canParse(text)) {
    return undefined;
  }
  const { hostname } = new URL(text);
  return hostname === '' ? undefined : hostname.toLowerCase();
}

function verdictOn({ noun, severity }: AddressShape, before: string, after: string): Verdict {
  if (after === '') {
    const effect = `${noun} is no longer set: the provider's usual one applies.`;
    return changed(severity, effect);
  }
  if (before === '') {
    return changed(severity, `${noun} is now ${quoted(after)}.`);
  }
  if (withoutSecrets(before) === withoutSecrets(after)) {
    return changed(raised(severity, -1), `${noun}: the secret inside of it was changed.`);
  }
  if (isOpen(after) && !isOpen(before)) {
    return loosened(raised(severity, 1), `${noun} no longer encrypts: prompts, code and keys can be read on the way.`);
  }
  return verdictOnHosts({ noun, severity }, before, after);
}

function verdictOnHosts({ noun, severity }: Omit<AddressShape, 'kind'>, before: string, after: string): Verdict {
  const from = hostOf(before);
  const to = hostOf(after);
  if (from !== undefined && from === to && isOpen(before) && !isOpen(after)) {
    return tightened('info', `${noun} now encrypts what is sent.`);
  }
  if (from !== undefined && to !== undefined && registrableDomain(from) === registrableDomain(to)) {
    return changed(severity, `${noun} is now ${quoted(after)}, at the same owner's domain.`);
  }
  return changed(
    raised(severity, 1),
    `${noun} now leads to a foreign domain: prompts, code and keys go to ${quoted(to ?? after)}.`,
    { notes: ['It may be a planned move to another provider, or a way to read along.'] },
  );
}

/** Host names ignore case, and no path means `/`. Secrets in an address are compared as text. */
function isSameUrl(before: string, after: string): boolean {
  const isReadable = [before, after].every((address) => !address.includes('[secret:') && URL.canParse(address));
  return isReadable && new URL(before).href === new URL(after).href;
}

function isText(value: Json | undefined): value is string | null | undefined {
  return isUnset(value) || typeof value === 'string';
}

function isOpen(address: string): boolean {
  return /^\s*http:/iu.test(address);
}

function withoutSecrets(address: string): string {
  return address.replaceAll(/\[secret:[^[\]]*\]/gu, 'secret');
}
