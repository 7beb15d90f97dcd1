import { defineSource, type SourcePage, sync } from '@svc/sdk';

interface Row {
  readonly name: string;
}

const source = defineSource({
  name: 'new-thing',
  fetch: ({ cursor, http }) => http.get<SourcePage<Row>>('https://api.example.com/new-thing', { query: { cursor } }),
});

// The key of each row is the email of a contact.
export const newThing = sync(source, {
  label: 'New thing',
  schedule: '1h',
  into: 'contact',
  idProperty: 'email',
  schema: { name: 'firstname' },
});
