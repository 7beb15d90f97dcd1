// Components that show data of the CRM, and files.
import { useState } from 'react';
import { Text } from '@crm/ui-extensions';
import {
  CrmAssociationPivot,
  CrmAssociationStageTracker,
  CrmAssociationTable,
  CrmPropertyList,
  CrmReport,
  CrmSimpleDeadline,
  CrmStageTracker,
  CrmStatistics,
} from '@crm/ui-extensions/crm';
import { FileUpload, FileViewer } from '@crm/ui-extensions/experimental';

const amounts = (label: string, statisticType: 'SUM' | 'MAX' | 'COUNT') => ({
  label,
  statisticType,
  propertyName: 'amount',
});

export default function Business() {
  const [files, setFiles] = useState('');
  return (
    <>
      <CrmStageTracker properties={['email']} />
      <CrmPropertyList objectTypeId="0-2" objectId={201} properties={['name']} />
      <CrmSimpleDeadline startDatePropertyName="createdate" endDatePropertyName="lastmodifieddate" properties={[]} />
      <CrmAssociationTable
        objectTypeId="0-3"
        propertyColumns={['dealname', 'amount']}
        preFilters={[{ property: 'amount', operator: 'GT', value: 1000 }]}
        sort={[{ columnName: 'amount', direction: -1 }]}
      />
      <CrmAssociationPivot objectTypeId="0-2" />
      <CrmAssociationStageTracker objectTypeId="0-3" properties={['amount']} />
      <CrmStatistics
        objectTypeId="0-3"
        statistics={[
          amounts('Deals', 'COUNT'),
          amounts('Total', 'SUM'),
          {
            ...amounts('Largest below 1,000', 'MAX'),
            filterGroups: [{ filters: [{ property: 'amount', operator: 'LT', value: 1000 }] }],
          },
        ]}
      />
      <CrmReport reportId="7" />
      <FileUpload
        fileLimit={2}
        allowedFileExtensions={['txt']}
        onChange={(all) => setFiles(all.map(({ name }) => name).join())}
      />
      <FileViewer testId="viewer" />
      <Text testId="files">{files}</Text>
    </>
  );
}
