/** Components that show data of the CRM. Those that need more than the emulated CRM has are boxes with their props. */

import type { ReactNode } from 'react';
import { useAssociations, useCrmProperties } from '../hooks/crm.ts';
import { tell } from '../frame/channel.ts';
import { boxed } from './boxed.tsx';
import { Button, Link } from './buttons.tsx';
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
import { Alert } from './states.tsx';
import type { WithChildren } from './props.ts';

interface PropertiesProps {
  readonly properties: readonly string[];
  readonly direction?: string;
}

export function CrmPropertyList({ properties, direction = 'column' }: PropertiesProps) {
  const { properties: values, error } = useCrmProperties(properties);
  if (error !== null) {
    return <Alert title={error.message} variant="error" />;
  }
  return (
    <DescriptionList direction={direction}>
      {properties.map((name) => (
        <DescriptionListItem key={name} label={name}>
          {values[name] ?? '--'}
        </DescriptionListItem>
      ))}
    </DescriptionList>
  );
}

export const CrmDataHighlight = CrmPropertyList;

interface AssociationsProps {
  readonly objectTypeId: string;
  readonly propertyColumns?: readonly string[];
  readonly properties?: readonly string[];
  readonly pageSize?: number;
}

export function CrmAssociationTable({ objectTypeId, propertyColumns, properties, pageSize }: AssociationsProps) {
  const columns = propertyColumns ?? properties ?? [];
  const config = { toObjectType: objectTypeId, properties: columns, ...(pageSize && { pageLength: pageSize }) };
  const { results, error } = useAssociations(config);
  if (error !== null) {
    return <Alert title={error.message} variant="error" />;
  }
  return (
    <Table>
      <TableHead>
        <TableRow>
          {columns.map((name) => (
            <TableHeader key={name}>{name}</TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {results.map((record) => (
          <TableRow key={record.toObjectId}>
            {columns.map((name) => (
              <TableCell key={name}>{record.properties[name] ?? '--'}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export const CrmAssociationPropertyList = CrmAssociationTable;

export const CrmReport = boxed('CrmReport');
export const CrmAssociationPivot = boxed('CrmAssociationPivot');
export const CrmAssociationStageTracker = boxed('CrmAssociationStageTracker');
export const CrmSimpleDeadline = boxed('CrmSimpleDeadline');
export const CrmStageTracker = boxed('CrmStageTracker');
export const CrmStatistics = boxed('CrmStatistics');

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
