/** Associations between an app object and another object type. */
/** How many records stand on each side. */
export type Cardinality = 'ONE_TO_ONE' | 'ONE_TO_MANY' | 'MANY_TO_ONE' | 'MANY_TO_MANY';
/** The options of `appObjectAssociation`. */
export interface AppObjectAssociationOptions {
    /** A CRM object type, or the id of an app object of this app. */
    readonly fromObjectType: string;
    /** A CRM object type, or the id of an app object of this app. */
    readonly toObjectType: string;
    readonly name?: string;
    /** What the other side is called, seen from `fromObjectType`. */
    readonly label?: string;
    /** What this side is called, seen from `toObjectType`. */
    readonly inverseLabel?: string;
    readonly cardinality?: Cardinality;
    /** The portal-side identity. Default: the id in UPPER_SNAKE. Must stay stable. */
    readonly uid?: string;
}
/** A declared association. */
export interface AppObjectAssociationDefinition extends AppObjectAssociationOptions {
    readonly kind: 'appObjectAssociation';
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/** Declares an association between an app object and another object type. */
export declare function appObjectAssociation(id: string, options: AppObjectAssociationOptions): AppObjectAssociationDefinition;
