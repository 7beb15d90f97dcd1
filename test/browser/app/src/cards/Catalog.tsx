// Every component of the UI package, by its exports, and one that the package does not have.
import { Component, type ComponentType, type ReactNode } from 'react';
import * as stable from '@crm/ui-extensions';
import * as crmParts from '@crm/ui-extensions/crm';
import * as experimental from '@crm/ui-extensions/experimental';
import * as pages from '@crm/ui-extensions/pages';
import * as home from '@crm/ui-extensions/pages/home';

const modules: Record<string, Record<string, unknown>> = { stable, crm: crmParts, experimental, pages, home };
Object.assign(globalThis, {
  known: Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, Object.keys(module)])),
});

const axis = (field: string, fieldType: string) => ({ field, fieldType });
const chart = { data: [{ day: 'Mon', sum: 3 }], axes: { x: axis('day', 'category'), y: axis('sum', 'linear') } };
const SAMPLES: Record<string, object> = {
  BarChart: chart,
  LineChart: chart,
  AutoGrid: { columnWidth: 100 },
  CrmActionButton: { actionType: 'ADD_NOTE', actionContext: {} },
  CrmActionLink: { actionType: 'ADD_NOTE', actionContext: {} },
  CrmAssociationPropertyList: { objectTypeId: '0-2', properties: ['name'] },
  CrmAssociationTable: { objectTypeId: '0-2', propertyColumns: ['name'] },
  CrmAssociationPivot: { objectTypeId: '0-2' },
  CrmAssociationStageTracker: { objectTypeId: '0-3' },
  CrmCardActions: { actionConfigs: [{ type: 'action-library-button', actionType: 'ADD_TASK', actionContext: {} }] },
  CrmDataHighlight: { properties: ['email'] },
  CrmPropertyList: { properties: ['email'] },
  CrmStatistics: { objectTypeId: '0-3', statistics: [] },
  Iframe: { src: 'https://maps.example.com/' },
  Image: { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=', alt: 'Image' },
  ScoreCircle: { score: 70 },
  StatisticsItem: { number: 3 },
  StatisticsTrend: { value: '3 %', direction: 'increase' },
  StepIndicator: { stepNames: ['First', 'Second'] },
};

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: Error) {
    return { message: `failed: ${error.message}` };
  }
  override render() {
    return this.state.message === '' ? this.props.children : this.state.message;
  }
}

/** Components that are valid only in others. */
const within = (name: string, element: ReactNode) => {
  switch (name) {
    case 'TableRow':
      return (
        <stable.Table>
          <stable.TableBody>{element}</stable.TableBody>
        </stable.Table>
      );
    case 'TableCell':
    case 'TableHeader':
      return within('TableRow', <stable.TableRow>{element}</stable.TableRow>);
    case 'TableHead':
    case 'TableBody':
    case 'TableFooter':
      return <stable.Table>{element}</stable.Table>;
    case 'DescriptionListItem':
      return <stable.DescriptionList>{element}</stable.DescriptionList>;
    default:
      return element;
  }
};

const CHILDREN: Record<string, ReactNode> = {
  Table: <stable.TableBody />,
  TableHead: <stable.TableRow />,
  TableBody: <stable.TableRow />,
  TableFooter: <stable.TableRow />,
  TableRow: <stable.TableCell>TableRow</stable.TableCell>,
  DescriptionList: <stable.DescriptionListItem label="DescriptionList" />,
};

function Sample({ module, name }: { module: string; name: string }) {
  const Shown = modules[module][name] as ComponentType<Record<string, unknown>>;
  const props = { name, label: name, title: name, id: name, ...SAMPLES[name] };
  return (
    <stable.Box testId={`${module}.${name}`}>
      <Boundary>{within(name, <Shown {...props}>{CHILDREN[name] ?? name}</Shown>)}</Boundary>
    </stable.Box>
  );
}

export default function Catalog() {
  const all = Object.entries(modules).flatMap(([module, exports]) =>
    Object.keys(exports)
      .filter((name) => /^[A-Z]/.test(name))
      .map((name) => <Sample key={`${module}.${name}`} module={module} name={name} />),
  );
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the package lacks it
  const Fancy = (stable as Record<string, ComponentType<object>>)['FancyThing'];
  return (
    <>
      {all}
      <Fancy {...{ size: 'large', rows: [1, 2] }}>within</Fancy>
    </>
  );
}
