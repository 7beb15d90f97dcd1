// The card that the tests of cards in a browser load. Tests call its SDK by `globalThis.card`.
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button, Text, crm } from '@crm/ui-extensions';
import * as ui from '@svc/sdk/ui';
import { FlagsProvider, useFlags } from '@svc/sdk/ui/react';

Object.assign(globalThis, { card: { ...ui, callPanel: (input: object) => ui.callBackend(crm.fetch, 'panel', input) } });

function Reader({ id }: { id: string }) {
  const { flags, details, isLoading } = useFlags(['compact', 'title', 'missing'], {
    compact: false,
    title: 5, // the snapshot has a string
    missing: 'default',
  });
  return <Text testId={id}>{JSON.stringify({ ...flags, reason: details.compact.reason, isLoading })}</Text>;
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message === '' ? this.props.children : <Text testId="failed">{this.state.message}</Text>;
  }
}

const INNER = { values: { compact: { value: true, reason: 'SPLIT' } } };

export default function Panel() {
  const [snapshot, setSnapshot] = useState<ui.FlagsClientSnapshot>();
  const [provider, setProvider] = useState<ui.FlagsSnapshotProvider>();
  useEffect(() => {
    crm
      .fetch(ui.backendUrl('panel'), { method: 'POST', body: { input: {} } })
      .then((response) => response.json())
      .then((answer) => setSnapshot(answer.flags));
  }, []);
  return (
    <>
      <Boundary>
        <Reader id="without" />
      </Boundary>
      <FlagsProvider initialSnapshot={snapshot} provider={provider}>
        <Reader id="outer" />
        <FlagsProvider initialSnapshot={INNER}>
          <Reader id="inner" />
        </FlagsProvider>
      </FlagsProvider>
      <Button onClick={() => setProvider(ui.createFlagsSnapshotProvider(INNER))}>Provider</Button>
    </>
  );
}
