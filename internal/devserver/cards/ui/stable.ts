/** The exports of the vendor's UI package, and of its parts for the CRM and for pages. */

export * from './components/buttons.tsx';
export * from './components/charts.tsx';
export * from './components/choices.tsx';
export {
  CrmAssociationPivot,
  CrmAssociationPropertyList,
  CrmAssociationTable,
  CrmDataHighlight,
  CrmPropertyList,
  CrmReport,
  CrmSimpleDeadline,
} from './components/crm.tsx';
export * from './components/crm-actions.tsx';
export * from './components/crm-stages.tsx';
export * from './components/crm-statistics.tsx';
export * from './components/data.tsx';
export * from './components/inputs.tsx';
export { Accordion, AutoGrid, Box, Card, Flex, Inline, List, Stack, Tile } from './components/layout.tsx';
export * from './components/overlays.tsx';
export * from './components/pages.tsx';
export * from './components/states.tsx';
export { Divider, Heading, Icon, Illustration, Spacer, Text } from './components/text.tsx';
export { logger } from './frame/logger.ts';
export { formatCrmProperties, useAssociations, useCrmProperties, useCrmSearch } from './hooks/crm.ts';
export * from './hooks/extension.ts';
