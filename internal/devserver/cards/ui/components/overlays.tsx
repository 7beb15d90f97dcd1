import { Children, isValidElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { closeOverlay, useIsOpen } from '../frame/overlays.ts';
import { classes, type WithChildren } from './props.ts';

interface OverlayProps extends WithChildren {
  readonly id: string;
  readonly title?: string;
  readonly variant?: string;
  readonly width?: string;
  readonly 'aria-label'?: string;
  onOpen?(): void;
  onClose?(): void;
}

/** A dialog that is shown while its id is open. */
function Overlay({ kind, ...props }: OverlayProps & { kind: 'modal' | 'panel' }) {
  return useIsOpen(props.id) ? <OpenOverlay {...props} kind={kind} /> : null;
}

function OpenOverlay({ kind, id, title, width, onOpen, onClose, children, ...rest }: OverlayProps & { kind: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const handlers = useRef({ onOpen, onClose });
  handlers.current = { onOpen, onClose };
  useEffect(() => {
    dialog.current?.showModal();
    handlers.current.onOpen?.();
    return () => handlers.current.onClose?.();
  }, []);
  return (
    <dialog
      aria-label={title === undefined ? rest['aria-label'] : undefined}
      aria-labelledby={title === undefined ? undefined : heading}
      className={classes(kind, width, rest.variant)}
      data-test-id={rest.testId}
      ref={dialog}
      onCancel={() => closeOverlay(id)}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button aria-label="Close" className="svc-plain" type="button" onClick={() => closeOverlay(id)}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

export const Modal = (props: OverlayProps) => <Overlay {...props} kind="modal" />;
export const Panel = (props: OverlayProps) => <Overlay {...props} kind="panel" />;

const part = (name: string) =>
  function OverlayPart({ children, testId }: WithChildren) {
    return (
      <div className={classes(name)} data-test-id={testId}>
        {children}
      </div>
    );
  };

export const ModalBody = part('overlay-body');
export const ModalFooter = part('overlay-footer');
export const PanelBody = part('overlay-body');
export const PanelFooter = part('overlay-footer');
export const PanelSection = part('overlay-section');

export function Tooltip({ children, testId }: WithChildren) {
  return (
    <span className="svc-tooltip" data-test-id={testId} role="tooltip">
      {children}
    </span>
  );
}

type TabId = string | number;

interface TabProps extends WithChildren {
  readonly tabId?: TabId;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly tooltip?: string;
}

interface TabsProps extends WithChildren {
  readonly selected?: TabId;
  readonly defaultSelected?: TabId;
  readonly variant?: string;
  onSelectedChange?(id: TabId): void;
}

/** `Tabs` shows the children of the selected one. */
export function Tab({ children }: TabProps): ReactNode {
  return <>{children}</>;
}

export function Tabs({ selected, defaultSelected, variant, onSelectedChange, children, testId }: TabsProps) {
  const tabs = Children.toArray(children).flatMap((child, index) => {
    return isValidElement<TabProps>(child) ? [{ id: child.props.tabId ?? index, child }] : [];
  });
  const [own, setOwn] = useState(defaultSelected ?? tabs[0]?.id);
  const current = selected ?? own;
  return (
    <div className={classes('tabs', variant)} data-test-id={testId}>
      <div role="tablist">
        {tabs.map(({ id, child }) => (
          <button
            key={id}
            aria-selected={id === current}
            disabled={child.props.disabled}
            role="tab"
            title={child.props.tooltip}
            type="button"
            onClick={() => {
              setOwn(id);
              onSelectedChange?.(id);
            }}
          >
            {child.props.title}
          </button>
        ))}
      </div>
      <div role="tabpanel">{tabs.find(({ id }) => id === current)?.child}</div>
    </div>
  );
}
