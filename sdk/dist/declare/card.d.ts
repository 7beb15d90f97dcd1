/** Cards: what the app shows on records. */
/** Where a card can stand. */
export type CardLocation = 'crm.record.tab' | 'crm.record.sidebar' | 'crm.preview' | 'helpdesk.sidebar';
interface CardBase {
    readonly id: string;
    readonly name: string;
    readonly location: CardLocation;
    /** CRM object types, or ids of app objects of this app. */
    readonly objectTypes: readonly string[];
    /** Path to the UI component, from the project's root. */
    readonly entrypoint: string;
    readonly description?: string;
}
/**
 * The argument of `card`. `backend` is the id of a card backend of the project; a card with `flags: 'server'` needs
 * one, since the backend evaluates the flags.
 */
export type CardOptions = (CardBase & {
    readonly backend?: string;
    readonly flags?: undefined;
}) | (CardBase & {
    readonly backend: string;
    readonly flags: 'server';
});
/** A declared card. */
export type CardDefinition = CardOptions & {
    readonly kind: 'card';
};
/** Declares a card. */
export declare function card(options: CardOptions): CardDefinition;
export {};
