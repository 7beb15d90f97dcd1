import type { ObjectTypeName } from './known-values.ts';
import { declare } from './recorder.ts';

/** Where a card appears. `helpdesk.sidebar` needs the scope `tickets`. */
export type CardLocation = 'crm.record.tab' | 'crm.record.sidebar' | 'crm.preview' | 'helpdesk.sidebar';

/** The options of every card. */
interface CardBase {
  /** The card's id. Unique among the app's cards. */
  readonly id: string;
  /** The title of the card. */
  readonly name: string;
  /** Where the card appears. */
  readonly location: CardLocation;
  /** The object types whose records show the card: those of the CRM, or ids of app objects of this app. */
  readonly objectTypes: readonly ObjectTypeName[];
  /** Path from the project's root to the file whose default export is the UI component. */
  readonly entrypoint: string;
  /** What the card shows, for the people who add it to a page. */
  readonly description?: string;
  /** Identifies the card to the CRM across deploys. Do not change it after the first deploy. Default: `card-<id>`. */
  readonly uid?: string;
}

/** The argument of `card`. A card with `flags: 'server'` needs a backend, which evaluates the flags. */
export type CardOptions = CardBase & (PlainCard | FlaggedCard);

/** A card that evaluates no feature flags. */
interface PlainCard {
  /** The id of the card backend that the card calls. */
  readonly backend?: string;
  /** Absent on cards without feature flags. */
  readonly flags?: undefined;
}

/** A card whose backend evaluates feature flags. */
interface FlaggedCard {
  /** The id of the card backend that the card calls and that evaluates its flags. */
  readonly backend: string;
  /** Adds a snapshot of the evaluated flags to the backend's response. */
  readonly flags: 'server';
}

/** A declared card. */
export type CardDefinition = CardOptions & {
  /** Always `card`. */
  readonly kind: 'card';
};

/**
 * Declares a card that the app shows on records. List it in `cards` of `defineApp`.
 *
 * @example
 * import { card } from '@svc/sdk';
 *
 * export const openInvoices = card({
 *   id: 'open-invoices',
 *   name: 'Open invoices',
 *   location: 'crm.record.sidebar',
 *   objectTypes: ['company'],
 *   entrypoint: 'src/cards/OpenInvoices.tsx',
 *   backend: 'open-invoices',
 * });
 */
export function card(options: CardOptions): CardDefinition {
  return declare('card', [options], { ...options, kind: 'card' });
}
