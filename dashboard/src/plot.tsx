// A plot over time.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { timeOf } from './time.ts';

/** One line: a value per time, null where there is none. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

interface Props {
  /** What the plot shows, for people who do not see it. */
  readonly label: string;
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

const HEIGHT = 200;

/** How far apart the times of the axis may be, in s. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120];

/** The custom properties of the style sheet with the colors of the lines. */
const COLORS = ['--accent', '--bad', '--warn', '--good'];

/** Returns the color of a custom property as the canvas needs it, in the light or the dark. */
function colorOf(box: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns whether the page is shown in the dark. */
function useDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [query]);
  return isDark;
}

/** Draws the lines from 0 to 100 percent. */
export function Plot({ label, times, series }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  const isDark = useDark();
  const names = series.map((one) => one.label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines and other colors need a new plot
  useEffect(() => {
    const at = box.current!;
    const axis = { stroke: colorOf(at, '--quiet'), grid: { stroke: colorOf(at, '--line'), width: 1 } };
    const time: UPlot.Axis = { ...axis, incrs: STEPS, space: 80, values: (_, all) => all.map((s) => timeOf(s * 1000)) };
    const options: UPlot.Options = {
      width: at.clientWidth,
      height: HEIGHT,
      scales: { y: { range: [0, 100] } },
      axes: [time, axis],
      legend: { show: false },
      series: [{}, ...series.map((one, i) => ({ label: one.label, stroke: colorOf(at, COLORS[i % 4]!), width: 2 }))],
    };
    plot.current = new UPlot(options, [[...times], ...series.map(({ values }) => [...values])], at);
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: at.clientWidth, height: HEIGHT }));
    resized.observe(at);
    return () => {
      resized.disconnect();
      plot.current?.destroy();
    };
  }, [names, isDark]);
  useEffect(() => {
    plot.current?.setData([[...times], ...series.map(({ values }) => [...values])]);
  }, [times, series]);
  return <div class="plot" ref={box} role="img" aria-label={label} />;
}
