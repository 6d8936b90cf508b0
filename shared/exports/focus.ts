import { windowAt } from '../budgets/window.ts';
import { exactMoney, type CreditPrice, moneyOf } from '../kernel/texts/money.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import type { UsageRow } from './usage-row.ts';

/** What the rows of an export have in common. */
interface FocusTerms {
  /** Who pays the platform. */
  readonly account: string;
  readonly price: CreditPrice;
  /** The day of the month on which the platform counts anew. */
  readonly anchorDay: number;
}

const million = 1_000_000;
const sku = 'standard-credits';

/**
 * A row of the FinOps Open Cost and Usage Specification, version 1.2, by column. Credits are its pricing currency, a
 * virtual one; it is billed in the currency of the price. Null is an empty cell.
 */
export function focusRow(row: UsageRow, { account, price, anchorDay }: FocusTerms) {
  const { day, userId, email, team, model, credits, correctedOn } = row;
  const cost = decimal(exactMoney(moneyOf(credits, price)));
  const unitPrice = decimal(exactMoney(moneyOf(1, price)));
  const period = windowAt('platform', day, { anchorDay });
  return {
    BilledCost: cost,
    BillingAccountId: account,
    BillingAccountName: account,
    BillingAccountType: 'Organization',
    BillingCurrency: price.currency,
    BillingPeriodEnd: startOf(addDays(period.through, 1)),
    BillingPeriodStart: startOf(period.from),
    ChargeCategory: 'Usage',
    // Within the period that it corrects it is null (FOCUS 1.2, Charge Class).
    ChargeClass: correctedOn !== null && correctedOn > period.through ? 'Correction' : null,
    ChargeDescription: `Standard Credits, ${exactMoney(moneyOf(million, price))} ${price.currency} a million`,
    ChargeFrequency: 'Usage-Based',
    ChargePeriodEnd: startOf(addDays(day, 1)),
    ChargePeriodStart: startOf(day),
    CommitmentDiscountCategory: null,
    CommitmentDiscountId: null,
    CommitmentDiscountName: null,
    CommitmentDiscountStatus: null,
    CommitmentDiscountType: null,
    ConsumedQuantity: decimal(String(credits)),
    ConsumedUnit: 'Credits',
    ContractedCost: cost,
    ContractedUnitPrice: unitPrice,
    EffectiveCost: cost,
    InvoiceIssuerName: provider,
    ListCost: cost,
    ListUnitPrice: unitPrice,
    PricingCategory: 'Standard',
    PricingCurrency: 'Credits',
    PricingCurrencyContractedUnitPrice: decimal('1'),
    PricingCurrencyEffectiveCost: decimal(String(credits)),
    PricingCurrencyListUnitPrice: decimal('1'),
    PricingQuantity: decimal(String(credits)),
    PricingUnit: 'Credits',
    ProviderName: provider,
    PublisherName: provider,
    RegionId: null,
    RegionName: null,
    ResourceId: userId,
    ResourceName: email,
    ResourceType: userId === null ? null : 'Person',
    ServiceCategory: 'AI and Machine Learning',
    ServiceName: 'Coding agents',
    ServiceSubcategory: 'Generative AI',
    SkuId: sku,
    SkuMeter: 'Standard Credits',
    SkuPriceId: `${sku}/${price.from}`,
    SubAccountId: team,
    SubAccountName: team,
    SubAccountType: team === null ? null : 'Team',
    Tags: null,
    x_Model: model,
  };
}

const provider = 'Agent platform';

/** A date and time of FOCUS: the start of a UTC day. */
function startOf(day: Day): string {
  return `${day}T00:00:00Z`;
}

/** With a point, so that readers which guess types take whole numbers for decimals too. */
function decimal(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}
