/** The parts of the CRM client that work on associations and on property definitions. */

import type { CrmAssociationType, CrmPage } from './crm-records.ts';

/** A record that another one is tied to, and how. */
export interface CrmAssociation {
  readonly toObjectId: string;
  readonly associationTypes: readonly {
    readonly category: string;
    readonly typeId: number;
    readonly label: string | null;
  }[];
}

/** One record and those that it is tied to. */
export interface CrmAssociationEnd {
  readonly objectType: string;
  readonly id: string;
}

/** Ties between records. */
export interface CrmAssociations {
  list(
    from: CrmAssociationEnd,
    toObjectType: string,
    options?: { readonly limit?: number; readonly after?: string },
  ): Promise<CrmPage<CrmAssociation>>;
  /** Without `types` the default association of the two object types is made. */
  create(from: CrmAssociationEnd, to: CrmAssociationEnd, types?: readonly CrmAssociationType[]): Promise<void>;
  archive(from: CrmAssociationEnd, to: CrmAssociationEnd): Promise<void>;
}

/** A property of an object type, as the CRM defines it. */
export interface CrmProperty {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly groupName?: string;
  readonly description?: string;
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly displayOrder?: number;
    readonly hidden?: boolean;
  }[];
  readonly hasUniqueValue?: boolean;
}

/** What a new property needs. */
export interface CrmPropertyInput extends CrmProperty {
  readonly groupName: string;
}

/** Property definitions of an object type. */
export interface CrmProperties {
  list(objectType: string): Promise<CrmProperty[]>;
  get(objectType: string, name: string): Promise<CrmProperty>;
  create(objectType: string, input: CrmPropertyInput): Promise<CrmProperty>;
  update(objectType: string, name: string, input: Partial<Omit<CrmPropertyInput, 'name'>>): Promise<CrmProperty>;
  archive(objectType: string, name: string): Promise<void>;
}
