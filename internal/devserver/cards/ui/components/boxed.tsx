import type { ReactNode } from 'react';

/** Returns a component that is shown as a box with its name, its plain props and its children. */
export function boxed(name: string): (props: Record<string, unknown>) => ReactNode {
  return function Boxed({ children, ...props }) {
    const shown = Object.entries(props).filter(([, value]) => typeof value !== 'function' && value !== undefined);
    return (
      <section aria-label={name} className="svc-box">
        <strong>{name}</strong>
        {shown.map(([key, value]) => (
          <div key={key}>
            <small>
              {key}: {textOf(value)}
            </small>
          </div>
        ))}
        {children as ReactNode}
      </section>
    );
  };
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'string' ? value : String(JSON.stringify(value)).slice(0, 200);
  } catch {
    return '…'; // an element refers to itself
  }
}
