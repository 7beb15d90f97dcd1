// What the CRM does on a record page: it renders the card.
import { StrictMode, version } from 'react';
import { createRoot } from 'react-dom/client';
import Panel from 'the-card';

globalThis.reactVersion = version;
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Panel />
  </StrictMode>,
);
