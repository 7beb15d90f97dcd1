interface Axis {
  readonly field: string;
  readonly fieldType: 'category' | 'datetime' | 'linear';
  readonly label?: string;
}

type Row = Readonly<Record<string, string | number>>;

interface ChartProps {
  readonly data: readonly Row[] | { readonly data: readonly Row[] };
  readonly axes: { readonly x: Axis; readonly y: Axis; readonly options?: { readonly groupFieldByColor?: string } };
  readonly options?: { readonly title?: string };
  readonly testId?: string;
}

const rowsOf = (data: ChartProps['data']): readonly Row[] =>
  'data' in data ? (data.data as readonly Row[]) : (data as readonly Row[]);

const WIDTH = 400;
const HEIGHT = 160;

/** The numbers of a chart, and its drawing. A number on both axes is measured on the linear one. */
function Chart({ kind, data, axes, options, testId }: ChartProps & { kind: 'bar' | 'line' }) {
  const rows = rowsOf(data);
  const [names, numbers] = axes.y.fieldType === 'linear' ? [axes.x, axes.y] : [axes.y, axes.x];
  const values = rows.map((row) => Number(row[numbers.field] ?? 0));
  const max = Math.max(1, ...values);
  const width = WIDTH / Math.max(1, rows.length);
  const y = (value: number) => HEIGHT - (HEIGHT * value) / max;
  const title = options?.title ?? numbers.label ?? numbers.field;
  return (
    <figure className="svc-chart" data-test-id={testId}>
      <figcaption>{title}</figcaption>
      <svg aria-label={title} role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {kind === 'line' ? (
          <polyline fill="none" points={values.map((value, i) => `${(i + 0.5) * width},${y(value)}`).join(' ')} />
        ) : (
          values.map((value, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <rect key={i} height={HEIGHT - y(value)} width={width * 0.8} x={(i + 0.1) * width} y={y(value)} />
          ))
        )}
      </svg>
      <ol>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={i}>
            {row[names.field]}: {row[numbers.field]}
          </li>
        ))}
      </ol>
    </figure>
  );
}

export const BarChart = (props: ChartProps) => <Chart {...props} kind="bar" />;
export const LineChart = (props: ChartProps) => <Chart {...props} kind="line" />;
