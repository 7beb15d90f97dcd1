/** Filters and sorts of the CRM's components (CrmSearchFilter of the vendor's types). */

export type Values = Readonly<Record<string, string | null>>;

type Operand = string | number;

export interface Filter {
  readonly property: string;
  readonly operator: string;
  readonly value?: Operand;
  readonly values?: Operand | readonly Operand[];
  readonly highValue?: Operand;
}

export interface Sort {
  readonly columnName: string;
  readonly direction: 1 | -1;
}

/** Compares values as numbers if both are, else as texts. */
function compare(a: Operand, b: Operand): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? String(a).localeCompare(String(b)) : x - y;
}

const listed = (values: Filter['values']) => [values ?? []].flat() as readonly Operand[];
const isIn = (value: string, values: Filter['values']) => listed(values).some((one) => compare(value, one) === 0);

/** What each operator requires of a value that the record has. */
const OPERATORS: Readonly<Record<string, (value: string, filter: Filter) => boolean>> = {
  EQ: (value, { value: wanted }) => compare(value, wanted ?? '') === 0,
  NEQ: (value, { value: wanted }) => compare(value, wanted ?? '') !== 0,
  LT: (value, { value: wanted }) => compare(value, wanted ?? '') < 0,
  LTE: (value, { value: wanted }) => compare(value, wanted ?? '') <= 0,
  GT: (value, { value: wanted }) => compare(value, wanted ?? '') > 0,
  GTE: (value, { value: wanted }) => compare(value, wanted ?? '') >= 0,
  BETWEEN: (value, { value: low, highValue }) => compare(value, low ?? '') >= 0 && compare(value, highValue ?? '') <= 0,
  IN: (value, { values }) => isIn(value, values),
  NOT_IN: (value, { values }) => !isIn(value, values),
  HAS_PROPERTY: () => true,
  NOT_HAS_PROPERTY: () => false,
};

/** Reports whether a record matches all filters. */
export function matches(filters: readonly Filter[] | undefined, values: Values): boolean {
  return (filters ?? []).every((filter) => {
    const value = values[filter.property];
    if (value === null || value === undefined || value === '') {
      return filter.operator === 'NOT_HAS_PROPERTY';
    }
    return OPERATORS[filter.operator]?.(value, filter) ?? false;
  });
}

/** Returns the records in an order. */
export function sorted<One extends { readonly properties: Values }>(
  records: readonly One[],
  sort: readonly Sort[] | undefined,
): readonly One[] {
  return [...records].sort((a, b) => {
    for (const { columnName, direction } of sort ?? []) {
      const order = compare(a.properties[columnName] ?? '', b.properties[columnName] ?? '') * direction;
      if (order !== 0) {
        return order;
      }
    }
    return 0;
  });
}
