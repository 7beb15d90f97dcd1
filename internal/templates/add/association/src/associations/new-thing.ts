import { appObjectAssociation } from '@svc/sdk';

export const newThing = appObjectAssociation('new-thing', {
  fromObjectType: 'app-object',
  toObjectType: 'contact',
  label: 'New thing',
});
