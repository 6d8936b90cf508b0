import type { CreditsByWindow } from '../ledger/usage-totals.ts';

export interface Uncappable {
  readonly userId: string;
  readonly reason: 'no-email' | 'email-shared' | 'not-on-roster';
  readonly creditsAtStake: CreditsByWindow;
  readonly team?: string;
}

export function describeUncapped(reason: Uncappable['reason']): string {
  switch (reason) {
    case 'no-email':
      return 'they have no email, and the platform sets limits by email alone; give them one on the platform';
    case 'email-shared':
      return 'several users share this email, and the platform sets limits by email alone; give each their own';
    case 'not-on-roster':
      return 'they have consumed credits and are not on the roster of the platform; find out whose account it is';
  }
}
