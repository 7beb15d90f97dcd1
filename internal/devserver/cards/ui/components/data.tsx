import { useState } from 'react';
import { classes, type WithChildren } from './props.ts';

export function DescriptionList({ direction = 'column', children, testId }: WithChildren & { direction?: string }) {
  return (
    <dl className={classes('descriptions', direction)} data-test-id={testId}>
      {children}
    </dl>
  );
}

export function DescriptionListItem({ label, children, testId }: WithChildren & { readonly label: string }) {
  return (
    <div data-test-id={testId}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Statistics({ children, testId }: WithChildren) {
  return (
    <div className="svc-statistics" data-test-id={testId}>
      {children}
    </div>
  );
}

interface StatisticsItemProps extends WithChildren {
  readonly label: string;
  readonly number: string | number;
}

export function StatisticsItem({ label, number, children, testId }: StatisticsItemProps) {
  return (
    <div className="svc-statistic" data-test-id={testId}>
      <div>{label}</div>
      <strong>{number}</strong>
      <div>{children}</div>
    </div>
  );
}

interface TrendProps {
  readonly value: string;
  readonly direction: 'increase' | 'decrease';
  readonly color?: 'red' | 'green';
  readonly testId?: string;
}

export function StatisticsTrend({ value, direction, color, testId }: TrendProps) {
  const rises = direction === 'increase';
  return (
    <span className={classes('trend', color ?? (rises ? 'green' : 'red'))} data-test-id={testId}>
      <span aria-hidden="true">{rises ? '▲' : '▼'}</span> <span className="svc-hidden">{direction} of</span> {value}
    </span>
  );
}

interface TableProps extends WithChildren {
  readonly bordered?: boolean;
  readonly flush?: boolean;
  readonly density?: string;
  readonly paginated?: boolean;
  readonly pageCount?: number;
  readonly page?: number;
  onPageChange?(page: number): void;
}

export function Table({ bordered = true, flush, density, paginated, children, testId, ...rest }: TableProps) {
  return (
    <div className="svc-scroll" data-test-id={testId}>
      <table className={classes('table', bordered && 'bordered', flush === true && 'flush', density)}>{children}</table>
      {paginated === true && <Pages {...rest} />}
    </div>
  );
}

function Pages({ page, pageCount = 1, onPageChange }: Pick<TableProps, 'page' | 'pageCount' | 'onPageChange'>) {
  const [own, setOwn] = useState(1);
  const current = page ?? own;
  const go = (to: number) => {
    setOwn(to);
    onPageChange?.(to);
  };
  return (
    <nav aria-label="Pages" className="svc-pages">
      <button disabled={current <= 1} type="button" onClick={() => go(current - 1)}>
        Previous
      </button>
      <span>
        {current} of {pageCount}
      </span>
      <button disabled={current >= pageCount} type="button" onClick={() => go(current + 1)}>
        Next
      </button>
    </nav>
  );
}

export const TableHead = ({ children }: WithChildren) => <thead>{children}</thead>;
export const TableBody = ({ children }: WithChildren) => <tbody>{children}</tbody>;
export const TableFooter = ({ children }: WithChildren) => <tfoot>{children}</tfoot>;
export const TableRow = ({ children, testId }: WithChildren) => <tr data-test-id={testId}>{children}</tr>;

interface CellProps extends WithChildren {
  readonly align?: 'left' | 'center' | 'right';
  readonly width?: 'min' | 'max' | 'auto' | number;
  readonly colSpan?: number;
}

const widthOf = (width: CellProps['width']) => (width === 'min' ? '1%' : width === 'max' ? '100%' : width);

export function TableCell({ align, width, colSpan, children, testId }: CellProps) {
  return (
    <td colSpan={colSpan} data-test-id={testId} style={{ textAlign: align, width: widthOf(width) }}>
      {children}
    </td>
  );
}

interface HeaderProps extends CellProps {
  readonly sortDirection?: 'ascending' | 'descending' | 'none' | 'never';
  readonly disabled?: boolean;
  onSortChange?(direction: 'ascending' | 'descending' | 'none'): void;
}

const NEXT = { ascending: 'descending', descending: 'none', none: 'ascending' } as const;
const MARKS = { ascending: '▲', descending: '▼', none: '↕' };

export function TableHeader({
  align,
  width,
  sortDirection = 'never',
  disabled,
  onSortChange,
  children,
  testId,
}: HeaderProps) {
  const sorted = sortDirection === 'never' ? undefined : sortDirection;
  return (
    <th aria-sort={sorted} data-test-id={testId} scope="col" style={{ textAlign: align, width: widthOf(width) }}>
      {sorted === undefined ? (
        children
      ) : (
        <button className="svc-plain" disabled={disabled} type="button" onClick={() => onSortChange?.(NEXT[sorted])}>
          {children} <span aria-hidden="true">{MARKS[sorted]}</span>
        </button>
      )}
    </th>
  );
}
