/** Components with which a card asks the CRM to do something. A preview shows what that is. */

import type { ReactNode } from 'react';
import { tell } from '../frame/channel.ts';
import { Button, Link } from './buttons.tsx';
import type { WithChildren } from './props.ts';

interface ActionProps extends WithChildren {
  readonly actionType: string;
  readonly actionContext: Readonly<Record<string, unknown>>;
  readonly variant?: string;
  readonly disabled?: boolean;
  onClick?(): void;
}

/** Says which action of the CRM runs there. */
function act({ actionType, actionContext, onClick }: ActionProps): void {
  onClick?.();
  if (actionType === 'EXTERNAL_URL') {
    tell('open', String(actionContext['href']));
    return;
  }
  tell('alert', { type: 'info', title: actionType, message: JSON.stringify(actionContext) });
}

export const CrmActionButton = (props: ActionProps) => (
  <Button disabled={props.disabled === true} variant={props.variant ?? 'secondary'} onClick={() => act(props)}>
    {props.children}
  </Button>
);

export const CrmActionLink = (props: ActionProps) => (
  <Link variant={props.variant ?? 'primary'} onClick={() => act(props)} preventDefault>
    {props.children}
  </Link>
);

interface ActionConfig extends ActionProps {
  readonly type: string;
  readonly label?: string;
  readonly options?: readonly ActionConfig[];
}

export function CrmCardActions({ actionConfigs }: { readonly actionConfigs: readonly ActionConfig[] }): ReactNode {
  const all = actionConfigs.flatMap((config) => (config.type === 'dropdown' ? (config.options ?? []) : [config]));
  return (
    <div className="svc-button-row">
      {all.map((config) => (
        <CrmActionButton key={config.label ?? config.actionType} {...config}>
          {config.label ?? config.actionType}
        </CrmActionButton>
      ))}
    </div>
  );
}
