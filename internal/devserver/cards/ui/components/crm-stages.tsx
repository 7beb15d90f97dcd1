/** Components that show at which stage of a pipeline, or of its life cycle, a record is. */

import type { Values } from '../hooks/filters.ts';
import { type OtherRecord, type Selection, STAGES, useAssociated, useRecord, useStages } from '../hooks/records.ts';
import { useExtensionContext } from '../hooks/extension.ts';
import { Each, Failed, titleOf, ValueList } from './crm.tsx';
import { StepIndicator } from './states.tsx';

interface StagesProps {
  readonly objectTypeId: string;
  readonly values: Values;
}

function Stages({ objectTypeId, values }: StagesProps) {
  const { stages, error } = useStages(objectTypeId);
  const at = STAGES.map((name) => values[name]).find(Boolean);
  if (error !== null) {
    return <Failed error={error} />;
  }
  return (
    <StepIndicator currentStep={stages.findIndex(({ id }) => id === at)} stepNames={stages.map((one) => one.label)} />
  );
}

interface TrackerProps extends OtherRecord {
  readonly properties?: readonly string[];
  readonly showProperties?: boolean;
}

export function CrmStageTracker({ properties = [], showProperties = true, ...of }: TrackerProps) {
  const { crm } = useExtensionContext();
  const { properties: values, error } = useRecord([...STAGES, ...properties], of);
  if (error !== null) {
    return <Failed error={error} />;
  }
  return (
    <>
      <Stages objectTypeId={of.objectTypeId ?? crm.objectTypeId} values={values} />
      {showProperties && <ValueList names={properties} values={values} />}
    </>
  );
}

interface AssociationTrackerProps extends Selection {
  readonly properties?: readonly string[];
  readonly showProperties?: boolean;
}

export function CrmAssociationStageTracker(props: AssociationTrackerProps) {
  const { properties = [], showProperties = true, ...selection } = props;
  const names = ['name', 'dealname', 'subject', 'email'];
  const { records, error } = useAssociated([...STAGES, ...names, ...properties], selection);
  if (error !== null) {
    return <Failed error={error} />;
  }
  return (
    <Each of={records}>
      {({ id, properties: values }) => (
        <section key={id}>
          <strong>{titleOf(values) || id}</strong>
          <Stages objectTypeId={selection.objectTypeId} values={values} />
          {showProperties && <ValueList names={properties} values={values} />}
        </section>
      )}
    </Each>
  );
}
