import { appEvent } from '@svc/sdk';

export const newThing = appEvent('new-thing', {
  name: 'New thing',
  label: 'New thing',
  objectType: 'contact',
  headerTemplate: 'New thing: {{title}}',
  properties: {
    title: { type: 'string', label: 'Title' },
  },
});
