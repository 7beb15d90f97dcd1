/** Components that show data of the CRM: of the card's record, and of those that are associated with it. */

import type { ReactNode } from 'react';
import type { Filter, Sort, Values } from '../hooks/filters.ts';
import { type OtherRecord, type Selection, useAssociated, useRecord } from '../hooks/records.ts';
import { boxed } from './boxed.tsx';
import {
  DescriptionList,
  DescriptionListItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from './data.tsx';
import { Alert, EmptyState, ProgressBar } from './states.tsx';

/** Shows why data could not be read. */
export const Failed = ({ error }: { readonly error: Error }) => <Alert title={error.message} variant="error" />;

interface ValuesProps {
  readonly names: readonly string[];
  readonly values: Values;
  readonly direction?: string | undefined;
}

/** Shows properties with their names. */
export function ValueList({ names, values, direction = 'column' }: ValuesProps) {
  return (
    <DescriptionList direction={direction}>
      {names.map((name) => (
        <DescriptionListItem key={name} label={name}>
          {values[name] ?? '--'}
        </DescriptionListItem>
      ))}
    </DescriptionList>
  );
}

interface PropertiesProps extends OtherRecord {
  readonly properties: readonly string[];
  readonly direction?: string;
}

export function CrmPropertyList({ properties, direction, ...of }: PropertiesProps) {
  const { properties: values, error } = useRecord(properties, of);
  return error === null ? (
    <ValueList direction={direction} names={properties} values={values} />
  ) : (
    <Failed error={error} />
  );
}

export const CrmDataHighlight = CrmPropertyList;

interface AssociationTableProps {
  readonly objectTypeId: string;
  readonly propertyColumns: readonly string[];
  readonly pageSize?: number;
  readonly preFilters?: readonly Filter[];
  readonly sort?: readonly Sort[];
}

export function CrmAssociationTable({ propertyColumns, pageSize, preFilters, ...selection }: AssociationTableProps) {
  const { records, error } = useAssociated(propertyColumns, { ...selection, filters: preFilters });
  if (error !== null) {
    return <Failed error={error} />;
  }
  return (
    <Table>
      <TableHead>
        <TableRow>
          {propertyColumns.map((name) => (
            <TableHeader key={name}>{name}</TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {records.slice(0, pageSize).map(({ id, properties }) => (
          <TableRow key={id}>
            {propertyColumns.map((name) => (
              <TableCell key={name}>{properties[name] ?? '--'}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type Associated = ReturnType<typeof useAssociated>['records'];

interface EachProps {
  readonly of: Associated;
  readonly children: (record: Associated[number]) => ReactNode;
}

/** Shows each of the associated records, or that there are none. */
export function Each({ of, children }: EachProps) {
  return of.length === 0 ? <EmptyState title="No associated records" /> : <>{of.map(children)}</>;
}

interface AssociationListProps extends Selection {
  readonly properties: readonly string[];
}

export function CrmAssociationPropertyList({ properties, ...selection }: AssociationListProps) {
  const { records, error } = useAssociated(properties, selection);
  if (error !== null) {
    return <Failed error={error} />;
  }
  return (
    <Each of={records}>
      {({ id, properties: values }) => <ValueList key={id} names={properties} values={values} />}
    </Each>
  );
}

/** The properties by which people know records. */
const NAMES = ['name', 'dealname', 'subject', 'firstname', 'lastname', 'email'];

/** Returns what people call a record: at most two of its names. */
export function titleOf(values: Values): string {
  return NAMES.flatMap((name) => values[name] || [])
    .slice(0, 2)
    .join(' ');
}

interface PivotProps extends Omit<Selection, 'filters'> {
  readonly maxAssociations?: number;
  readonly preFilters?: readonly Filter[];
}

export function CrmAssociationPivot({ maxAssociations = 5, associationLabels, preFilters, ...selection }: PivotProps) {
  const { records, error } = useAssociated(NAMES, { ...selection, filters: preFilters });
  if (error !== null) {
    return <Failed error={error} />;
  }
  const labels = associationLabels ?? [...new Set(records.flatMap((record) => record.labels))];
  const groups = labels.map((label) => ({ label, of: records.filter((record) => record.labels.includes(label)) }));
  if (associationLabels === undefined) {
    groups.push({ label: 'No label', of: records.filter((record) => record.labels.length === 0) });
  }
  return (
    <DescriptionList>
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ label, of }) => (
          <DescriptionListItem key={label} label={`${label} (${of.length})`}>
            {of.slice(0, maxAssociations).map(({ id, properties }) => (
              <div key={id}>{titleOf(properties) || id}</div>
            ))}
          </DescriptionListItem>
        ))}
    </DescriptionList>
  );
}

interface DeadlineProps {
  readonly startDatePropertyName: string;
  readonly endDatePropertyName: string;
  readonly properties?: readonly string[];
  readonly showProperties?: boolean;
}

/** The length of a day, in ms. */
const DAY = 86_400_000;

/** Returns a date of the CRM, which writes dates as ISO 8601 or as Unix milliseconds, in ms. NaN for none. */
const dateOf = (value: string | null | undefined) => Date.parse(value ?? '') || Number(value || Number.NaN);

export function CrmSimpleDeadline({
  startDatePropertyName,
  endDatePropertyName,
  properties = [],
  showProperties = true,
}: DeadlineProps) {
  const { properties: values, error } = useRecord([startDatePropertyName, endDatePropertyName, ...properties]);
  if (error !== null) {
    return <Failed error={error} />;
  }
  const [start, end] = [dateOf(values[startDatePropertyName]), dateOf(values[endDatePropertyName])];
  const now = Date.now();
  const days = Math.ceil((end - now) / DAY);
  const text = days >= 0 ? `${days} days left` : `${-days} days overdue`;
  return (
    <>
      {Number.isNaN(start) || Number.isNaN(end) ? (
        <p>No deadline</p>
      ) : (
        <ProgressBar
          title={text}
          maxValue={Math.max(1, end - start)}
          value={Math.min(Math.max(0, now - start), end - start)}
        />
      )}
      {showProperties && <ValueList names={properties} values={values} />}
    </>
  );
}

/** Reports are stored in the real CRM only. */
export const CrmReport = boxed('CrmReport');
