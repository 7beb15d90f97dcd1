import { expect, test } from 'vitest';
import { queryValues } from './query-values.ts';

test.each([
  '',
  '?',
  '?portalId',
  '?portalId=',
  '?portalId=77',
  '?portalId=77&userEmail=a%40b.example&appId=1',
  '?userId=3&portalId=1&portalId=2',
  '?&&portalId=1&',
  '?portalId=a=b==',
  '?=portalId&portalIds=3&portalid=4',
  '?portal%49d=5&portalId=6',
  '?portalId=6&%70ortalId=5',
  '?portalId=1+2',
  '?portal+Id=1&portalId=%31',
  '?portalId=é&é=1',
  '?portalId=1#&portalId=2',
])('returns what URLSearchParams returns for %s', (query) => {
  const url = new URL(`https://app.example/_svc/cards/score${query}`);
  expect(queryValues(url, 'portalId')).toEqual(url.searchParams.getAll('portalId'));
});
