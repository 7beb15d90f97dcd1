// The card that the tests of the preview use.
import { createElement, useState } from 'react';
import { Button, Heading, Input, Text, crm, useCrmProperties, useExtensionContext } from '@crm/ui-extensions';
import { callBackend, logger } from '@svc/sdk/ui';
import { explode } from './parts/explode';

crm.extend(({ context, actions }) => <Order contactId={context.crm.objectId} addAlert={actions.addAlert} />);

const show = (set: (text: string) => void) => (error: unknown) => set(String(error));

function log(count: number, text: (i: number) => string) {
  for (let i = 0; i < count; i++) {
    logger.debug(text(i));
  }
}

/** Elements that the CRM does not render, nor does the preview. */
const Elements = () => (
  // svc-ignore card-element -- the test of the preview's errors
  <section>
    <Text>within the element</Text>
  </section>
);

// svc-ignore card-element -- the test of the preview's errors
const blinks = () => ['first', 'second'].map((key) => createElement('blink', { key }));

function Order({ contactId, addAlert }: { contactId: number; addAlert: (alert: object) => void }) {
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState('');
  const [name, setName] = useState('');
  const [fails, setFails] = useState(false);
  const [elements, setElements] = useState(false);
  const { location, portal } = useExtensionContext();
  const { properties } = useCrmProperties(['email']);
  const fetchText = (url: string) => () => {
    crm.fetch(url).then((response) => setAnswer(`status ${response.status}`), show(setAnswer));
  };
  const order = () => {
    logger.info('ordering');
    callBackend(crm.fetch, 'order', { contactId: String(contactId), name })
      .then((result) => {
        logger.info('ordered');
        setAnswer(JSON.stringify(result));
      })
      .catch(show(setAnswer));
  };
  return (
    <>
      <Heading>Order for {contactId}</Heading>
      <Text testId="where">{`${location} ${portal.id} ${properties.email}`}</Text>
      <Button onClick={() => setCount(count + 1)}>Count</Button>
      <Text testId="count">{String(count)}</Text>
      <Input label="Name" name="name" onInput={setName} />
      <Button onClick={order}>Order</Button>
      <Text testId="answer">{answer}</Text>
      <Button onClick={fetchText('https://api.example.com/v10/orders')}>Not permitted</Button>
      <Button onClick={fetchText('https://api.example.com/v1/../v10')}>Dots</Button>
      <Button onClick={() => fetch('https://api.example.com/v1').catch(show(setAnswer))}>Own fetch</Button>
      <Button onClick={() => addAlert({ title: 'Saved', message: 'All is well', type: 'success' })}>Alert</Button>
      <Button onClick={() => explode('in a handler')}>Explode</Button>
      <Button onClick={() => log(250, (i) => `many ${i}`)}>Log many</Button>
      <Button onClick={() => log(12_000, (i) => `endless ${i}`)}>Log endless</Button>
      <Button onClick={() => log(100, (i) => `long ${i} ${'ü'.repeat(30_000)}`)}>Log long</Button>
      <Button onClick={() => setFails(true)}>Explode in a component</Button>
      {fails && explode('in a component')}
      <Button onClick={() => setElements(true)}>HTML</Button>
      {elements && <Elements />}
      {elements && blinks()}
      <Text testId="markup">{'</script><!-- <script>'}</Text>
    </>
  );
}
