/** What the card is shown for: a portal, an object type and a record. The address of the page keeps it. */

/** The members, as the address has them. */
export interface Subject {
  readonly portal: number;
  readonly objectType: string;
  readonly record: string;
}

/** Returns the members that the address has. */
export function subjectInAddress(): Partial<Subject> {
  const query = new URLSearchParams(location.search);
  const portal = Number(query.get('portal'));
  return {
    ...(Number.isSafeInteger(portal) && portal > 0 && { portal }),
    ...(query.has('objectType') && { objectType: query.get('objectType')! }),
    ...(query.has('record') && { record: query.get('record')! }),
  };
}

/** Writes the subject into the address, so that a reload and a link keep it. */
export function keepInAddress({ portal, objectType, record }: Subject): void {
  const query = new URLSearchParams({ portal: String(portal), objectType, record });
  history.replaceState(null, '', `?${query}`);
}
