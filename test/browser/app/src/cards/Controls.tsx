// Components that report what the user does, and hooks that read the CRM.
import { useState, version } from 'react';
import {
  Button,
  Checkbox,
  CurrencyInput,
  DateInput,
  Dropdown,
  Form,
  Input,
  Link,
  Modal,
  ModalBody,
  MultiSelect,
  NumberInput,
  RadioButton,
  Select,
  Tab,
  Table,
  TableHead,
  TableHeader,
  TableRow,
  Tabs,
  Text,
  TextArea,
  TimeInput,
  Toggle,
  ToggleGroup,
  useCrmSearch,
  useDebounce,
  useExtensionActions,
} from '@crm/ui-extensions';
import { useAssociations } from '@crm/ui-extensions/crm';

const OPTIONS = [
  { label: 'Red', value: 'red' },
  { label: 'Two', value: 2 },
  { label: 'Yes', value: true },
];
const GROUP = [
  { label: 'Chair', value: 'chair', initialIsChecked: true },
  { label: 'Desk', value: 'desk' },
];

export default function Controls() {
  const [events, setEvents] = useState<string[]>([]);
  const on = (name: string) => (value?: unknown) => setEvents((all) => [...all, `${name} ${JSON.stringify(value)}`]);
  const [typed, setTyped] = useState('');
  const debounced = useDebounce(typed, 50);
  const actions = useExtensionActions();
  const search = useCrmSearch({ objectType: 'contacts', properties: ['email'], pageLength: 2 });
  const companies = useAssociations({ toObjectType: 'companies', properties: ['name'] });
  return (
    <>
      <Text testId="react">{version}</Text>
      <Text testId="events">{events.join('\n')}</Text>
      <Form onSubmit={({ targetValue }) => on('submit')(targetValue)}>
        <Input label="Text" name="text" onChange={on('change')} onInput={setTyped} />
        <NumberInput label="Number" name="number" max={9} onChange={on('number')} />
        <CurrencyInput label="Price" name="price" currency="EUR" />
        <TextArea label="Area" name="area" onChange={on('area')} />
        <DateInput label="Day" name="day" onChange={on('day')} />
        <TimeInput label="Time" name="time" onChange={on('time')} />
        <Button type="submit">Submit</Button>
      </Form>
      <Text testId="debounced">{debounced}</Text>
      <Select label="Choice" options={OPTIONS} onChange={on('select')} />
      <MultiSelect label="Choices" options={OPTIONS} onChange={on('multi')} />
      <Checkbox value="box" onChange={(checked, value) => on('check')([checked, value])}>
        Box
      </Checkbox>
      <RadioButton onChange={on('radio')}>Radio</RadioButton>
      <Toggle label="Toggle" onChange={on('toggle')} />
      <ToggleGroup label="Group" name="group" options={GROUP} onChange={on('group')} />
      <ToggleGroup label="One" name="one" options={GROUP} toggleType="radioButtonList" onChange={on('one')} />
      <Tabs defaultSelected="second" onSelectedChange={on('tab')}>
        <Tab tabId="first" title="First">
          first panel
        </Tab>
        <Tab tabId="second" title="Second">
          second panel
        </Tab>
      </Tabs>
      <Dropdown buttonText="Menu" options={[{ label: 'Old item', onClick: () => on('menu')('old') }]}>
        <Dropdown.ButtonItem onClick={() => on('menu')('new')}>New item</Dropdown.ButtonItem>
      </Dropdown>
      <Table paginated pageCount={3} onPageChange={on('page')}>
        <TableHead>
          <TableRow>
            <TableHeader sortDirection="none" onSortChange={on('sort')}>
              Name
            </TableHeader>
          </TableRow>
        </TableHead>
      </Table>
      <Button
        overlay={
          <Modal id="modal" title="A modal" onOpen={() => on('open')()} onClose={() => on('close')()}>
            <ModalBody>
              <Button onClick={() => actions.closeOverlay('modal')}>Done</Button>
            </ModalBody>
          </Modal>
        }
      >
        Open modal
      </Button>
      <Button onClick={(_, reactions) => reactions.openModal('other')}>Open other</Button>
      <Modal id="other" title="Another modal" />
      <Link href="https://crm.example.com/help" onClick={() => on('link')()}>
        Help
      </Link>
      <Text testId="search">
        {search.isLoading ? 'loading' : `${search.pagination.currentPage}: ${search.results.map((r) => r.objectId)}`}
      </Text>
      <Button onClick={search.pagination.nextPage}>Next results</Button>
      <Text testId="companies">{companies.results.map((company) => company.properties.name).join()}</Text>
      {/* svc-ignore card-iframe-url -- the preview refuses this page */}
      <Button onClick={() => actions.openIframeModal({ uri: 'https://evil.example.com/', width: 300, height: 200 })}>
        Foreign frame
      </Button>
      <Button
        onClick={() =>
          actions.openIframeModal({ uri: 'https://maps.example.com/city', title: 'Map', width: 300, height: 200 }, () =>
            on('map closed')(),
          )
        }
      >
        Map
      </Button>
    </>
  );
}
