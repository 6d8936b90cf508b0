import type { Account, AttackedPlatform } from './attacked-platform.ts';
import { plusDays } from './calendar.ts';
import type { DrawnMonths, PeopleHappening } from './drawn-months.ts';

const dayMs = 24 * 3_600_000;

/** Who is in the organization, and what becomes of them there. */
export class People {
  readonly #platform: AttackedPlatform;
  readonly #drawn: DrawnMonths;
  #newcomers = 0;

  constructor(platform: AttackedPlatform, drawn: DrawnMonths) {
    this.#platform = platform;
    this.#drawn = drawn;
    drawn.wants.forEach((_, index) => this.#join(`u${index}`, `p${index}@acme.example`, index));
  }

  /** Lets something happen to somebody. Gives the address of whoever is to be exempt. */
  happen({ kind, who, factor }: PeopleHappening): string | undefined {
    const account = this.#platform.accounts[who];
    if (account === undefined) {
      return undefined;
    }
    const { email } = account;
    switch (kind) {
      case 'lose-email':
        delete account.email;
        return undefined;
      case 'rename':
        account.email = `${this.#newName()}@acme.example`;
        return undefined;
      case 'rename-all':
        this.#onRoster().forEach((each) => rename(each, this.#newName()));
        return undefined;
      case 'swap-addresses':
        this.#swap(account, this.#platform.accounts[(who + (factor < 1 ? 1 : 2)) % this.#platform.accounts.length]);
        return undefined;
      case 'twin':
        if (email !== undefined) {
          this.#join(this.#newName(), email.toUpperCase(), who);
        }
        return undefined;
      case 'leave':
        account.isOnRoster = false;
        return undefined;
      case 'return':
        account.isOnRoster = account.closesAtMs > this.#platform.nowMs;
        return undefined;
      case 'hand-over':
        this.#handOver(account, who);
        return undefined;
      case 'make-anew':
        this.#onRoster().forEach((each, index) => this.#handOver(each, index));
        return undefined;
      case 'join':
        this.#join(this.#newName(), `${this.#newName()}@acme.example`, who);
        return undefined;
      case 'exempt-and-lift':
        return account.isOnRoster ? email : undefined;
      case 'move-team':
        account.team = account.team === 'web' ? 'ops' : 'web';
        return undefined;
    }
  }

  #onRoster(): readonly Account[] {
    return this.#platform.accounts.filter(({ isOnRoster, email }) => isOnRoster && email !== undefined);
  }

  #newName(): string {
    this.#newcomers += 1;
    return `new-${this.#newcomers}`;
  }

  #swap(one: Account, other: Account | undefined): void {
    if (other?.email !== undefined && one.email !== undefined && one !== other) {
      [one.email, other.email] = [other.email, one.email];
    }
  }

  #handOver(account: Account, who: number): void {
    const { email } = account;
    account.isOnRoster = false;
    if (email !== undefined) {
      this.#join(this.#newName(), email, who);
    }
  }

  #join(userId: string, email: string, index: number): void {
    const { wants, starts, first, teamWindow } = this.#drawn;
    const from = plusDays(first, starts[index % starts.length] ?? 0);
    const rate = wants[index % wants.length] ?? 0;
    this.#platform.join({
      userId,
      email,
      team: teamWindow !== undefined && index % 2 === 0 ? 'web' : 'ops',
      wantsPerHour: (day) => {
        const isBurst = rate === 'bursts' && ((Date.parse(day) - Date.parse(first)) / dayMs) % 4 === index % 4;
        const perHour = rate === 'bursts' ? (isBurst ? Infinity : 5) : rate;
        return day >= from ? perHour : 0;
      },
    });
  }
}

function rename(account: Account, name: string): void {
  account.email = `${name}@acme.com`;
}
