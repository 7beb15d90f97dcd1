import { appObject } from '@svc/sdk';

export const newThing = appObject('new-thing', {
  name: 'NEW_THING',
  label: 'New thing',
  singularForm: 'New thing',
  pluralForm: 'New things',
  primaryDisplayLabelPropertyName: 'title',
  properties: {
    title: { type: 'string', label: 'Title', fieldType: 'text' },
  },
});
