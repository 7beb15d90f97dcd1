/** What tells a record among others, of an id or the value of an id property: the CRM does not mind the case of names and addresses. */
export declare const recordKey: (id: unknown) => string;
