/** Returns an id, or the value of an id property, in the form that the CRM compares: without case and outer blanks. */
export const recordKey = (id: unknown): string => String(id).trim().toLowerCase();
