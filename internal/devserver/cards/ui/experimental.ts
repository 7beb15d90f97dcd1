/** The exports of the vendor's experimental part. Its forms of stable components also have margins and padding. */

export { Button, ButtonRow, LoadingButton } from './components/buttons.tsx';
export { Checkbox, MultiSelect, RadioButton, Select, Toggle } from './components/choices.tsx';
export { FileInput, FileUpload, FileViewer, Iframe, SettingsView } from './components/files.tsx';
export * from './components/inputs.tsx';
export {
  AutoGrid,
  Box,
  Center,
  Flex,
  Grid,
  GridItem,
  Inline,
  MediaObject,
  Stack2,
} from './components/layout.tsx';
export { ExpandableText } from './components/text.tsx';
export { fetchHubSpotApi } from './hooks/api.ts';
export { useAssociations, useCrmProperties, useCrmSearch } from './hooks/crm.ts';
