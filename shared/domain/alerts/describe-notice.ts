import { describeForecast } from '../forecast/describe-forecast.ts';
import { printable } from '../mail/printable.ts';
import { grouped } from '../texts/grouped.ts';
import { isOver } from './acknowledge.ts';
import type { ForecastEvent } from './alert-event.ts';
import type { AlertNotice } from './alert-notice.ts';
import type { Acknowledgement } from './alert-state.ts';
import { detailsOfUse, headlineOfUse, scopeName } from './describe-use.ts';

/** A notice in plain words. The headline says the effect; the details why, the figures, and what to do. */
export interface NoticeText {
  readonly headline: string;
  readonly details: readonly string[];
}

export function describeNotice(notice: AlertNotice): NoticeText {
  const { headline, details } = textOf(notice);
  const { acknowledgedBefore } = notice.event;
  return acknowledgedBefore === undefined
    ? { headline, details }
    : { headline, details: [describeComeBack(acknowledgedBefore, notice.at), ...details] };
}

/** Why somebody is told again of what was acknowledged. */
function describeComeBack(acknowledged: Acknowledgement, at: string): string {
  const by = `${printable(acknowledged.by)} on ${acknowledged.at.slice(0, 10)}: ${printable(acknowledged.reason)}`;
  const why = isOver(acknowledged, at.slice(0, 10))
    ? `until ${acknowledged.until}, which is over`
    : 'and has changed since';
  return `It comes back: it was acknowledged, ${why}. By ${by}`;
}

function textOf(notice: AlertNotice): NoticeText {
  const { event } = notice;
  switch (event.kind) {
    case 'use-crossed':
    case 'use-resolved':
    case 'use-reset':
      return { headline: headlineOfUse(event, notice), details: detailsOfUse(event, notice) };
    case 'forecast-raised':
    case 'forecast-resolved':
      return describeForecastEvent(event);
    case 'matter-raised':
      return event.matter;
    case 'matter-changed':
      return { headline: `Changed: ${event.matter.headline}`, details: event.matter.details };
    case 'matter-resolved':
      return { headline: event.matter.goneHeadline ?? `No longer: ${event.matter.headline}`, details: [] };
  }
}

function describeForecastEvent(event: ForecastEvent): NoticeText {
  const { forecast, amountCredits, user } = event;
  const whose = user === undefined ? scopeName(event.scope) : (user.email ?? `user ${user.userId}`);
  const details = [
    describeForecast(forecast, amountCredits, event.rise),
    `Used so far: ${grouped(forecast.usedCredits)} credits, on figures through ${forecast.dataThrough}.`,
  ];
  return event.kind === 'forecast-raised'
    ? {
        headline: `The ${forecast.window.kind} budget of ${whose} will likely not last until ${forecast.window.through}`,
        details,
      }
    : {
        headline: `The ${forecast.window.kind} budget of ${whose} will likely last until ${forecast.window.through} again`,
        details,
      };
}
