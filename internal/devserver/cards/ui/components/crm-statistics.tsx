/** Statistics of the records that are associated with the card's. */

import { type Filter, matches, type Values } from '../hooks/filters.ts';
import { useAssociated } from '../hooks/records.ts';
import { Failed } from './crm.tsx';
import { Statistics, StatisticsItem } from './data.tsx';

interface Statistic {
  readonly label: string;
  readonly statisticType: string;
  readonly propertyName: string;
  readonly percentile?: number;
  readonly filterGroups?: readonly { readonly filters: readonly Filter[] }[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What each type of statistic calculates of the numbers, which are sorted and at least one. */
const STATISTICS: Readonly<Record<string, (numbers: readonly number[], percentile: number) => number>> = {
  SUM: sum,
  AVG: (numbers) => sum(numbers) / numbers.length,
  MIN: (numbers) => numbers[0]!,
  MAX: (numbers) => numbers.at(-1)!,
  PERCENTILES: (numbers, percentile) =>
    numbers[Math.min(numbers.length - 1, Math.floor((numbers.length * percentile) / 100))]!,
};

/** Returns a statistic of records as text. */
function calculate(
  { statisticType, propertyName, percentile = 50, filterGroups }: Statistic,
  all: readonly Values[],
): string {
  const records = all.filter(
    (values) => filterGroups === undefined || filterGroups.some(({ filters }) => matches(filters, values)),
  );
  const texts = records.flatMap((values) => values[propertyName] || []);
  const numbers = texts
    .map(Number)
    .filter((number) => !Number.isNaN(number))
    .sort((a, b) => a - b);
  switch (statisticType) {
    case 'COUNT':
      return String(texts.length);
    case 'DISTINCT_APPROX':
      return String(new Set(texts).size);
    default: {
      const of = STATISTICS[statisticType];
      return of === undefined || numbers.length === 0 ? '--' : String(Math.round(of(numbers, percentile) * 100) / 100);
    }
  }
}

interface StatisticsProps {
  readonly objectTypeId: string;
  readonly statistics: readonly Statistic[];
}

export function CrmStatistics({ objectTypeId, statistics }: StatisticsProps) {
  const filtered = statistics.flatMap(({ filterGroups }) => filterGroups ?? []).flatMap(({ filters }) => filters);
  const names = [...statistics.map((one) => one.propertyName), ...filtered.map(({ property }) => property)];
  const { records, error } = useAssociated([...new Set(names)], { objectTypeId });
  if (error !== null) {
    return <Failed error={error} />;
  }
  const values = records.map(({ properties }) => properties);
  return (
    <Statistics>
      {statistics.map((one) => (
        <StatisticsItem key={one.label} label={one.label} number={calculate(one, values)} />
      ))}
    </Statistics>
  );
}
