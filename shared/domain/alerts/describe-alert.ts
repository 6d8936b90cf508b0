import type { AlertState, ForecastAlertState } from './alert-state.ts';
import { standingMatter, standingUse } from './come-back.ts';
import { headlineOfUse, scopeName } from './describe-use.ts';
import { severityOf } from './severity-of.ts';
import type { Severity } from './severity.ts';

/** An alert that is in alarm, in plain words for those who look after it. */
export function describeAlert(state: AlertState): { readonly headline: string; readonly severity: Severity } {
  switch (state.kind) {
    case 'use': {
      const event = standingUse(state, state.alertId);
      return {
        headline: headlineOfUse(event, { role: 'owner', askWhom: [] }),
        severity: severityOf(event, 'owner'),
      };
    }
    case 'matter':
      return {
        headline: state.matter.headline,
        severity: severityOf(standingMatter(state, state.alertId), 'admin'),
      };
    case 'forecast':
      return { headline: forecastHeadline(state), severity: 'medium' };
  }
}

function forecastHeadline({ scope, window }: ForecastAlertState): string {
  return `The ${window.kind} budget of ${scopeName(scope)} will likely not last until ${window.through}`;
}
